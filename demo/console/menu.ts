import { LitElement, css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import './biometrics/biometrics.ts';
import './certificates/certificates.ts';
import { controls } from './ui/controls.styles.ts';
import { LOCAL_CLIENTS, type ServiceClient } from './http/service-client.ts';
import './page-check/page-check.ts';
import './sessions/session-list.ts';
import type { QaDialog } from './ui/dialog.ts';
import type { QaPopover } from './ui/popover.ts';
import './ui/reset-dialog.ts';
import { symbol } from './ui/symbols.ts';
import { consoleEvent } from './ui/console-event.ts';
import './ui/dialog.ts';
import './ui/popover.ts';

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
