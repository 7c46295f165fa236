import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls, paneStyles, statusStyles } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import { stateName } from '../friendly-names.ts';
import { copyableRow, detailRow, detailListStyles } from '../ui/detail-list.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { LatestValue } from '../ui/latest-value.ts';
import {
  cancelEnvelope,
  combinedStamp,
  type PreviewSession,
  readEnvelope,
  signerLinkOf,
} from '../created-sessions.ts';
import type { EnvelopeState, MemberState } from '../http/service-types.ts';
import { consoleEvent } from '../ui/console-event.ts';

/**
 * The current envelope: its state, its signers, and an integrator's actions.
 *
 * @fires session-changed - It was cancelled.
 * @fires {CustomEvent<string>} evidence-wanted - With the transaction's id.
 */
@customElement('qa-present-envelope')
class QaPresentEnvelope extends LitElement {
  static override readonly styles = [
    controls,
    paneStyles,
    detailListStyles,
    statusStyles,
    css`
      .signers {
        border-top: 1px solid var(--line);
        list-style: none;
      }

      .signers li {
        align-items: center;
        border-bottom: 1px solid var(--line);
        display: flex;
        flex-wrap: wrap;
        gap: 6px 10px;
        justify-content: space-between;
        padding: 6px 0;
      }

      .who {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 4px 8px;
      }
    `,
  ];

  readonly #envelope = new LatestValue<EnvelopeState>(this);
  /** The address of the combined document, or why there is none. */
  readonly #combined = new LatestValue<string>(this);

  /** The client that created the envelope. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) envelopeId!: string;
  /** The signers' sessions, with their secrets. */
  @property({ attribute: false }) sessions: readonly PreviewSession[] = [];
  /** Incremented when the envelope may have changed. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('envelopeId')) {
      this.#envelope.clear();
      this.#combined.clear();
    }
    if (!changed.has('envelopeId') && !changed.has('revision')) return;
    void this.#envelope.load(signal => readEnvelope(this.service, this.envelopeId, signal));
  }

  private readonly handleCancel = async () => {
    const { service, envelopeId } = this;
    await this.#envelope.load(async signal => {
      await cancelEnvelope(service, envelopeId);
      return readEnvelope(service, envelopeId, signal);
    });
    if (this.#envelope.problem === undefined) this.dispatchEvent(new Event('session-changed'));
  };

  private readonly handleCombine = () => {
    void this.#combined.load(() => combinedStamp(this.service, this.envelopeId));
  };

  private readonly renderSigner = (member: MemberState) => {
    const { sessionId, transactionId, signerIndex, signerName, status } = member;
    const session = this.sessions.find(made => made.sessionId === sessionId);
    const link = session && (() => signerLinkOf(session));
    return html`<li>
      <span class="who">
        ${signerIndex}. ${signerName} <span class="status ${status}">${stateName(status)}</span>
      </span>
      <span class="tools">
        ${
          status === 'COMPLETED'
            ? html`<button
                class="button"
                type="button"
                aria-label="Show the evidence of signer ${signerIndex}"
                @click=${() => this.dispatchEvent(consoleEvent('evidence-wanted', transactionId))}
              >
                Evidence
              </button>`
            : nothing
        }
        ${
          link === undefined
            ? nothing
            : html`<button
                  class="button"
                  type="button"
                  aria-label="Open the hosted page of signer ${signerIndex}"
                  @click=${() => open(link(), '_blank', 'noopener,noreferrer')}
                >
                  Hosted page
                </button>
                <qa-copy
                  .text=${link}
                  label="Copy link of signer ${signerIndex}"
                  short="Copy link"
                ></qa-copy>`
        }
      </span>
    </li>`;
  };

  private renderCombined() {
    const { value, problem, pending } = this.#combined;
    if (value !== undefined) return html`<a class="button" href=${value} download>Combined PDF</a>`;
    return html`<button class="button" type="button" @click=${this.handleCombine}>
        ${pending ? 'Combining…' : 'Make the combined PDF'}
      </button>
      ${problem === undefined ? nothing : html`<p class="error-text" role="alert">${problem}</p>`}`;
  }

  private renderEnvelope(envelope: EnvelopeState) {
    const { envelopeId, status, signingMode, totalSigners, completedSessions, expiresAt } = envelope;
    return html`<dl class="facts">
        ${detailRow('Status', html`<span class="status ${status}">${stateName(status)}</span>`)}
        ${copyableRow('Envelope', envelopeId)} ${detailRow('Mode', stateName(signingMode))}
        ${detailRow('Signed', `${completedSessions} of ${totalSigners}`)}
        ${detailRow('Expires', new Date(expiresAt).toLocaleString('en-GB'))}
      </dl>
      <ol class="signers">
        ${envelope.sessions.map(this.renderSigner)}
      </ol>
      <div class="tools">
        ${this.renderCombined()}
        <button class="button danger" type="button" @click=${this.handleCancel}>Cancel the envelope</button>
      </div>`;
  }

  override render() {
    const { value, problem } = this.#envelope;
    return html`${value === undefined ? nothing : this.renderEnvelope(value)}
    ${problem === undefined ? nothing : html`<p class="error-text" role="alert">${problem}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-present-envelope': QaPresentEnvelope;
  }
}
