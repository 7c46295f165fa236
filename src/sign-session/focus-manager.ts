import type { ReactiveControllerHost } from 'lit';
import type { ScreenElement } from '../screens/screen.ts';

/** Makes a new screen known: moves the focus to it if the focus was in the element, else announces it. */
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
    const root = this.#host.getRootNode();
    // Not by :focus-within, which Chromium denies of the host of a modal dialog that has the focus.
    const active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    this.#hadFocus = active !== null && this.#host.contains(active);
  }

  /** Has the screen's key changed since the last call? */
  hasChanged(key: string): boolean {
    const changed = key !== this.#key;
    // The first screen takes no focus: the user may be elsewhere on the page.
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
    const heading = takeFocus ? screen.focusFirst() : screen.headingText;
    this.announce([heading, addition].filter(Boolean).join('. '));
  }
}
