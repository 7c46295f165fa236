import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { verifyWebhook, WebhookError } from '../../../src/server/index.ts';
import { stateName } from '../friendly-names.ts';
import type { Arrival, Attempt, Delivery } from '../http/service-types.ts';
import { controls, statusStyles } from '../ui/controls.styles.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { deliveryStyles } from './delivery.styles.ts';
import { readArrivals, readDeliveries, redeliver } from './webhook-calls.ts';

/** The result of a receiver's check (service interface, "Delivery headers"). */
type WebhookCheck =
  | 'genuine'
  /** Not signed with this secret, or changed in transit. */
  | 'not genuine'
  /** Its timestamp differs from the time of arrival by more than the tolerance. */
  | 'out of time'
  /** The webhook was registered elsewhere, or before this page was loaded. */
  | 'secret not known here';

/** Checks an arrival as every receiver should, at the time when it came. */
export async function verifyArrival(
  { at, timestamp, signature, body }: Arrival,
  secret: string | undefined,
): Promise<WebhookCheck> {
  if (secret === undefined) return 'secret not known here';
  const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
  try {
    await verifyWebhook(body, headers, { secret, now: new Date(at) });
    return 'genuine';
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return error.code === 'expired' ? 'out of time' : 'not genuine';
  }
}

/** A received webhook with the result of its check. */
interface CheckedArrival extends Arrival {
  readonly verdict: WebhookCheck;
}

interface Traffic {
  readonly deliveries: readonly Delivery[];
  /** Newest first. */
  readonly arrivals: readonly CheckedArrival[];
}

/** Deliveries are sent after the request that caused them is answered, and their result is stored later. */
const REFRESH_DELAYS_MS = [300, 1500, 4000];

const timeOf = (iso: string): string => new Date(iso).toLocaleString('en-GB');

/** The service's deliveries with their attempts and signatures, and what the built-in receiver verified. */
@customElement('qa-deliveries')
class QaDeliveries extends LitElement {
  static override readonly styles = [controls, statusStyles, deliveryStyles];

  readonly #traffic = new LatestValue<Traffic>(this);
  readonly #redelivery = new LatestValue<void>(this);
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** The secrets that this page knows, by webhook id. */
  @property({ attribute: false }) secrets: ReadonlyMap<string, string> = new Map();
  /** Incremented when there may be new deliveries. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) this.watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const look of this.#timers) clearTimeout(look);
  }

  /** Reads now, and again when new deliveries should have arrived. */
  private watch(): void {
    for (const look of this.#timers) clearTimeout(look);
    this.#timers = REFRESH_DELAYS_MS.map(wait => setTimeout(() => this.read(), wait));
    this.read();
  }

  private read(): void {
    void this.#traffic.load(async signal => {
      const [deliveries, arrivals] = await Promise.all([readDeliveries(signal), readArrivals(signal)]);
      const check = async (arrival: Arrival): Promise<CheckedArrival> => {
        return { ...arrival, verdict: await verifyArrival(arrival, this.secrets.get(arrival.webhookId)) };
      };
      return { deliveries, arrivals: (await Promise.all(arrivals.map(check))).toReversed() };
    });
  }

  private readonly handleRefresh = () => {
    this.#redelivery.clear();
    this.watch();
  };

  private async redeliver(deliveryId: string): Promise<void> {
    await this.#redelivery.load(() => redeliver(deliveryId));
    this.watch();
  }

  private readonly renderAttempt = ({ at, httpStatus, error, timestamp, signature }: Attempt) =>
    html`<li>
      <span>${timeOf(at)}: ${error ?? `answered ${httpStatus}`}</span>
      <code>t=${timestamp} ${signature}</code>
    </li>`;

  private readonly renderDelivery = ({ deliveryId, eventType, state, dueAt, url, tries, body }: Delivery) =>
    html`<li class="entry">
      <div class="line">
        <strong>${eventType}</strong>
        <span class="status ${state}">${stateName(state)}</span>
        <button
          class="button"
          type="button"
          aria-label="Redeliver ${deliveryId}"
          @click=${() => this.redeliver(deliveryId)}
        >
          Redeliver
        </button>
      </div>
      <small>
        ${deliveryId} to ${url}
        ${state === 'PENDING' && tries.length > 0 ? `· next try ${timeOf(dueAt)}` : nothing}
      </small>
      <details>
        <summary>${tries.length === 1 ? '1 try' : `${tries.length} tries`}</summary>
        <ol class="tries">
          ${tries.map(this.renderAttempt)}
        </ol>
        <pre tabindex="0" aria-label="Body of ${deliveryId}">${prettyJson(body)}</pre>
      </details>
    </li>`;

  private readonly renderArrival = ({ at, webhookId, timestamp, signature, body, verdict }: CheckedArrival) =>
    html`<li class="entry">
      <div class="line">
        <strong>${eventTypeOf(body)}</strong>
        <span
          class="verdict ${verdict === 'genuine' ? 'good' : verdict === 'secret not known here' ? '' : 'bad'}"
        >
          Signature: ${verdict}
        </span>
      </div>
      <small>${timeOf(at)} for ${webhookId}</small>
      <details>
        <summary>What arrived</summary>
        <code class="signature"
          >X-Service-Timestamp: ${timestamp}<br />X-Service-Signature: ${signature}</code
        >
        <pre tabindex="0" aria-label="Body that arrived at ${timeOf(at)}">${prettyJson(body)}</pre>
      </details>
    </li>`;

  private renderTraffic({ deliveries, arrivals }: Traffic) {
    return html`<h3>Deliveries <span class="count">${deliveries.length}</span></h3>
      ${
        deliveries.length === 0
          ? html`<p class="empty">Nothing has been sent yet.</p>`
          : html`<ul class="deliveries">
              ${deliveries.map(this.renderDelivery)}
            </ul>`
      }
      <h3>Built-in receiver <span class="count">${arrivals.length}</span></h3>
      ${
        arrivals.length === 0
          ? html`<p class="empty">Nothing has arrived yet.</p>`
          : html`<ul class="arrivals">
              ${arrivals.map(this.renderArrival)}
            </ul>`
      }`;
  }

  override render() {
    const { value } = this.#traffic;
    const problem = this.#redelivery.problem ?? this.#traffic.problem;
    return html`<button class="button" type="button" @click=${this.handleRefresh}>Look again</button>
      ${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
      ${value === undefined ? nothing : this.renderTraffic(value)}`;
  }
}

/** Indented JSON; other texts unchanged. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function eventTypeOf(body: string): string {
  return /"eventType":"([\w.]+)"/.exec(body)?.[1] ?? 'No delivery';
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-deliveries': QaDeliveries;
  }
}
