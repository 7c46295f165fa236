import { css, html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Translator } from '../i18n/translator.ts';
import { icon } from '../ui/icon.ts';
import { SignCloseEvent } from './events.ts';

/** The card in a dialog: with space around it on a wide screen, all of the window on a narrow one. */
export const dialogStyles = css`
  :host([display='dialog']) {
    display: contents;
  }

  :host([display='dialog'][hidden]) {
    display: none;
  }

  .modal {
    background: none;
    border: 0;
    box-sizing: border-box;
    container-type: inline-size;
    height: min(48rem, 100dvh - 48px);
    max-height: none;
    max-width: none;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 0;
    width: min(76rem, 100vw - 48px);
  }

  .modal::backdrop {
    background: rgb(0 0 0 / 55%);
  }

  .modal > .frame {
    height: 100%;
    min-height: 0;
  }

  .close {
    flex: none;
    margin-inline-end: -10px;
  }

  /* Where nothing else in the header says how far the signer is. */
  slot + .close {
    margin-inline-start: auto;
  }

  @media (width < 888px), (height < 32rem) {
    .modal {
      height: 100dvh;
      width: 100vw;
    }

    .modal > .frame {
      border: 0;
      border-radius: 0;
    }
  }

  @container (width < 52.5em) {
    .modal > .frame {
      height: auto;
      min-height: 100%;
    }
  }
`;

type Host = ReactiveControllerHost & HTMLElement & { readonly shadowRoot: ShadowRoot | null };

/**
 * The card in a modal dialog: over everything on the page, and without touching the page. Its contents are there while it
 * is open only, so that closing it stops the camera; the session goes on, and is what it was when it is opened again.
 */
export class Dialog {
  readonly #host: Host;
  readonly #closed: () => void;
  #isOpen = false;
  /** Is it open in the page too, not only about to be? */
  #isShown = false;

  readonly #sessionId: () => string | undefined;

  /** @param closed called when its contents go */
  constructor(host: Host, sessionId: () => string | undefined, closed: () => void) {
    this.#host = host;
    this.#sessionId = sessionId;
    this.#closed = closed;
  }

  get #element(): HTMLDialogElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLDialogElement>('dialog.modal') ?? null;
  }

  /** Opens it. The browser gives the focus back to where it is now, once it is closed. */
  async show(): Promise<void> {
    this.#isOpen = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const dialog = this.#element;
    if (!this.#isOpen || dialog === null || dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    this.#isShown = true;
    this.#watch.observe(dialog);
  }

  /**
   * In a part of the page that is hidden, a modal dialog would be open without being seen, and nothing else could be used:
   * it closes. What is hidden has no size; it is called at once, too.
   */
  readonly #watch = new ResizeObserver(([entry]) => {
    if (this.#isShown && entry?.target.getClientRects().length === 0) this.#closeAnyway();
  });

  /** Asks the page by `sign-close`, and closes unless it says no. */
  close(): void {
    if (this.#isOpen && this.#host.dispatchEvent(new SignCloseEvent(this.#sessionId()))) this.leave();
  }

  /** Closes without asking: the element was taken out of the page. */
  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#isShown = false;
    this.#watch.disconnect();
    this.#element?.close();
    this.#closed();
    this.#host.requestUpdate();
  }

  /** Browsers close it without asking at a second Escape. The event comes late: it may be open again. */
  readonly #handleClose = () => {
    if (this.#isShown && this.#element?.open === false) this.#closeAnyway();
  };

  /** The page is told, and can't keep it open. */
  #closeAnyway(): void {
    this.#host.dispatchEvent(new SignCloseEvent(this.#sessionId(), false));
    this.leave();
  }

  /** What is behind the dialog stays where it is. */
  readonly #handleWheel = (event: WheelEvent) => {
    if (event.target === event.currentTarget) event.preventDefault();
  };

  /** @param close what the button and the Escape key do */
  render(frame: () => TemplateResult, translator: Translator, close: () => void): TemplateResult {
    const handleCancel = (event: Event) => {
      // A file chooser inside tells of its end by an event of the same name.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      close();
    };
    return html`<dialog
      class="modal"
      lang=${translator.locale}
      aria-label=${translator.t('frame.label')}
      @cancel=${handleCancel}
      @close=${this.#handleClose}
      @wheel=${this.#handleWheel}
    >
      ${this.#isOpen ? frame() : nothing}
    </dialog>`;
  }

  /** The button that closes it, for the header. */
  closeButton(translator: Translator, close: () => void): TemplateResult {
    return html`<button
      class="icon-button close"
      type="button"
      aria-label=${translator.t('frame.close')}
      @click=${close}
    >
      ${icon('cross')}
    </button>`;
  }
}
