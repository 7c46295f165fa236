import type { ReactiveControllerHost } from 'lit';
import type { ScreenElement } from '../screens/screen.ts';

/** Leads the signer to a new screen: by focus if the focus was in the element, else by the live region. */
export class FocusManager {
  readonly #host: ReactiveControllerHost & Element;
  #key = '';
  #hadFocus = false;
  #announcement = '';

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  /** The text of the live region. */
  get announcement(): string {
    return this.#announcement;
  }

  announce(text: string): void {
    this.#announcement = text;
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, while the old screen is still there. */
  recordFocus(): void {
    this.#hadFocus = this.#host.matches(':focus-within');
  }

  /** Is the screen with this key another one than at the last call? */
  hasChanged(key: string): boolean {
    const changed = key !== this.#key;
    // The first screen takes no focus: the page around it may be in use.
    if (changed && this.#key === '') this.#hadFocus = false;
    this.#key = key;
    return changed;
  }

  /** Focuses or announces a new screen; `addition` is announced with it. */
  async announceScreen(screen: ScreenElement, addition: string): Promise<void> {
    const key = this.#key;
    const takeFocus = this.#hadFocus;
    await screen.updateComplete;
    if (this.#key !== key) return;
    if (takeFocus) screen.focusHeading();
    // A heading that takes the focus is read anyway.
    this.announce([takeFocus ? '' : screen.headingText, addition].filter(Boolean).join('. '));
  }
}
