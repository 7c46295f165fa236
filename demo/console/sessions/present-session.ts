import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { stateName } from '../friendly-names.ts';
import { copyableFact, fact, factStyles } from '../facts.ts';
import '../copy-button.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { CreatedSession } from '../http/shapes.ts';
import { Latest } from '../latest.ts';
import { statusStyles } from '../status.styles.ts';
import { signerLinkOf } from './signer-link.ts';

/**
 * The present session: its ids and state, and what an integrator can do with it.
 *
 * @fires session-changed - It was cancelled.
 */
@customElement('qa-present-session')
export class QaPresentSession extends LitElement {
  static override readonly styles = [
    controls,
    factStyles,
    statusStyles,
    css`
      :host {
        align-content: start;
        display: grid;
        gap: 10px;
        grid-template-columns: minmax(0, 1fr);
        padding: 10px 12px;
      }
    `,
  ];

  readonly #status = new Latest<string>(this);

  /** The client that made the session. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) session!: CreatedSession;
  /** Anything that may have changed the session counts it up. */
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
        ${fact('Status', html`<span class="status ${status ?? ''}">${status === undefined ? '…' : stateName(status)}</span>`)}
        ${copyableFact('Session', sessionId)} ${copyableFact('Transaction', transactionId)}
        ${fact('Expires', new Date(expiresAt).toLocaleString('en-GB'))}
        ${fact('Invitation', inviteSent === true ? 'sent, see the inbox' : 'none')}
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
