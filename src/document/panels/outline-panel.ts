import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import type { OutlineItem } from '../controller/pdf-viewer.ts';
import { ViewerPart } from '../toolbar/command.ts';
import { ICON, toolButton } from '../toolbar/tool-button.ts';
import { menuItemStyles } from './more-panel.styles.ts';

const outlinePanelStyles = css`
  :host {
    background: var(--surface);
    color: var(--ink);
    display: block;
    font-size: 0.875em;
    overflow: auto;
    overscroll-behavior: contain;
  }

  .head {
    align-items: center;
    background: var(--surface);
    display: flex;
    justify-content: space-between;
    padding: 4px 4px 4px 16px;
    position: sticky;
    top: 0;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0 4px 4px;
  }

  ul ul {
    padding: 0 0 0 12px;
  }

  .entry {
    justify-content: space-between;
    min-height: 36px;
  }

  .title {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .page {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }

  @media (pointer: coarse) {
    .entry {
      min-height: 44px;
    }
  }
`;

/** The file's table of contents; each entry scrolls to its destination. */
class OutlinePanel extends ViewerPart {
  static override readonly styles = [controls, menuItemStyles, outlinePanelStyles];

  @property({ attribute: false }) items: readonly OutlineItem[] = [];

  /** Focuses the first entry. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.entry')?.focus();
  }

  private renderItems(items: readonly OutlineItem[]): TemplateResult {
    return html`<ul role="list">
      ${items.map(
        ({ title, page, fraction, items: below }) =>
          html`<li>
            <button
              class="entry"
              type="button"
              @click=${() => this.ask({ kind: 'goTo', destination: { page, fraction } })}
            >
              <span class="title">${title}</span>
              <span class="visually-hidden">${this.messages.t('page.label', { page })}</span>
              <span class="page" aria-hidden="true">${page}</span>
            </button>
            ${below.length > 0 ? this.renderItems(below) : nothing}
          </li>`,
      )}
    </ul>`;
  }

  protected override render(): TemplateResult {
    const { messages } = this;
    return html`<nav aria-label=${messages.t('tools.outline')}>
      <div class="head">
        <h3>${messages.t('tools.outline')}</h3>
        ${toolButton({
          icon: ICON.close,
          name: messages.t('tools.close'),
          act: () => this.ask({ kind: 'panel', panel: 'outline' }),
        })}
      </div>
      ${this.renderItems(this.items)}
    </nav>`;
  }
}

define('sign-session-document-outline', OutlinePanel);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-outline': OutlinePanel;
  }
}
