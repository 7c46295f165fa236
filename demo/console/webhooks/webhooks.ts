import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { EVENT_TYPES } from '../../../packages/service/event-types.ts';
import { stateName } from '../friendly-names.ts';
import type { ServiceClient } from '../http/service-client.ts';
import type { RegisteredWebhook, TestDelivery, Webhook } from '../http/service-types.ts';
import { controls, paneStyles, statusStyles } from '../ui/controls.styles.ts';
import { LatestValue } from '../ui/latest-value.ts';
import {
  deleteWebhook,
  enableWebhook,
  readWebhooks,
  receiverUrl,
  registerWebhook,
  testWebhook,
} from './webhook-calls.ts';
import '../ui/copy-button.ts';
import './deliveries.ts';

/**
 * Registers webhooks; by default for all event types, at the service's built-in receiver.
 *
 * @fires {CustomEvent<RegisteredWebhook>} webhook-registered - It does not bubble, because it holds the secret.
 */
@customElement('qa-webhook-form')
class QaWebhookForm extends LitElement {
  static override readonly styles = [
    controls,
    css`
      form {
        display: grid;
        gap: 8px;
        grid-template-columns: minmax(0, 1fr);
      }

      summary {
        border-radius: 4px;
        cursor: pointer;
      }

      .types {
        display: grid;
        gap: 2px 12px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
        padding-top: 4px;
      }

      .types label {
        align-items: center;
        display: flex;
        font-family: var(--mono);
        font-size: 12px;
        gap: 6px;
        min-height: 24px;
      }

      .button {
        justify-self: start;
      }
    `,
  ];

  readonly #registration = new LatestValue<string>(this);

  @property({ attribute: false }) service!: ServiceClient;

  @query('form') private readonly form!: HTMLFormElement;

  private readonly handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(this.form);
    const url = values.get('url');
    const events = values.getAll('events').map(String);
    await this.#registration.load(async () => {
      const created = await registerWebhook(this.service, {
        url: typeof url === 'string' ? url : '',
        events,
      });
      this.dispatchEvent(new CustomEvent('webhook-registered', { detail: created }));
      return created.webhookId;
    });
  };

  override render() {
    const { problem } = this.#registration;
    return html`<form novalidate aria-label="Register a webhook" @submit=${this.handleSubmit}>
      <div>
        <label class="label" for="url">Address; the built-in receiver shows below what arrives</label>
        <input
          class="field"
          id="url"
          name="url"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          .value=${receiverUrl()}
          aria-describedby="problem"
        />
      </div>
      <details>
        <summary>Event types</summary>
        <div class="types">
          ${EVENT_TYPES.map(
            type =>
              html`<label><input type="checkbox" name="events" checked .value=${type} />${type}</label>`,
          )}
        </div>
      </details>
      <p class="error-text" id="problem" role="alert">${problem ?? nothing}</p>
      <button class="button primary" type="submit">Register</button>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-webhook-form': QaWebhookForm;
  }
}

/**
 * The client's webhooks, which can be tested, enabled and deleted.
 *
 * @fires webhooks-changed - One was tested, enabled or deleted.
 */
@customElement('qa-webhook-list')
class QaWebhookList extends LitElement {
  static override readonly styles = [
    controls,
    statusStyles,
    css`
      ul {
        list-style: none;
      }

      li {
        border-bottom: 1px solid var(--line);
        display: grid;
        gap: 4px;
        padding: 8px 0;
      }

      code {
        overflow-wrap: anywhere;
      }

      small {
        color: var(--ink-2);
        font-size: 12px;
      }

      .empty {
        padding-inline: 0;
      }
    `,
  ];

  readonly #webhooks = new LatestValue<readonly Webhook[]>(this);
  readonly #test = new LatestValue<TestDelivery & { readonly webhookId: string }>(this);

  @property({ attribute: false }) service!: ServiceClient;
  /** The secrets that this page knows, by webhook id. */
  @property({ attribute: false }) secrets: ReadonlyMap<string, string> = new Map();
  /** Incremented when webhooks may have changed. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('service')) {
      this.#webhooks.clear();
      this.#test.clear();
    }
    if (!changed.has('service') && !changed.has('revision')) return;
    void this.#webhooks.load(signal => readWebhooks(this.service, signal));
  }

  private change(work: () => Promise<void>): void {
    void this.#webhooks.load(async signal => {
      await work();
      const webhooks = await readWebhooks(this.service, signal);
      this.dispatchEvent(new Event('webhooks-changed'));
      return webhooks;
    });
  }

  private async test(webhookId: string): Promise<void> {
    await this.#test.load(async () => ({ webhookId, ...(await testWebhook(this.service, webhookId)) }));
    this.dispatchEvent(new Event('webhooks-changed'));
  }

  private renderTest(webhookId: string) {
    const { value, problem } = this.#test;
    if (problem !== undefined) return html`<p class="error-text" role="alert">${problem}</p>`;
    if (value?.webhookId !== webhookId) return nothing;
    const { success, httpStatus, error } = value;
    return html`<p role="status">
      Test delivery: ${success ? `answered ${httpStatus}` : (error ?? `answered ${httpStatus}`)}
    </p>`;
  }

  private renderTools({ webhookId, status }: Webhook) {
    const secret = this.secrets.get(webhookId);
    return html`<div class="tools">
      <button
        class="button"
        type="button"
        aria-label="Send a test to ${webhookId}"
        @click=${() => this.test(webhookId)}
      >
        Test
      </button>
      ${
        status === 'DISABLED'
          ? html`<button
              class="button"
              type="button"
              aria-label="Enable ${webhookId}"
              @click=${() => this.change(() => enableWebhook(this.service, webhookId))}
            >
              Enable
            </button>`
          : nothing
      }
      ${
        secret === undefined
          ? nothing
          : html`<qa-copy
              .text=${() => secret}
              label="Copy secret of ${webhookId}"
              short="Copy secret"
            ></qa-copy>`
      }
      <button
        class="button danger"
        type="button"
        aria-label="Delete ${webhookId}"
        @click=${() => this.change(() => deleteWebhook(this.service, webhookId))}
      >
        Delete
      </button>
    </div>`;
  }

  private readonly renderWebhook = (webhook: Webhook) => {
    const { webhookId, url, events, status } = webhook;
    return html`<li>
      <code>${url}</code>
      <small>
        <span class="status ${status}">${status === 'ACTIVE' ? 'Active' : stateName(status)}</span>
        ${webhookId} · ${events.length === 1 ? events[0] : `${events.length} event types`}
      </small>
      ${this.renderTools(webhook)} ${this.renderTest(webhookId)}
    </li>`;
  };

  override render() {
    const { value = [], problem } = this.#webhooks;
    return html`${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
    ${
      value.length === 0
        ? html`<p class="empty">No webhook of the client ${this.service.clientId} yet.</p>`
        : html`<ul>
            ${value.map(this.renderWebhook)}
          </ul>`
    }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-webhook-list': QaWebhookList;
  }
}

/** The webhooks, their deliveries, and what the service's built-in receiver got. */
@customElement('qa-webhooks')
class QaWebhooks extends LitElement {
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
