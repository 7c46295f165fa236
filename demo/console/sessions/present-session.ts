import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls, paneStyles, statusStyles } from '../ui/controls.styles.ts';
import { stateName } from '../friendly-names.ts';
import { copyableRow, detailRow, detailListStyles } from '../ui/detail-list.ts';
import '../ui/copy-button.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { CreatedSession } from '../http/service-types.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { signerLinkOf } from '../created-sessions.ts';

/**
 * The current session: its ids, its state, and an integrator's actions.
 *
 * @fires session-changed - It was cancelled.
 */
@customElement('qa-present-session')
class QaPresentSession extends LitElement {
  static override readonly styles = [controls, paneStyles, detailListStyles, statusStyles];

  readonly #status = new LatestValue<string>(this);

  /** The client that created the session. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) session!: CreatedSession;
  /** Incremented when the session may have changed. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.#status.clear();
    if (!changed.has('session') && !changed.has('revision')) return;
    const { sessionId } = this.session;
    void this.#status.load(signal => this.service.sessionStatus(sessionId, signal));
  }

  private readonly handleCancel = async () => {
    const { sessionId } = this.session;
    await this.#status.load(() => this.service.cancelSession(sessionId));
    if (this.#status.problem === undefined) this.dispatchEvent(new Event('session-changed'));
  };

  override render() {
    const { value: status, problem } = this.#status;
    const { sessionId, transactionId, expiresAt, inviteSent } = this.session;
    return html`<dl class="facts">
        ${detailRow('Status', html`<span class="status ${status ?? ''}">${status === undefined ? '…' : stateName(status)}</span>`)}
        ${copyableRow('Session', sessionId)} ${copyableRow('Transaction', transactionId)}
        ${detailRow('Expires', new Date(expiresAt).toLocaleString('en-GB'))}
        ${detailRow('Invitation', inviteSent === true ? 'sent, see the inbox' : 'none')}
      </dl>
      <div class="tools">
        <button
          class="button"
          type="button"
          @click=${() => open(signerLinkOf(this.session), '_blank', 'noopener,noreferrer')}
        >
          Open hosted page
        </button>
        <qa-copy .text=${() => signerLinkOf(this.session)} label="Copy link for the signer" short="Copy link">
        </qa-copy>
        <button class="button danger" type="button" @click=${this.handleCancel}>Cancel by API</button>
      </div>
      ${problem === undefined ? nothing : html`<p class="error-text" role="alert">${problem}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-present-session': QaPresentSession;
  }
}
