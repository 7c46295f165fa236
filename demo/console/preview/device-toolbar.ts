import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { controls } from '../ui/controls.styles.ts';
import { LOCALES, LOCALE_NAMES } from '../settings/fields.ts';
import '../ui/popover.ts';
import { segmentStyles, segments } from '../ui/segments.ts';
import { symbol } from '../ui/symbols.ts';
import {
  clampSize,
  DEVICES,
  type DeviceSettings,
  NARROWEST,
  shownSize,
  SIZES,
  WIDEST,
  withDevice,
} from './devices.ts';
import { consoleEvent } from '../ui/console-event.ts';

const SCHEME_NAMES = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/**
 * Selects the device that the widget is shown on.
 *
 * @fires {CustomEvent<DeviceSettings>} device-chosen
 * @slot - More tools, at the end.
 */
@customElement('qa-device-toolbar')
class QaDeviceToolbar extends LitElement {
  static override readonly styles = [
    controls,
    segmentStyles,
    css`
      :host {
        align-items: center;
        background: var(--surface);
        border-bottom: 1px solid var(--line);
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        min-height: 48px;
        padding: 6px 10px;
      }

      .size {
        display: grid;
        gap: 10px;
        width: 220px;
      }

      .sides {
        align-items: end;
        display: grid;
        gap: 8px;
        grid-template-columns: 1fr 1fr;
      }

      .presets {
        display: grid;
        gap: 4px;
        grid-template-columns: 1fr 1fr;
      }

      .numbers {
        font-variant-numeric: tabular-nums;
        min-width: 8.5ch;
      }

      .end {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin-inline-start: auto;
      }
    `,
  ];

  @property({ attribute: false }) device!: DeviceSettings;

  private choose(changes: Partial<DeviceSettings>): void {
    this.dispatchEvent(consoleEvent('device-chosen', { ...this.device, ...changes }));
  }

  private readonly handleScheme = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const scheme = SCHEME_NAMES.find(([name]) => name === target.value)?.[0];
    if (scheme !== undefined) this.choose({ scheme });
  };

  private readonly handleLocale = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) this.choose({ locale: target.value });
  };

  private renderSide(side: 'width' | 'height', name: string) {
    const handleChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement)
        this.choose({ device: 'own', [side]: clampSize(Number(target.value)) });
    };
    return html`<label>
      <span class="label">${name}</span>
      <input
        class="field"
        type="number"
        min=${NARROWEST}
        max=${WIDEST}
        .value=${live(String(this.device[side]))}
        @change=${handleChange}
      />
    </label>`;
  }

  private renderSize() {
    const { landscape } = this.device;
    const { width, height } = shownSize(this.device);
    return html`<qa-popover label="Size, language and colours">
      <span slot="label" class="numbers"
        ><span class="visually-hidden">Size, language and colours: </span>${width} × ${height}</span
      >
      <div class="size">
        <div class="sides">${this.renderSide('width', 'Width')} ${this.renderSide('height', 'Height')}</div>
        <div class="presets">
          ${SIZES.map(
            ([name, presetWidth, presetHeight]) =>
              html`<button
                class="button small"
                type="button"
                @click=${() => this.choose({ device: 'own', width: presetWidth, height: presetHeight })}
              >
                ${name}
              </button>`,
          )}
        </div>
        <button
          class="button"
          type="button"
          aria-pressed=${landscape ? 'true' : 'false'}
          @click=${() => this.choose({ landscape: !landscape })}
        >
          ${symbol('turn')} Landscape
        </button>
        ${this.renderLocale()} ${this.renderScheme()}
      </div>
    </qa-popover>`;
  }

  private renderLocale() {
    const { locale } = this.device;
    return html`<label>
      <span class="label">Widget’s language</span>
      <select class="field" @change=${this.handleLocale}>
        <option value="" .selected=${live(locale === '')}>As session</option>
        ${LOCALES.map(
          each =>
            html`<option value=${each} .selected=${live(each === locale)}>${LOCALE_NAMES[each]}</option>`,
        )}
      </select>
    </label>`;
  }

  private renderScheme() {
    const { scheme } = this.device;
    return html`<label>
      <span class="label">Widget’s colours</span>
      <select class="field" @change=${this.handleScheme}>
        ${SCHEME_NAMES.map(
          ([value, name]) =>
            html`<option value=${value} .selected=${live(value === scheme)}>${name}</option>`,
        )}
      </select>
    </label>`;
  }

  override render() {
    const { device } = this.device;
    return html`${segments({
        legend: 'Device',
        choices: DEVICES.map(([value, name]) => [value, name] as const),
        value: device,
        onChoose: value => this.choose(withDevice(this.device, value)),
      })}
      ${this.renderSize()} <span class="end"><slot></slot></span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-device-toolbar': QaDeviceToolbar;
  }
}
