import type { ReactiveControllerHost } from 'lit';
import type { ScreenElement } from '../screens/screen.ts';

/** Takes the signer to a new screen: by the focus where it was in the element, else by the live region. */
export class Attention {
  readonly #host: ReactiveControllerHost & Element;
  #key = '';
  #hadFocus = false;
  #announcement = '';

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  /** What the live region says. */
  get announcement(): string {
    return this.#announcement;
  }

  announce(text: string): void {
    this.#announcement = text;
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, while the old screen is still there. */
  look(): void {
    this.#hadFocus = this.#host.matches(':focus-within');
  }

  /** Is the screen with this key another one than before? Asked once for each. */
  isNew(key: string): boolean {
    const another = key !== this.#key;
    // The first screen takes no focus: the page around it may be in use.
    if (another && this.#key === '') this.#hadFocus = false;
    this.#key = key;
    return another;
  }

  /** Goes to a new screen; `aside` is announced with it. */
  async enter(screen: ScreenElement, aside: string): Promise<void> {
    const key = this.#key;
    const takeFocus = this.#hadFocus;
    await screen.updateComplete;
    if (this.#key !== key) return;
    if (takeFocus) screen.focusHeading();
    // The heading that takes the focus is read anyway; twice would be noise.
    this.announce([takeFocus ? '' : screen.headingText, aside].filter(Boolean).join('. '));
  }
}
