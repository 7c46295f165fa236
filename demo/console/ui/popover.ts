import { LitElement, css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { controls } from './controls.styles.ts';

const GAP = 6;
const MARGIN = 8;

/**
 * A button that opens a panel over the page, closed by Escape or a click outside.
 *
 * @fires panel-toggled
 * @slot label - What the button shows.
 * @slot - The panel.
 */
@customElement('qa-popover')
export class QaPopover extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: inline-flex;
        min-width: 0;
      }

      .panel {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 12px;
        box-shadow: var(--shadow);
        color: var(--ink);
        inset: auto;
        margin: 0;
        max-height: calc(100dvh - 16px);
        max-width: calc(100vw - 16px);
        overflow: auto;
        padding: 12px;
      }

      .icon {
        padding-inline: 8px;
      }

      .chip {
        background: var(--backdrop);
        border-color: transparent;
      }
    `,
  ];

  /** The accessible name of the button and the panel. */
  @property() label = '';
  /** `chip`: one of a row of small ones. `icon`: it shows no text. */
  @property() variant = '';

  @query('button') private readonly button!: HTMLButtonElement;
  @query('.panel') private readonly panel!: HTMLElement;

  /** Whether the panel is shown. */
  @property({ attribute: false }) isOpen = false;

  close(): void {
    if (this.panel.matches(':popover-open')) this.panel.hidePopover();
  }

  private readonly handleToggle = () => {
    this.isOpen = this.panel.matches(':popover-open');
    this.dispatchEvent(new Event('panel-toggled'));
    if (this.isOpen) this.place();
  };

  /** Places the panel below or above the button, within the window. By CSSOM, because the CSP allows no style attribute. */
  private place(): void {
    const anchor = this.button.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = this.panel;
    const below = anchor.bottom + GAP;
    const above = anchor.top - GAP - offsetHeight;
    const top = below + offsetHeight + MARGIN > innerHeight && above > MARGIN ? above : below;
    const left = Math.min(anchor.left, innerWidth - offsetWidth - MARGIN);
    style.setProperty('left', `${Math.max(MARGIN, left)}px`);
    style.setProperty('top', `${Math.max(MARGIN, Math.min(top, innerHeight - offsetHeight - MARGIN))}px`);
  }

  override render() {
    return html`<button
        class="button ${this.variant}"
        type="button"
        popovertarget="panel"
        aria-label=${ifDefined(this.variant === 'icon' ? this.label : undefined)}
      >
        <slot name="label">${this.label}</slot>
      </button>
      <div
        class="panel"
        id="panel"
        popover
        role="dialog"
        aria-label=${this.label}
        @toggle=${this.handleToggle}
      >
        <slot></slot>
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-popover': QaPopover;
  }
}
