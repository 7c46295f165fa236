import { LitElement, css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';

/** How long “Copied” stays, milliseconds. */
const REMARK = 1_500;

/** A button that copies a text to the clipboard. The text may be a secret, so it is read only on click. */
@customElement('qa-copy')
class QaCopy extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: inline-flex;
      }

      :host([small]) .button {
        font-size: 12px;
        min-height: 26px;
        padding: 1px 8px;
      }
    `,
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;

  @state() private remark = '';

  @property({ attribute: false }) text: () => string = () => '';
  /** What it copies, for screen readers. */
  @property() label = 'Copy';
  /** The visible text. */
  @property() short = 'Copy';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  private readonly handleClick = async () => {
    clearTimeout(this.#timer);
    try {
      await navigator.clipboard.writeText(this.text());
      this.remark = 'Copied';
    } catch {
      // No clipboard without https or localhost, or without permission.
      this.remark = 'Not allowed';
    }
    this.#timer = setTimeout(() => (this.remark = ''), REMARK);
  };

  override render() {
    return html`<button
        class="button"
        type="button"
        aria-label=${this.remark || this.label}
        @click=${this.handleClick}
      >
        ${this.remark || this.short}
      </button>
      <span class="visually-hidden" role="status">${this.remark}</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-copy': QaCopy;
  }
}
