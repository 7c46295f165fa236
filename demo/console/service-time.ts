import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

/** The service's time, ticking. */
@customElement('qa-service-time')
export class QaServiceTime extends LitElement {
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
