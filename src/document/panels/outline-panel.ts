import { type TemplateResult, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { ICON, toolButton } from '../toolbar/tool-button.ts';
import type { OutlineItem } from '../controller/pdf-viewer.ts';
import { menuItemStyles } from './more-panel.styles.ts';
import { outlinePanelStyles } from './outline-panel.styles.ts';
import { ViewerPart } from '../toolbar/command.ts';

/** The file's table of contents; each entry scrolls to its destination. */
export class OutlinePanel extends ViewerPart {
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
