import { LitElement, css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { paneStyles } from '../ui/pane.styles.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { RegisteredWebhook } from '../http/service-types.ts';
import './deliveries.ts';
import './registration-form.ts';
import './webhook-list.ts';

/** The webhooks, their deliveries, and what the service's built-in receiver got. */
@customElement('qa-webhooks')
export class QaWebhooks extends LitElement {
  static override readonly styles = [
    controls,
    paneStyles,
    css`
      :host {
        gap: 12px;
      }
    `,
  ];

  /** Counts the changes that were made here. */
  @state() private changes = 0;

  @property({ attribute: false }) service!: ServiceClient;
  /** By webhook id. The owner keeps them in memory; secrets of webhooks that are registered here are added. */
  @property({ attribute: false }) secrets = new Map<string, string>();
  /** Incremented when there may be new events. */
  @property({ attribute: false }) revision = 0;

  private readonly handleRegistered = ({ detail: { webhookId, secret } }: CustomEvent<RegisteredWebhook>) => {
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
