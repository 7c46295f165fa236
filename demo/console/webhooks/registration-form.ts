import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import type { ServiceClient } from '../http/service-client.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { EVENT_TYPES } from '../../../packages/service/event-types.ts';
import { receiverUrl, registerWebhook } from './webhook-calls.ts';

/**
 * Registers webhooks; by default for all event types, at the service's built-in receiver.
 *
 * @fires {CustomEvent<RegisteredWebhook>} webhook-registered - It does not bubble, because it holds the secret.
 */
@customElement('qa-webhook-form')
export class QaWebhookForm extends LitElement {
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
