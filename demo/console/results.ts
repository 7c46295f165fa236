import { LitElement, css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import './certificates/certificates.ts';
import { controls } from './controls.styles.ts';
import './envelopes/present-envelope.ts';
import './evidence/evidence.ts';
import './faults/faults.ts';
import type { ServiceClient } from './http/service-client.ts';
import './inbox/inbox.ts';
import type { MadeByClient } from './made.ts';
import './sessions/present-session.ts';
import type { EvidenceWantedEvent } from './sessions/session-list.ts';
import './sessions/session-list.ts';
import type { TabChosenEvent } from './tabs.ts';
import './tabs.ts';
import './webhooks/webhooks.ts';

const TABS = ['Session', 'Evidence', 'Inbox', 'Certificates', 'Webhooks', 'All sessions', 'Faults'] as const;
type Tab = (typeof TABS)[number];

/** Whose evidence is looked at, as which client. */
interface Wanted {
  readonly transactionId: string;
  readonly service: ServiceClient;
}

/**
 * What comes of a session: its state, its evidence, the messages sent, and the sessions before it.
 *
 * @fires session-changed - It was cancelled.
 */
@customElement('qa-results')
export class QaResults extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        min-height: 0;
      }
    `,
  ];

  /** Of the webhooks registered on this page: in memory alone, since they are told once. */
  readonly #webhookSecrets = new Map<string, string>();

  @state() private tab: Tab = 'Session';
  @state() private wanted: Wanted | undefined;

  /** The client picked at the top. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) made: MadeByClient | undefined;
  /** Counts what may have changed something in the service. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('made')) return;
    this.wanted = undefined;
    this.tab = 'Session';
  }

  /** The session on the stage has been completed. Of an envelope, others may still sign. */
  showEvidence(): void {
    if (this.made === undefined || this.made.envelopeId !== undefined) return;
    const { sessions, service } = this.made;
    const [session] = sessions;
    if (session === undefined) return;
    this.wanted = { transactionId: session.transactionId, service };
    this.tab = 'Evidence';
  }

  private readonly handleTab = (event: TabChosenEvent) => {
    this.tab = TABS.find(tab => tab === event.tab) ?? this.tab;
  };

  private readonly handleEvidenceWanted = ({ transactionId }: EvidenceWantedEvent) => {
    const service = this.tab === 'Session' ? this.made?.service : undefined;
    this.wanted = { transactionId, service: service ?? this.service };
    this.tab = 'Evidence';
  };

  private readonly handleChange = () => {
    this.dispatchEvent(new Event('session-changed'));
  };

  private renderSession() {
    const { service, sessions = [], envelopeId } = this.made ?? {};
    const [session] = sessions;
    if (session === undefined) return html`<p class="empty">No session yet.</p>`;
    if (envelopeId !== undefined) {
      return html`<qa-present-envelope
        .service=${service}
        .envelopeId=${envelopeId}
        .sessions=${sessions}
        .revision=${this.revision}
        @session-changed=${this.handleChange}
        @evidence-wanted=${this.handleEvidenceWanted}
      ></qa-present-envelope>`;
    }
    return html`<qa-present-session
      .service=${service}
      .session=${session}
      .revision=${this.revision}
      @session-changed=${this.handleChange}
    ></qa-present-session>`;
  }

  private renderTab() {
    switch (this.tab) {
      case 'Session':
        return this.renderSession();
      case 'Evidence':
        return html`<qa-evidence
          .service=${this.wanted?.service ?? this.service}
          .transactionId=${this.wanted?.transactionId}
        ></qa-evidence>`;
      case 'Inbox':
        return html`<qa-inbox .revision=${this.revision}></qa-inbox>`;
      case 'Certificates':
        return html`<qa-certificates .service=${this.service}></qa-certificates>`;
      case 'Webhooks':
        return html`<qa-webhooks
          .service=${this.service}
          .secrets=${this.#webhookSecrets}
          .revision=${this.revision}
        ></qa-webhooks>`;
      case 'All sessions':
        return html`<qa-session-list
          .service=${this.service}
          .revision=${this.revision}
          @evidence-wanted=${this.handleEvidenceWanted}
        ></qa-session-list>`;
      case 'Faults':
        return html`<qa-faults .revision=${this.revision}></qa-faults>`;
    }
  }

  override render() {
    return html`<qa-tabs label="Results" .tabs=${TABS} .selected=${this.tab} @tab-chosen=${this.handleTab}>
      ${this.renderTab()}
    </qa-tabs>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-results': QaResults;
  }
}
