import { LitElement, css, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { controls } from '../ui/controls.styles.ts';
import type { PreviewSession } from '../created-sessions.ts';
import type { WidgetListener } from './device-frame.ts';
import './device-frame.ts';
import { fittingScale, shownSize, type DeviceSettings } from './devices.ts';

/** The gap between and around devices, CSS pixels, including 8 for their frames. */
const GAP = 28;

/** At a smaller scale the text is unreadable, so the devices are scrolled instead. */
const SMALLEST = 0.35;

/** The height of the signer's name above a device, if there are several. */
const NAME_HEIGHT = 28;

/** The devices with the widgets of the signers, as large as they fit. */
@customElement('qa-preview')
class QaPreview extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        min-height: 0;
        min-width: 0;
      }

      .space {
        align-items: center;
        background: var(--backdrop);
        display: flex;
        gap: 28px;
        justify-content: safe center;
        min-height: 0;
        overflow: auto;
        padding: 12px 28px;
        position: relative;
      }

      .invitation {
        display: grid;
        gap: 6px;
        justify-items: center;
        max-width: 26rem;
        text-align: center;
      }

      .invitation h2 {
        font-size: 18px;
      }

      .invitation p {
        color: var(--ink-2);
      }
    `,
  ];

  readonly #observer = new ResizeObserver(() => this.measure());

  @state() private available = { width: 0, height: 0 };

  @property({ attribute: false }) sessions: readonly PreviewSession[] = [];
  @property({ attribute: false }) device!: DeviceSettings;
  @property({ attribute: false }) appearance: Readonly<Record<string, string>> = {};
  /** Counts how often the elements were created again. */
  @property({ attribute: false }) generation = 0;
  /** Whether the elements are on the page. */
  @property({ attribute: false }) present = true;

  /** The service refused to create the session. */
  @property({ attribute: false }) wasRefused = false;
  @property({ attribute: false }) onWidgetEvent: WidgetListener = () => undefined;

  @query('.space') private readonly space!: HTMLElement;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#observer.observe(this.space);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  override firstUpdated(): void {
    this.#observer.observe(this.space);
  }

  /** Moves the focus to the devices. */
  focusDevices(): void {
    this.space.focus();
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.space;
    if (width !== this.available.width || height !== this.available.height)
      this.available = { width, height };
  }

  private get scale(): number {
    const { sessions, available } = this;
    const count = Math.max(1, sessions.length);
    const names = count > 1 ? NAME_HEIGHT : 0;
    const space = { width: available.width, height: available.height - names };
    return fittingScale(space, shownSize(this.device), { count, gap: GAP, smallest: SMALLEST });
  }

  private renderDevices() {
    const { sessions, device, appearance, generation, present, scale, onWidgetEvent } = this;
    if (this.wasRefused) {
      return html`<div class="invitation">
        <h2>The service refused to make the session</h2>
        <p>So there is nothing for a signer to see. What it says stands with the result.</p>
      </div>`;
    }
    if (sessions.length === 0) {
      return html`<div class="invitation">
        <h2>Choose a scenario</h2>
        <p>One press makes a session and shows it here, as a signer sees it. “Customise” makes any other.</p>
      </div>`;
    }
    return repeat(
      sessions,
      ({ sessionId }) => sessionId,
      session =>
        html`<qa-device
          .session=${session}
          .device=${device}
          .appearance=${appearance}
          .generation=${generation}
          .present=${present}
          .scale=${scale}
          .onWidgetEvent=${onWidgetEvent}
        ></qa-device>`,
    );
  }

  override render() {
    return html`<div class="space" role="region" aria-label="Devices" tabindex="0">
      ${this.renderDevices()}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-preview': QaPreview;
  }
}
