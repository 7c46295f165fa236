import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from './ui/controls.styles.ts';
import type { PreviewState } from './preview-state.ts';
import './preview/appearance-editor.ts';
import type { WidgetListener } from './preview/device-frame.ts';
import './preview/device-toolbar.ts';
import './preview/hosted-qr.ts';
import './preview/preview.ts';
import { requestMembers } from './settings/session-request.ts';

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
