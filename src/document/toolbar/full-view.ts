import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What can be shown over the whole window. */
export interface FullViewHost extends ReactiveControllerHost {
  /** Contains the viewer; while the full view is closed, it is shown inline. */
  readonly dialog: HTMLDialogElement | null;
  /** The scrolling element in it. */
  readonly scroller: HTMLElement;
  /** Focuses the pages or their text. */
  focus(): void;
  /** Focuses the button that opens the full view. */
  focusFullView(): void;
}

/**
 * Shows the viewer over the whole window. On a phone the pages share the widget with the form, which leaves a third of
 * the screen for the contract. A modal dialog is not clipped by the host page, traps the focus, and closes on Escape;
 * the pages' elements stay the same.
 */
export class FullView implements ReactiveController {
  /** False in older browsers, which have no dialogs. */
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
    // Closed, so that it is inline when the element is connected again.
    if (this.#open) this.#host.dialog?.close();
  }

  toggle(): void {
    const { dialog, scroller } = this.#host;
    if (this.#open || dialog === null) return dialog?.close();
    // Otherwise the first control gets the focus, a field, and a phone shows its keyboard.
    scroller.autofocus = true;
    dialog.showModal();
    scroller.autofocus = false;
    this.#open = true;
    this.#host.focus();
    this.#host.requestUpdate();
  }

  /** Listener for the dialog's `close` event. */
  readonly handleClose = (): void => {
    this.#open = false;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#host.focusFullView());
  };
}
