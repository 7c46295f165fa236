import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ElementState } from './console-controller.ts';
import type { PreviewSession } from './created-sessions.ts';
import type { Fault } from './http/service-types.ts';
import type { WidgetListener } from './preview/device-frame.ts';
import type { DeviceSettings } from './preview/devices.ts';
import type { CameraMode } from './preview/simulated-camera.ts';
import type { ScenarioResult } from './scenarios/compare-result.ts';
import type { ScenarioRun } from './scenarios/scenario-run.ts';
import { requestMembers } from './settings/session-request.ts';
import type { Settings } from './settings/settings.ts';
import { controls } from './ui/controls.styles.ts';
import './preview/appearance-editor.ts';
import './preview/device-toolbar.ts';
import './preview/hosted-qr.ts';
import './preview/preview.ts';

/** What the device and the result show; a new object after each change. */
export interface PreviewState {
  readonly sessions: readonly PreviewSession[];
  readonly settings: Settings;
  readonly device: DeviceSettings;
  readonly isCustomising: boolean;
  readonly run: ScenarioRun | undefined;
  readonly result: ScenarioResult | undefined;
  /** Why no session could be created, as a sentence. */
  readonly problem: string | undefined;
  readonly faults: readonly Fault[];
  /** Milliseconds that the service's clock is ahead of this device's. */
  readonly shift: number | undefined;
  readonly camera: CameraMode;
  readonly element: ElementState;
}

/**
 * The device with its toolbar, whose events bubble.
 *
 * @fires customise-wanted - The form should be opened, or closed.
 */
@customElement('qa-preview-column')
export class QaPreviewColumn extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: auto minmax(0, 1fr);
        min-height: 0;
        min-width: 0;
      }

      @media (width < 1160px) {
        :host {
          grid-template-rows: auto auto;
        }

        qa-preview {
          height: min(44rem, 88dvh);
        }
      }

      @media (width < 560px) {
        qa-preview {
          height: min(42rem, 80dvh);
        }
      }
    `,
  ];

  @property({ attribute: false }) state!: PreviewState;
  @property({ attribute: false }) onWidgetEvent: WidgetListener = () => undefined;

  /** Moves the focus to the devices. */
  focusDevices(): void {
    this.renderRoot.querySelector('qa-preview')?.focusDevices();
  }

  private get appearance(): Readonly<Record<string, string>> {
    const { appearance = {} } = requestMembers(this.state.settings);
    return Object.fromEntries(
      Object.entries(Object(appearance)).map(([name, value]) => [name, String(value)]),
    );
  }

  private renderToolbar() {
    const { device, sessions, settings, isCustomising } = this.state;
    return html`<qa-device-toolbar .device=${device}>
      <qa-hosted-qr .sessions=${sessions}></qa-hosted-qr>
      <qa-appearance .settings=${settings}></qa-appearance>
      <button
        class="button"
        type="button"
        aria-pressed=${isCustomising ? 'true' : 'false'}
        @click=${() => this.dispatchEvent(new Event('customise-wanted'))}
      >
        Customise
      </button>
    </qa-device-toolbar>`;
  }

  override render() {
    const { sessions, device, run, element } = this.state;
    return html`${this.renderToolbar()}
      <qa-preview
        .sessions=${sessions}
        .device=${device}
        .appearance=${this.appearance}
        .generation=${element.generation}
        .present=${element.isPresent}
        .wasRefused=${run?.refusal !== undefined}
        .onWidgetEvent=${this.onWidgetEvent}
      ></qa-preview>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-preview-column': QaPreviewColumn;
  }
}
