import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { armFault, clearFaults, moveClock, resetClock } from '../http/local-tools.ts';
import { explain } from '../http/service-client.ts';
import type { Fault } from '../http/service-types.ts';
import { NETWORK_MODES, type SimulatedNetwork } from '../log/network.ts';
import { type CameraMode, CAMERAS } from '../preview/simulated-camera.ts';
import { consoleEvent } from '../ui/console-event.ts';
import { controls } from '../ui/controls.styles.ts';
import type { QaPopover } from '../ui/popover.ts';
import { symbol } from '../ui/symbols.ts';
import { faultName, NAMED_FAULTS, type NamedFault } from './named-faults.ts';
import '../ui/popover.ts';

const conditionStyles = css`
  :host {
    align-items: center;
    background: var(--surface);
    border-top: 1px solid var(--line);
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    min-height: 52px;
    padding: 8px 12px;
  }

  .chip {
    background-color: var(--backdrop);
    border-color: transparent;
  }

  .chip.on {
    background-color: var(--warn-soft);
    color: var(--warn);
    font-weight: 600;
    max-width: 100%;
    white-space: normal;
  }

  .field.chip {
    font-weight: 500;
    width: 9.6rem;
  }

  .field.camera {
    width: 8rem;
  }

  .moves {
    display: grid;
    gap: 6px;
    grid-template-columns: repeat(4, 1fr);
  }

  .shift {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    margin-top: 8px;
  }

  .named {
    list-style: none;
    width: min(24rem, calc(100vw - 48px));
  }

  .item {
    background: none;
    border: 0;
    border-radius: 8px;
    color: inherit;
    cursor: pointer;
    display: grid;
    font: inherit;
    gap: 1px;
    padding: 7px 8px;
    text-align: start;
    width: 100%;
  }

  .item:hover {
    background: var(--hover);
  }

  .item strong {
    font-weight: 600;
  }

  .item small {
    color: var(--ink-2);
    font-size: 12px;
  }

  .end {
    margin-inline-start: auto;
  }
`;

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** The difference of the service's clock from this device's, such as `2 h 5 min ahead`. Less than 5 s is ignored. */
export function shiftText(milliseconds: number): string {
  const exact = Math.abs(milliseconds) / 1000;
  if (exact < 5) return 'true time';
  // The measurement includes the duration of a request, so from a minute on seconds are left out.
  let seconds = exact < 59.5 ? Math.round(exact) : Math.round(exact / 60) * 60;
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return `${parts.join(' ')} ${milliseconds > 0 ? 'ahead' : 'behind'}`;
}

const CLOCK_MOVES = [
  ['−1 h', -3600],
  ['+5 min', 300],
  ['+1 h', 3600],
  ['+1 day', 86_400],
] as const;

/**
 * The conditions of the session: clock, faults, network, camera. Each one that is not the default is a chip that can
 * be removed.
 *
 * @fires service-changed - A fault was armed or removed, or the clock was moved.
 * @fires {CustomEvent<CameraMode>} camera-chosen
 * @slot - More, at the end.
 */
@customElement('qa-conditions')
class QaConditions extends LitElement {
  static override readonly styles = [controls, conditionStyles];

  @state() private problem: string | undefined;

  @property({ attribute: false }) faults: readonly Fault[] = [];
  /** Milliseconds that the service's clock is ahead of this device's. */
  @property({ attribute: false }) shift: number | undefined;
  @property({ attribute: false }) network!: SimulatedNetwork;
  @property({ attribute: false }) camera: CameraMode = 'own';

  @query('.faults') private readonly faultMenu!: QaPopover;

  readonly #handleNetwork = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.network.addEventListener('change', this.#handleNetwork);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.network.removeEventListener('change', this.#handleNetwork);
  }

  private async change(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem = undefined;
    } catch (error) {
      this.problem = explain(error);
    }
    this.dispatchEvent(new Event('service-changed', { bubbles: true, composed: true }));
  }

  private removeFault(removed: Fault): Promise<void> {
    // The service removes all or none.
    return this.change(async () => {
      await clearFaults();
      for (const fault of this.faults) if (fault !== removed) await armFault(fault);
    });
  }

  private armFault(fault: Fault): void {
    this.faultMenu.close();
    void this.change(() => armFault(fault));
  }

  private chip(name: string, onRemove: () => void) {
    return html`<button class="button chip on" type="button" aria-label="Remove: ${name}" @click=${onRemove}>
      ${name} ${symbol('cross')}
    </button>`;
  }

  private renderClock() {
    const { shift = 0 } = this;
    const isMoved = shiftText(shift) !== shiftText(0);
    return html`<qa-popover label="Move the service’s clock" variant="chip">
        <span slot="label">Clock</span>
        <div class="moves">
          ${CLOCK_MOVES.map(
            ([name, seconds]) =>
              html`<button
                class="button"
                type="button"
                aria-label="Move the service’s clock by ${name}"
                @click=${() => this.change(() => moveClock(seconds))}
              >
                ${name}
              </button>`,
          )}
        </div>
        <p class="shift" role="status">${shiftText(shift)}</p>
      </qa-popover>
      ${isMoved ? this.chip(`Clock ${shiftText(shift)}`, () => void this.change(resetClock)) : nothing}`;
  }

  private renderFaults() {
    return html`<qa-popover class="faults" label="Add a fault" variant="chip">
        <ul class="named">
          ${Object.values(NAMED_FAULTS).map(
            ({ name, expected, fault }: NamedFault) =>
              html`<li>
                <button
                  class="item"
                  type="button"
                  aria-label="Arm: ${name}"
                  @click=${() => this.armFault(fault)}
                >
                  <strong>${name}</strong><small>${expected}</small>
                </button>
              </li>`,
          )}
        </ul>
      </qa-popover>
      ${this.faults.map(fault => this.chip(faultName(fault), () => void this.removeFault(fault)))}`;
  }

  private readonly handleNetwork = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const mode = NETWORK_MODES.find(([name]) => name === target.value)?.[0];
    if (mode !== undefined) this.network.set(mode);
  };

  private readonly handleCamera = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const camera = CAMERAS.find(([name]) => name === target.value)?.[0];
    if (camera !== undefined) this.dispatchEvent(consoleEvent('camera-chosen', camera));
  };

  override render() {
    const { camera, network, problem } = this;
    return html`${this.renderClock()} ${this.renderFaults()}
      <select
        class="field chip network ${network.mode === 'normal' ? '' : 'on'}"
        aria-label="Widget’s network"
        @change=${this.handleNetwork}
      >
        ${NETWORK_MODES.map(
          ([mode, name]) =>
            html`<option value=${mode} .selected=${live(mode === network.mode)}>Network: ${name}</option>`,
        )}
      </select>
      <select
        class="field chip camera ${camera === 'own' ? '' : 'on'}"
        aria-label="Widget’s camera"
        @change=${this.handleCamera}
      >
        ${CAMERAS.map(
          ([mode, name]) =>
            html`<option value=${mode} .selected=${live(mode === camera)}>Camera: ${name}</option>`,
        )}
      </select>
      ${problem === undefined ? nothing : html`<p class="error-text" role="alert">${problem}</p>`}
      <span class="end"><slot></slot></span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-conditions': QaConditions;
  }
}
