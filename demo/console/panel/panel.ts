import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../certificates/verify-document.ts';
import '../code/code.ts';
import type { CodeInput } from '../code/code-samples.ts';
import { controls } from '../ui/controls.styles.ts';
import '../envelopes/present-envelope.ts';
import '../evidence/evidence.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { Delivery, Message } from '../http/service-types.ts';
import '../inbox/inbox.ts';
import type { ActivityLog } from '../log/activity-log.ts';
import '../log/log.ts';
import type { CreatedByClient } from '../created-sessions.ts';
import '../sessions/present-session.ts';
import '../ui/tabs.ts';
import '../webhooks/webhooks.ts';

const TABS = ['Events', 'Network', 'Inbox', 'Webhooks', 'Evidence', 'Code'] as const;
type Tab = (typeof TABS)[number];

/** The transaction whose evidence is shown, and its client. */
interface EvidenceRequest {
  readonly transactionId: string;
  readonly service: ServiceClient;
}

/**
 * The right column: events, requests, messages, webhooks, evidence, code.
 *
 * @fires session-changed - It was cancelled.
 */
@customElement('qa-panel')
export class QaPanel extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        background: var(--surface);
        display: grid;
        min-height: 0;
      }

      .events {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: auto minmax(12rem, 1fr);
        min-height: 0;
      }

      .session {
        border-bottom: 1px solid var(--line);
      }

      .evidence {
        align-content: start;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }

      qa-verify-document {
        border-top: 1px solid var(--line);
        margin: 0 12px 12px;
        padding-top: 10px;
      }
    `,
  ];

  readonly #handleActivity = () => this.requestUpdate();

  @state() private tab: Tab = 'Events';
  @state() private wanted: EvidenceRequest | undefined;

  /** The client selected in the menu. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) created: CreatedByClient | undefined;
  @property({ attribute: false }) log!: ActivityLog;
  @property({ attribute: false }) messages: readonly Message[] = [];
  /** The ids of messages that are older than the session. */
  @property({ attribute: false }) earlierMessages: ReadonlySet<string> = new Set();
  @property({ attribute: false }) deliveries: readonly Delivery[] = [];
  /** By webhook id; secrets of webhooks that are registered here are added. */
  @property({ attribute: false }) webhookSecrets = new Map<string, string>();
  /** The current settings, for the code examples. */
  @property({ attribute: false }) code!: CodeInput;
  /** Incremented when the service's data may have changed. */
  @property({ attribute: false }) revision = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.log.addEventListener('change', this.#handleActivity);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.log.removeEventListener('change', this.#handleActivity);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('created')) this.wanted = undefined;
  }

  /** Shows the evidence of the completed session; not for envelopes, where others may still sign. */
  showEvidence(): void {
    if (this.created === undefined || this.created.envelopeId !== undefined) return;
    const { sessions, service } = this.created;
    const [session] = sessions;
    if (session === undefined) return;
    this.show(session.transactionId, service);
  }

  /** Shows the evidence of a transaction of a client. */
  show(transactionId: string, service: ServiceClient): void {
    this.wanted = { transactionId, service };
    this.tab = 'Evidence';
  }

  private readonly handleTab = (event: CustomEvent<string>) => {
    this.tab = TABS.find(tab => tab === event.detail) ?? this.tab;
  };

  private readonly handleEvidenceWanted = ({ detail: transactionId }: CustomEvent<string>) => {
    this.show(transactionId, this.created?.service ?? this.service);
  };

  private readonly handleChange = () => {
    this.dispatchEvent(new Event('session-changed'));
  };

  private get counts(): Readonly<Record<string, number>> {
    const { activities } = this.log;
    const { messages, earlierMessages, deliveries, created } = this;
    const ids = created?.sessions.map(({ sessionId }) => sessionId) ?? [];
    return {
      Events: activities.filter(({ kind }) => kind === 'event').length,
      Network: activities.filter(activity => activity.kind === 'request' && activity.by === 'widget').length,
      Inbox: messages.filter(({ id }) => !earlierMessages.has(id)).length,
      Webhooks: deliveries.filter(({ body }) => ids.some(id => body.includes(id))).length,
    };
  }

  private renderSession() {
    const { service, sessions = [], envelopeId } = this.created ?? {};
    const [session] = sessions;
    if (session === undefined) return nothing;
    if (envelopeId !== undefined) {
      return html`<qa-present-envelope
        class="session"
        .service=${service}
        .envelopeId=${envelopeId}
        .sessions=${sessions}
        .revision=${this.revision}
        @session-changed=${this.handleChange}
        @evidence-wanted=${this.handleEvidenceWanted}
      ></qa-present-envelope>`;
    }
    return html`<qa-present-session
      class="session"
      .service=${service}
      .session=${session}
      .revision=${this.revision}
      @session-changed=${this.handleChange}
    ></qa-present-session>`;
  }

  private renderTab() {
    const { log, service, messages, earlierMessages } = this;
    switch (this.tab) {
      case 'Events':
        return html`<div class="events">
          <div>${this.renderSession()}</div>
          <qa-log .kind=${'event'} .log=${log}></qa-log>
        </div>`;
      case 'Network':
        return html`<qa-log .kind=${'request'} .log=${log}></qa-log>`;
      case 'Inbox':
        return html`<qa-inbox .messages=${messages} .earlier=${earlierMessages}></qa-inbox>`;
      case 'Webhooks':
        return html`<qa-webhooks
          .service=${service}
          .secrets=${this.webhookSecrets}
          .revision=${this.revision}
        ></qa-webhooks>`;
      case 'Evidence':
        return html`<div class="evidence">
          <qa-evidence
            .service=${this.wanted?.service ?? service}
            .transactionId=${this.wanted?.transactionId}
          ></qa-evidence>
          <qa-verify-document .service=${service}></qa-verify-document>
        </div>`;
      case 'Code':
        return html`<qa-code .input=${this.code}></qa-code>`;
    }
  }

  override render() {
    return html`<qa-tabs
      label="What happened"
      .tabs=${TABS}
      .counts=${this.counts}
      .selected=${this.tab}
      @tab-chosen=${this.handleTab}
    >
      ${this.renderTab()}
    </qa-tabs>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-panel': QaPanel;
  }
}
