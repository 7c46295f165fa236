import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import { moveClock, readServiceTime, resetClock } from '../http/local-tools.ts';
import { Latest } from '../latest.ts';
import { shiftText } from './time-shift.ts';

const MOVES = [
  ['−1 h', -3600],
  ['+5 min', 300],
  ['+1 h', 3600],
] as const;

/**
 * The service's time, which QA can move.
 *
 * @fires clock-moved
 */
@customElement('qa-clock')
export class QaClock extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }

      .time {
        font-variant-numeric: tabular-nums;
        font-weight: 600;
      }

      .shift {
        color: var(--ink-2);
        margin-inline-end: 4px;
      }
    `,
  ];

  /** Milliseconds that the service's clock is ahead of this device's. */
  readonly #shift = new Latest<number>(this);
  #ticks: ReturnType<typeof setInterval> | undefined;

  /** Anything that may have moved the clock counts it up. */
  @property({ attribute: false }) revision = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticks = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticks);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) void this.#shift.load(measureShift);
  }

  private async move(work: () => Promise<void>): Promise<void> {
    await this.#shift.load(async signal => {
      await work();
      return measureShift(signal);
    });
    this.dispatchEvent(new Event('clock-moved'));
  }

  override render() {
    const { value: shift, problem } = this.#shift;
    const moved = shift !== undefined && shiftText(shift) !== shiftText(0);
    return html`<span class="shift">Service time</span>
      <span class="time"
        >${shift === undefined ? '…' : new Date(Date.now() + shift).toLocaleTimeString('en-GB')}</span
      >
      <span class="shift" role="status">${problem ?? (shift === undefined ? '' : shiftText(shift))}</span>
      ${MOVES.map(
        ([name, seconds]) =>
          html`<button
            class="button"
            type="button"
            aria-label="Move the service’s clock by ${name}"
            @click=${() => this.move(() => moveClock(seconds))}
          >
            ${name}
          </button>`,
      )}
      ${
        moved
          ? html`<button
              class="button"
              type="button"
              aria-label="Set the service’s clock right"
              @click=${() => this.move(resetClock)}
            >
              True time
            </button>`
          : nothing
      }`;
  }
}

async function measureShift(signal: AbortSignal): Promise<number> {
  return (await readServiceTime(signal)).getTime() - Date.now();
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-clock': QaClock;
  }
}
