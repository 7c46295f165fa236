import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What is shown over the whole window. */
export interface FullViewHost extends ReactiveControllerHost {
  /** What the viewer is made of, which shows in its place while it is closed. */
  readonly dialog: HTMLDialogElement | null;
  /** What scrolls in it. */
  readonly scroller: HTMLElement;
  /** To the pages, or to their text. */
  focus(): void;
  /** To what opens the full view. */
  focusFullView(): void;
}

/**
 * The viewer over the whole window. On a phone the pages share the widget with what is signed, which leaves a third of
 * the screen for a contract of many pages. As a modal dialog it gets out of whatever the host page cuts off, keeps
 * the focus from what it covers, and Escape closes it; the pages stay the elements that they were.
 */
export class FullView implements ReactiveController {
  /** Older browsers have no dialogs: the pages stay where they are. */
  readonly offered = typeof document.createElement('dialog').showModal === 'function';
  readonly #host: FullViewHost;
  #open = false;

  constructor(host: FullViewHost) {
    this.#host = host;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open;
  }

  hostDisconnected(): void {
    // It comes back where it was, not over the window.
    if (this.#open) this.#host.dialog?.close();
  }

  toggle(): void {
    const { dialog, scroller } = this.#host;
    if (this.#open || dialog === null) return dialog?.close();
    // Not to the first control: that is a field, for which a phone brings its keyboard.
    scroller.autofocus = true;
    dialog.showModal();
    scroller.autofocus = false;
    this.#open = true;
    this.#host.focus();
    this.#host.requestUpdate();
  }

  /** For the dialog: it was closed, by whatever. */
  readonly handleClose = (): void => {
    this.#open = false;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#host.focusFullView());
  };
}
