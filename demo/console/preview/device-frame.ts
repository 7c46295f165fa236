import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { SignRedirectEvent } from '../../../src/index.ts';
import { controls } from '../ui/controls.styles.ts';
import { WIDGET_EVENTS } from '../log/activity-log.ts';
import type { PreviewSession } from '../created-sessions.ts';
import { shownSize, type DeviceSettings } from './devices.ts';

/** Called with a widget's events. @param signerIndex of the widget's signer, if there are several widgets */
export type WidgetListener = (event: Event, signerIndex: number | undefined) => void;

/**
 * A device with the widget of one signer on it, as on an integrator's page, drawn at `scale`.
 */
@customElement('qa-device')
class QaDevice extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        flex: none;
        gap: 8px;
      }

      .space {
        height: calc(var(--height) * var(--scale));
        width: calc(var(--width) * var(--scale));
      }

      .device {
        background: light-dark(#f4f6f8, #0d0f13);
        border-radius: 26px;
        box-shadow:
          0 0 0 8px var(--device),
          0 16px 44px light-dark(#0b122033, #000000b3);
        height: var(--height);
        overflow: hidden;
        transform: scale(var(--scale));
        transform-origin: 0 0;
        width: var(--width);
      }

      .device.desktop {
        border-radius: 10px;
        box-shadow:
          0 0 0 1px var(--line-strong),
          0 16px 44px light-dark(#0b122033, #000000b3);
      }

      .screen {
        height: 100%;
        overflow: auto;
        overscroll-behavior: contain;
        /* Else what a widget hides from the eye alone would widen the page. */
        position: relative;
      }

      /* On a real device, the window would be as high. */
      sign-session {
        --sign-height: var(--height);
      }

      .light {
        color-scheme: light;
      }

      .dark {
        color-scheme: dark;
      }

      h3 {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        width: calc(var(--width) * var(--scale));
      }

      .departure {
        overflow-wrap: anywhere;
        width: calc(var(--width) * var(--scale));
      }
    `,
  ];

  /** The address that the widget redirected to. */
  @state() private departure: string | undefined;

  @property({ attribute: false }) session!: PreviewSession;
  @property({ attribute: false }) device!: DeviceSettings;
  /** Overrides the session's appearance. */
  @property({ attribute: false }) appearance: Readonly<Record<string, string>> = {};
  @property({ attribute: false }) scale = 1;
  /** A function, because the events of a removed widget do not bubble. */
  @property({ attribute: false }) onWidgetEvent: WidgetListener = () => undefined;
  /** Another number creates another element. */
  @property({ attribute: false }) generation = 0;
  /** Whether the element is on the page. */
  @property({ attribute: false }) present = true;

  override willUpdate(): void {
    // By CSSOM, because the CSP allows no style attribute.
    const { width, height } = shownSize(this.device);
    this.style.setProperty('--width', `${width}px`);
    this.style.setProperty('--height', `${height}px`);
    this.style.setProperty('--scale', String(this.scale));
  }

  /** Prevents the redirect, which would leave the console and its log. */
  private readonly handleRedirect = (event: SignRedirectEvent) => {
    event.preventDefault();
    this.departure = event.url;
  };

  private readonly handleWidgetEvent = (event: Event) => {
    this.onWidgetEvent(event, this.session.signer?.index);
  };

  /** One function for all updates, because Lit calls a new one again. */
  private readonly listen = (element: Element | undefined) => {
    for (const name of WIDGET_EVENTS) element?.addEventListener(name, this.handleWidgetEvent);
  };

  private renderWidget() {
    if (!this.present) return html`<p class="empty">The element is not on the page.</p>`;
    const { sessionId, clientSecret } = this.session;
    const { scheme, locale } = this.device;
    const element = html`<sign-session
      client-secret=${clientSecret}
      base-url=${location.origin}
      color-scheme=${scheme}
      locale=${ifDefined(locale === '' ? undefined : locale)}
      .appearance=${this.appearance}
      ${ref(this.listen)}
      @sign-redirect=${this.handleRedirect}
    ></sign-session>`;
    return keyed(`${sessionId} ${this.generation}`, element);
  }

  override render() {
    const { signer } = this.session;
    const { device, scheme } = this.device;
    const { width, height } = shownSize(this.device);
    const name = `${signer === undefined ? '' : `Signer ${signer.index}, `}${width} × ${height}`;
    return html`${signer === undefined ? nothing : html`<h3>${signer.index}. ${signer.name}</h3>`}
      <div class="space">
        <div class="device ${device} ${scheme}">
          <div class="screen" role="region" aria-label="Device: ${name}" tabindex="0">
            ${this.renderWidget()}
          </div>
        </div>
      </div>
      ${
        this.departure === undefined
          ? nothing
          : html`<p class="notice plain departure" role="status">
              The widget would now leave for
              <a href=${this.departure} target="_blank" rel="noopener noreferrer">${this.departure}</a>
            </p>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-device': QaDevice;
  }
}
