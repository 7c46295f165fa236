import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from './controls.styles.ts';

/**
 * Tabs over one panel (WAI-ARIA's tabs pattern: one tab stop, arrow keys between the tabs).
 *
 * @fires {CustomEvent<string>} tab-chosen
 * @slot - What the selected tab shows.
 */
@customElement('qa-tabs')
class QaTabs extends LitElement {
  static override readonly styles = [
    controls,
    css`
      :host {
        display: grid;
        min-height: 0;
      }

      [role='tablist'] {
        align-items: stretch;
        border-bottom: 1px solid var(--line);
        display: flex;
        justify-content: space-between;
        min-height: 48px;
        overflow-x: auto;
        padding: 0 4px;
      }

      [role='tab'] {
        background: none;
        border: 0;
        border-block: 2px solid transparent;
        align-items: center;
        color: var(--ink-2);
        cursor: pointer;
        display: flex;
        font: inherit;
        font-weight: 550;
        gap: 4px;
        padding: 0 6px;
        white-space: nowrap;
      }

      [role='tab'][aria-selected='true'] {
        border-block-end-color: var(--brand);
        color: var(--ink);
      }

      [role='tab']:hover {
        color: var(--ink);
      }

      [role='tab']:focus-visible {
        outline-offset: -3px;
      }

      .count {
        background: var(--backdrop);
        border-radius: 9px;
        font-size: 11px;
        font-variant-numeric: tabular-nums;
        min-width: 18px;
        padding: 1px 4px;
        text-align: center;
      }

      section {
        container-type: inline-size;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: auto minmax(0, 1fr);
        min-height: 0;
      }

      [role='tabpanel'] {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        min-height: 0;
        overflow: auto;
      }

      @container (width < 490px) {
        [role='tab'] {
          font-size: 12px;
          gap: 3px;
          padding: 0 3px;
        }

        .count {
          font-size: 10.5px;
          padding: 1px 3px;
        }
      }

      @container (width < 420px) {
        [role='tablist'] {
          flex-wrap: wrap;
          justify-content: start;
        }

        [role='tab'] {
          min-height: 34px;
          padding: 0 7px;
        }
      }

      [role='tabpanel']:focus-visible {
        outline-offset: -2px;
      }
    `,
  ];

  @property({ attribute: false }) tabs: readonly string[] = [];
  /** Counts that are shown beside the tabs' names. */
  @property({ attribute: false }) counts: Readonly<Record<string, number>> = {};
  @property({ attribute: false }) selected = '';
  /** The accessible name of the tab list. */
  @property() label = '';

  private choose(tab: string | undefined): void {
    if (tab !== undefined) this.dispatchEvent(new CustomEvent('tab-chosen', { detail: tab }));
  }

  private readonly handleKey = async (event: KeyboardEvent) => {
    const at = this.tabs.indexOf(this.selected);
    const { length } = this.tabs;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % length,
      ArrowLeft: (at + length - 1) % length,
      Home: 0,
      End: length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.choose(this.tabs[place]);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  };

  private renderCount(tab: string) {
    const count = this.counts[tab] ?? 0;
    return count === 0 ? nothing : html`<span class="count">${count > 99 ? '99+' : count}</span>`;
  }

  override render() {
    return html`<section aria-label=${this.label}>
      <div role="tablist" aria-label=${this.label} @keydown=${this.handleKey}>
        ${this.tabs.map(
          (tab, index) =>
            html`<button
              role="tab"
              type="button"
              id="tab-${index}"
              aria-controls="panel"
              aria-selected=${tab === this.selected ? 'true' : 'false'}
              tabindex=${tab === this.selected ? '0' : '-1'}
              @click=${() => this.choose(tab)}
            >
              ${tab}${this.renderCount(tab)}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="panel" tabindex="0" aria-labelledby="tab-${this.tabs.indexOf(this.selected)}">
        <slot></slot>
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-tabs': QaTabs;
  }
}
