import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import { stateName } from '../friendly-names.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { statusStyles } from '../ui/status.styles.ts';
import { deleteWebhook, enableWebhook, readWebhooks, testWebhook } from './webhook-calls.ts';
import type { TestDelivery, Webhook } from '../http/service-types.ts';

/**
 * The client's webhooks, which can be tested, enabled and deleted.
 *
 * @fires webhooks-changed - One was tested, enabled or deleted.
 */
@customElement('qa-webhook-list')
export class QaWebhookList extends LitElement {
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
