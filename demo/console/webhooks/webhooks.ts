import { LitElement, css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import type { ServiceClient } from '../http/service-client.ts';
import './deliveries.ts';
import type { WebhookRegisteredEvent } from './registration-form.ts';
import './registration-form.ts';
import './webhook-list.ts';

/** Who is told of events, what was sent to them, and what arrived at the receiver that the service has itself. */
@customElement('qa-webhooks')
export class QaWebhooks extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-content: start;
        display: grid;
        gap: 12px;
        grid-template-columns: minmax(0, 1fr);
        padding: 10px 12px;
      }
    `,
  ];

  /** Counts what was changed here. */
  @state() private changes = 0;

  @property({ attribute: false }) service!: ServiceClient;
  /** By the webhooks' ids. Kept by whoever outlives this panel, in memory alone; what is registered here is added. */
  @property({ attribute: false }) secrets = new Map<string, string>();
  /** Anything that may have caused an event counts it up. */
  @property({ attribute: false }) revision = 0;

  private readonly handleRegistered = ({ webhookId, secret }: WebhookRegisteredEvent) => {
    this.secrets.set(webhookId, secret);
    this.changes += 1;
  };

  private readonly handleChange = () => {
    this.changes += 1;
  };

  override render() {
    const { service, secrets } = this;
    const revision = this.revision + this.changes;
    return html`<qa-webhook-form
        .service=${service}
        @webhook-registered=${this.handleRegistered}
      ></qa-webhook-form>
      <qa-webhook-list
        .service=${service}
        .secrets=${secrets}
        .revision=${revision}
        @webhooks-changed=${this.handleChange}
      ></qa-webhook-list>
      <qa-deliveries .secrets=${secrets} .revision=${revision}></qa-deliveries>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-webhooks': QaWebhooks;
  }
}
