import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What is shown over the whole window. */
export interface FullViewHost extends ReactiveControllerHost {
  /** What the viewer is made of: a popover, which shows in its place while it is closed. */
  readonly frame: HTMLElement | null;
  /** To the pages, or to their text. */
  focus(): void;
  /** To what opens the full view. */
  focusFullView(): void;
}

/**
 * The viewer over the whole window. On a phone the pages share the widget with what is signed, which leaves a third of
 * the screen for a contract of many pages. As a popover it gets out of whatever the host page cuts off, and Escape
 * closes it; the pages stay the elements that they were. No `<dialog>`: that would be one in its place, too, to who
 * listens.
 */
export class FullView implements ReactiveController {
  /** Older browsers have no popovers: the pages stay where they are. */
  readonly offered = typeof document.createElement('div').showPopover === 'function';
  readonly #host: FullViewHost;
  #open: AbortController | undefined;

  constructor(host: FullViewHost) {
    this.#host = host;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open !== undefined;
  }

  /** It comes back where it was: what leaves the page is closed by the browser, without an event. */
  hostDisconnected(): void {
    this.#end();
  }

  toggle(): void {
    const { frame } = this.#host;
    if (this.open || frame === null) return frame?.hidePopover();
    frame.showPopover();
    this.#open = new AbortController();
    document.addEventListener('focusin', this.#keepFocus, { signal: this.#open.signal });
    this.#host.focus();
    this.#host.requestUpdate();
  }

  /** For the popover: it was opened or closed, by whatever. */
  readonly handleToggle = ({ newState }: ToggleEvent): void => {
    if (newState === 'open') return;
    this.#end();
    void this.#host.updateComplete.then(() => this.#host.focusFullView());
  };

  #end(): void {
    this.#open?.abort();
    this.#open = undefined;
    this.#host.requestUpdate();
  }

  /** Nobody should be at something that is covered. */
  readonly #keepFocus = (event: FocusEvent): void => {
    const { frame } = this.#host;
    if (frame !== null && !event.composedPath().includes(frame)) this.#host.focus();
  };
}
