import { LitElement, css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';
import './evidence/evidence.ts';
import './faults/faults.ts';
import type { ServiceClient } from './http/service-client.ts';
import type { CreatedSession } from './http/shapes.ts';
import './inbox/inbox.ts';
import './sessions/present-session.ts';
import type { EvidenceWantedEvent } from './sessions/session-list.ts';
import './sessions/session-list.ts';
import type { TabChosenEvent } from './tabs.ts';
import './tabs.ts';

const TABS = ['Session', 'Evidence', 'Inbox', 'All sessions', 'Faults'] as const;
type Tab = (typeof TABS)[number];

/** The session on the stage, with the client it belongs to: another one may be picked meanwhile. */
export interface MadeSession {
  readonly session: CreatedSession;
  readonly service: ServiceClient;
}

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

  @state() private tab: Tab = 'Session';
  @state() private wanted: Wanted | undefined;

  /** The client picked at the top. */
  @property({ attribute: false }) service!: ServiceClient;
  @property({ attribute: false }) made: MadeSession | undefined;
  /** Counts what may have changed something in the service. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('made')) return;
    this.wanted = undefined;
    this.tab = 'Session';
  }

  /** The session on the stage has been completed. */
  showEvidence(): void {
    if (this.made === undefined) return;
    const { session, service } = this.made;
    this.wanted = { transactionId: session.transactionId, service };
    this.tab = 'Evidence';
  }

  private readonly handleTab = (event: TabChosenEvent) => {
    this.tab = TABS.find(tab => tab === event.tab) ?? this.tab;
  };

  private readonly handleEvidenceWanted = ({ transactionId }: EvidenceWantedEvent) => {
    this.wanted = { transactionId, service: this.service };
    this.tab = 'Evidence';
  };

  private readonly handleChange = () => {
    this.dispatchEvent(new Event('session-changed'));
  };

  private renderSession() {
    if (this.made === undefined) return html`<p class="empty">No session yet.</p>`;
    return html`<qa-present-session
      .service=${this.made.service}
      .session=${this.made.session}
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
