import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import '../ui/copy-button.ts';
import type { Exchange } from './activity-log.ts';
import { curlOf } from './curl.ts';

type Headers = Exchange['requestHeaders'];

/** A request with its response: headers, bodies, and the request as a curl command. */
@customElement('qa-exchange')
export class QaExchange extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        font-family: Inter, system-ui, 'Segoe UI', Roboto, sans-serif;
        gap: 8px;
        padding: 4px 12px 12px;
      }

      h3 {
        align-items: center;
        color: var(--ink-2);
        display: flex;
        font-size: 12px;
        justify-content: space-between;
      }

      pre {
        background: var(--backdrop);
        border-radius: 8px;
        margin: 0;
        max-height: 18rem;
        overflow: auto;
        padding: 8px 10px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) exchange!: Exchange;

  private renderSide(name: string, headers: Headers, body: string | undefined) {
    if (headers.length === 0 && body === undefined) return nothing;
    const lines = headers.map(([header, value]) => `${header}: ${value}`);
    const text = [...lines, ...(body === undefined ? [] : ['', body])].join('\n').trim();
    return html`<h3>${name}</h3>
      <pre tabindex="0" aria-label=${name}>${text}</pre>`;
  }

  override render() {
    const { exchange } = this;
    const command = curlOf(exchange, location.origin);
    return html`<h3>curl <qa-copy small .text=${() => command} label="Copy the curl command"></qa-copy></h3>
      <pre tabindex="0" aria-label="curl">${command}</pre>
      ${this.renderSide('Request', exchange.requestHeaders, exchange.requestBody)}
      ${this.renderSide('Answer', exchange.responseHeaders, exchange.responseBody)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-exchange': QaExchange;
  }
}
