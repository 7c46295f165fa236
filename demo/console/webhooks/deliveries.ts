import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { stateName } from '../friendly-names.ts';
import { Latest } from '../latest.ts';
import { statusStyles } from '../status.styles.ts';
import { deliveryStyles } from './delivery.styles.ts';
import { verifyArrival, type Verdict } from './verify-arrival.ts';
import { readArrivals, readDeliveries, redeliver } from './webhook-calls.ts';
import type { Arrival, Attempt, Delivery } from './webhook-shapes.ts';

/** An arrival with what its check found. */
interface Checked extends Arrival {
  readonly verdict: Verdict;
}

interface Traffic {
  readonly deliveries: readonly Delivery[];
  /** Newest first. */
  readonly arrivals: readonly Checked[];
}

/** Deliveries go out just after the request that caused them was answered, and their outcome is written later. */
const LOOKS_MS = [300, 1500, 4000];

const timeOf = (iso: string): string => new Date(iso).toLocaleString('en-GB');

/** What the service sends, with every try and its signature, and what the built-in receiver got and verified. */
@customElement('qa-deliveries')
export class QaDeliveries extends LitElement {
  static override readonly styles = [controls, statusStyles, deliveryStyles];

  readonly #traffic = new Latest<Traffic>(this);
  readonly #redelivery = new Latest<void>(this);
  #looks: ReturnType<typeof setTimeout>[] = [];

  /** By the webhooks' ids: those that this page was told. */
  @property({ attribute: false }) secrets: ReadonlyMap<string, string> = new Map();
  /** Anything that may have caused an event counts it up. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) this.watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const look of this.#looks) clearTimeout(look);
  }

  /** Reads now, and again when what was just caused should have arrived. */
  private watch(): void {
    for (const look of this.#looks) clearTimeout(look);
    this.#looks = LOOKS_MS.map(wait => setTimeout(() => this.read(), wait));
    this.read();
  }

  private read(): void {
    void this.#traffic.load(async signal => {
      const [deliveries, arrivals] = await Promise.all([readDeliveries(signal), readArrivals(signal)]);
      const check = async (arrival: Arrival): Promise<Checked> => {
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

  private readonly renderArrival = ({ at, webhookId, timestamp, signature, body, verdict }: Checked) =>
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

/** As it is, where it is no JSON. */
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
