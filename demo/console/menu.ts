import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { resetService } from './http/local-tools.ts';
import { explain, LOCAL_CLIENTS, type ServiceClient } from './http/service-client.ts';
import { consoleEvent } from './ui/console-event.ts';
import { controls } from './ui/controls.styles.ts';
import type { QaPopover } from './ui/popover.ts';
import { symbol } from './ui/symbols.ts';
import './biometrics/biometrics.ts';
import './certificates/certificates.ts';
import './page-check/page-check.ts';
import './sessions/session-list.ts';
import './ui/popover.ts';

/**
 * A modal dialog. Its content is rendered only while it is open.
 *
 * @slot - What it shows.
 */
@customElement('qa-dialog')
class QaDialog extends LitElement {
  static override readonly styles = [
    controls,
    css`
      dialog {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 14px;
        box-shadow: var(--shadow);
        color: var(--ink);
        max-height: min(46rem, calc(100dvh - 32px));
        padding: 0;
        width: min(40rem, calc(100vw - 32px));
      }

      dialog[open] {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
      }

      dialog::backdrop {
        background: #0b122080;
      }

      .head {
        padding: 10px 10px 10px 16px;
      }

      .body {
        overflow: auto;
      }
    `,
  ];

  @state() private isOpen = false;

  @property() heading = '';

  @query('dialog') private readonly dialog!: HTMLDialogElement;

  show(): void {
    this.isOpen = true;
    this.dialog.showModal();
  }

  close(): void {
    this.dialog.close();
  }

  private readonly handleClose = () => {
    this.isOpen = false;
  };

  override render() {
    return html`<dialog aria-labelledby="heading" @close=${this.handleClose}>
      <div class="head">
        <h2 id="heading">${this.heading}</h2>
        <button class="button quiet" type="button" aria-label="Close" @click=${() => this.dialog.close()}>
          ${symbol('cross')}
        </button>
      </div>
      <div class="body" tabindex="0" role="group" aria-label=${this.heading}>
        ${this.isOpen ? html`<slot></slot>` : ''}
      </div>
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-dialog': QaDialog;
  }
}

/**
 * A button that erases the service's data, after a confirmation.
 *
 * @fires service-reset
 */
@customElement('qa-reset')
class QaReset extends LitElement {
  static override readonly styles = [
    controls,
    css`
      dialog {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 12px;
        color: var(--ink);
        max-width: 22rem;
        padding: 20px;
      }

      dialog::backdrop {
        background: #0b122080;
      }

      .tools {
        justify-content: end;
        margin-top: 16px;
      }

      p {
        margin-top: 6px;
      }
    `,
  ];

  @state() private problem: string | undefined;

  @query('dialog') private readonly dialog!: HTMLDialogElement;

  private readonly handleErase = async () => {
    try {
      await resetService();
    } catch (error) {
      this.problem = explain(error);
      return;
    }
    this.problem = undefined;
    this.dialog.close();
    this.dispatchEvent(new Event('service-reset', { bubbles: true, composed: true }));
  };

  override render() {
    return html`<button class="button danger" type="button" @click=${() => this.dialog.showModal()}>
        Reset everything…
      </button>
      <dialog aria-labelledby="question" aria-describedby="what">
        <h2 id="question">Erase everything?</h2>
        <p id="what">All sessions, documents, evidence and messages go, and the clock is set right.</p>
        ${this.problem === undefined ? nothing : html`<p class="error-text" role="alert">${this.problem}</p>`}
        <div class="tools">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Keep it</button>
          <button class="button danger" type="button" @click=${this.handleErase}>Erase everything</button>
        </div>
      </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-reset': QaReset;
  }
}

/**
 * The menu: API client, face check, all sessions, test certificates, check of the page, reset.
 *
 * @fires {CustomEvent<string>} client-chosen - With the client's id.
 * @fires {CustomEvent<string>} evidence-wanted - With the transaction's id.
 * @fires service-reset
 */
@customElement('qa-menu')
class QaMenu extends LitElement {
  static override readonly styles = [
    controls,
    css`
      .menu {
        display: grid;
        gap: 8px;
        width: 260px;
      }

      .select-label .field {
        width: 170px;
      }

      hr {
        border: 0;
        border-top: 1px solid var(--line);
        margin: 2px 0;
        width: 100%;
      }

      .button {
        justify-content: start;
      }
    `,
  ];

  @property({ attribute: false }) service!: ServiceClient;
  /** Incremented when the service's data may have changed. */
  @property({ attribute: false }) revision = 0;

  @query('qa-popover') private readonly menu!: QaPopover;

  private readonly handleClient = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) this.dispatchEvent(consoleEvent('client-chosen', target.value));
  };

  private open(name: string): void {
    this.menu.close();
    this.renderRoot.querySelector<QaDialog>(`qa-dialog.${name}`)?.show();
  }

  private readonly handleEvidenceWanted = () => {
    this.renderRoot.querySelector<QaDialog>('qa-dialog.sessions')?.close();
  };

  override render() {
    const { service, revision } = this;
    return html`<qa-popover label="More" variant="icon">
        <span slot="label">${symbol('dots')}</span>
        <div class="menu">
          <label class="select-label">
            API client
            <select class="field" @change=${this.handleClient}>
              ${LOCAL_CLIENTS.map(
                ({ clientId, label }) =>
                  html`<option value=${clientId} .selected=${live(clientId === service.clientId)}>
                    ${label}
                  </option>`,
              )}
            </select>
          </label>
          <qa-biometrics .tenantId=${service.tenantId} .revision=${revision}></qa-biometrics>
          <hr />
          <button class="button quiet" type="button" @click=${() => this.open('sessions')}>
            All sessions…
          </button>
          <button class="button quiet" type="button" @click=${() => this.open('certificates')}>
            Test certificates…
          </button>
          <button class="button quiet" type="button" @click=${() => this.open('page-check')}>
            Check this page…
          </button>
          <hr />
          <qa-reset></qa-reset>
        </div>
      </qa-popover>
      <qa-dialog class="sessions" heading="All sessions of ${service.clientId}">
        <qa-session-list
          .service=${service}
          .revision=${revision}
          @evidence-wanted=${this.handleEvidenceWanted}
        ></qa-session-list>
      </qa-dialog>
      <qa-dialog class="certificates" heading="Test certificates">
        <qa-certificates></qa-certificates>
      </qa-dialog>
      <qa-dialog class="page-check" heading="Check this page">
        <qa-page-check></qa-page-check>
      </qa-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-menu': QaMenu;
  }
}
