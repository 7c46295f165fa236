import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../ui/controls.styles.ts';
import { symbol } from '../ui/symbols.ts';

/**
 * Actions of an integrator's page on the element.
 *
 * @fires reload-wanted - It should be created again, as by a reload of the page.
 * @fires presence-wanted - It should be removed from the page, or added again.
 */
@customElement('qa-element-tools')
export class QaElementTools extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: inline-flex;
      }
    `,
  ];

  /** Whether the element is on the page. */
  @property({ attribute: false }) present = true;

  override render() {
    const removal = 'Take the element off the page';
    return html`<button
        class="button quiet"
        type="button"
        aria-label="Reload the element"
        title="Reload the element"
        @click=${() => this.dispatchEvent(new Event('reload-wanted', { bubbles: true, composed: true }))}
      >
        ${symbol('reload')}
      </button>
      <button
        class="button quiet"
        type="button"
        aria-label=${removal}
        title=${removal}
        aria-pressed=${this.present ? 'false' : 'true'}
        @click=${() => this.dispatchEvent(new Event('presence-wanted', { bubbles: true, composed: true }))}
      >
        ${symbol('cross')}
      </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-element-tools': QaElementTools;
  }
}
