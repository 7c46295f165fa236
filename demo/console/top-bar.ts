import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ServiceClient } from './http/service-client.ts';
import { controls } from './ui/controls.styles.ts';
import './menu.ts';

/** The service's time, ticking. */
@customElement('qa-service-time')
class QaServiceTime extends LitElement {
  static override readonly styles = css`
    :host {
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
    }

    @media (width < 560px) {
      .word {
        display: none;
      }
    }
  `;

  #ticks: ReturnType<typeof setInterval> | undefined;

  /** Milliseconds that the service's clock is ahead of this device's; undefined while it is unknown. */
  @property({ attribute: false }) shift: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticks = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticks);
  }

  override render() {
    const { shift } = this;
    const time = shift === undefined ? '--:--:--' : new Date(Date.now() + shift).toLocaleTimeString('en-GB');
    return html`<span class="word">Service time</span> ${time}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-service-time': QaServiceTime;
  }
}

/**
 * The console's name, its environment, the service's time and the menu, whose events bubble.
 *
 * @slot - Before the name.
 */
@customElement('qa-top-bar')
class QaTopBar extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        align-items: center;
        border-bottom: 1px solid var(--line);
        display: flex;
        gap: 12px;
        padding: 0 12px 0 18px;
      }

      h1 {
        font-size: 15px;
        font-weight: 650;
        letter-spacing: -0.01em;
        white-space: nowrap;
      }

      h1 span {
        color: var(--ink-2);
        font-weight: 500;
      }

      .environment {
        background: var(--warn-soft);
        border-radius: 6px;
        color: var(--warn);
        font-size: 11.5px;
        font-weight: 600;
        padding: 4px 8px;
        white-space: nowrap;
      }

      .end {
        align-items: center;
        color: var(--ink-2);
        display: flex;
        gap: 10px;
        margin-inline-start: auto;
      }

      @media (width < 560px) {
        :host {
          gap: 8px;
          padding: 0 6px 0 10px;
        }

        .environment,
        .reference,
        h1 span {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) service!: ServiceClient;
  /** Milliseconds that the service's clock is ahead of this device's. */
  @property({ attribute: false }) shift: number | undefined;
  @property({ attribute: false }) revision = 0;

  override render() {
    const { service, shift, revision } = this;
    const environment = service.tenantId === 'tenant_local' ? 'SANDBOX' : 'PRODUCTION';
    return html`<slot></slot>
      <h1>sign-session <span>console</span></h1>
      <span class="environment">${environment} · local</span>
      <div class="end">
        <a class="reference" href="/docs">API</a>
        <qa-service-time .shift=${shift}></qa-service-time>
        <qa-menu .service=${service} .revision=${revision}></qa-menu>
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-top-bar': QaTopBar;
  }
}
