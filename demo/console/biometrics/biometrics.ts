import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { controls } from '../ui/controls.styles.ts';
import { readBiometrics, setBiometrics } from '../http/local-tools.ts';
import type { BiometricMode } from '../http/service-types.ts';
import { LatestValue } from '../ui/latest-value.ts';

const MODES: readonly (readonly [mode: BiometricMode, name: string])[] = [
  ['SIMULATED', 'simulated, no camera'],
  ['LIVE', 'real, by camera'],
  ['OFF', 'off'],
];

/** Whether signers of the selected client need real faces, from their next camera step on. */
@customElement('qa-biometrics')
class QaBiometrics extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: block;
      }

      .field {
        width: 170px;
      }
    `,
  ];

  readonly #mode = new LatestValue<BiometricMode>(this);

  @property({ attribute: false }) tenantId!: string;
  /** Incremented when it may have changed. */
  @property({ attribute: false }) revision = 0;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tenantId')) this.#mode.clear();
    if (changed.has('tenantId') || changed.has('revision')) void this.load();
  }

  private load(work: () => Promise<void> = async () => undefined): Promise<void> {
    const { tenantId } = this;
    return this.#mode.load(async signal => {
      await work();
      return readBiometrics(tenantId, signal);
    });
  }

  private readonly handleMode = async (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    const mode = MODES.find(([name]) => name === value)?.[0];
    if (mode === undefined) return;
    await this.load(() => setBiometrics(this.tenantId, mode));
  };

  override render() {
    const { value, problem } = this.#mode;
    return html`<label class="select-label"
        >Faces
        <select class="field" ?disabled=${value === undefined} @change=${this.handleMode}>
          ${MODES.map(
            ([mode, name]) => html`<option value=${mode} .selected=${live(mode === value)}>${name}</option>`,
          )}
        </select>
      </label>
      ${problem === undefined ? nothing : html`<p class="error-text" role="alert">${problem}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-biometrics': QaBiometrics;
  }
}
