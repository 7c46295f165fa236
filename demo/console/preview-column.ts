import { correction, generate } from 'lean-qr/nano';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ElementState } from './console-controller.ts';
import { type PreviewSession, signerLinkOf } from './created-sessions.ts';
import type { Fault } from './http/service-types.ts';
import type { WidgetListener } from './preview/device-frame.ts';
import type { DeviceSettings } from './preview/devices.ts';
import type { CameraMode } from './preview/simulated-camera.ts';
import type { ScenarioResult } from './scenarios/compare-result.ts';
import type { ScenarioRun } from './scenarios/scenario-run.ts';
import { fieldRows } from './session-form/field-row.ts';
import { styles } from './session-form/session-form.styles.ts';
import { APPEARANCE_FIELDS } from './settings/fields.ts';
import { requestMembers } from './settings/session-request.ts';
import { type Settings, withValue } from './settings/settings.ts';
import { consoleEvent } from './ui/console-event.ts';
import { controls } from './ui/controls.styles.ts';
import { QaPopover } from './ui/popover.ts';
import { symbol } from './ui/symbols.ts';
import './ui/popover.ts';
import './ui/copy-button.ts';
import './preview/device-toolbar.ts';
import './preview/preview.ts';

const NO_COMPLAINT = (): string => '';

/**
 * The fields of the appearance. The widget applies each change at once.
 *
 * @fires {CustomEvent<Settings>} settings-changed
 */
@customElement('qa-appearance')
class QaAppearance extends LitElement {
  static override readonly styles = [
    controls,
    styles,
    css`
      :host {
        display: inline-flex;
      }

      .rows {
        width: min(21rem, calc(100vw - 48px));
      }
    `,
  ];

  @property({ attribute: false }) settings!: Settings;

  override render() {
    const { settings } = this;
    return html`<qa-popover label="Appearance">
      <div class="rows">
        ${fieldRows(APPEARANCE_FIELDS, settings.values, NO_COMPLAINT, (pointer, value) =>
          this.dispatchEvent(consoleEvent('settings-changed', withValue(settings, pointer, value))),
        )}
      </div>
    </qa-popover>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-appearance': QaAppearance;
  }
}

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code. Black on white in every colour scheme, for cameras. @param label its accessible name */
function qrDrawing(text: string, label: string): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  const modules: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    }
  }
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <path d=${modules.join('')} />
  </svg>`;
}

const qrStyles = css`
  .qr {
    background: #fff;
    border: 1px solid var(--line);
    border-radius: 8px;
    fill: #000;
    shape-rendering: crispedges;
    width: 100%;
  }
`;

/** Host names that only reach the device itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The signer's link as a QR code for a phone. */
@customElement('qa-hosted-qr')
class QaHostedQr extends LitElement {
  static override readonly styles = [
    controls,
    qrStyles,
    css`
      :host {
        display: inline-flex;
      }

      [slot='label'] {
        align-items: center;
        display: inline-flex;
        gap: 6px;
      }

      .code {
        display: grid;
        gap: 10px;
        width: min(17rem, calc(100vw - 48px));
      }

      .hint {
        color: var(--ink-2);
      }
    `,
  ];

  /** Rendered only while the panel is open: anybody who scans it can sign. */
  @state() private isOpen = false;

  @property({ attribute: false }) sessions: readonly PreviewSession[] = [];

  private readonly handleToggle = ({ target }: Event) => {
    this.isOpen = target instanceof QaPopover && target.isOpen;
  };

  private readonly renderSession = (session: PreviewSession) => {
    const link = signerLinkOf(session);
    const isLocal = LOOPBACK.includes(new URL(link).hostname);
    const whose = session.signer === undefined ? '' : ` of signer ${session.signer.index}`;
    return html`${session.signer === undefined ? nothing : html`<h3>${session.signer.name}</h3>`}
      ${qrDrawing(link, `QR code of the hosted page${whose}`)}
      ${
        isLocal
          ? html`<p class="hint">
              This address works on this machine only. A phone needs https: put a proxy with a certificate in
              front of the service, and start it with its address in <code>PUBLIC_URL</code>.
            </p>`
          : nothing
      } <qa-copy .text=${() => link} label="Copy link${whose}" short="Copy link"></qa-copy>`;
  };

  override render() {
    const { sessions } = this;
    return html`<qa-popover label="QR for a real phone" variant="icon" @panel-toggled=${this.handleToggle}>
      <span slot="label">${symbol('qr')}</span>
      <div class="code">
        ${sessions.length === 0 ? html`<p>Run a scenario first: its link is shown here.</p>` : nothing}
        ${this.isOpen ? sessions.map(this.renderSession) : nothing}
      </div>
    </qa-popover>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-hosted-qr': QaHostedQr;
  }
}

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
