import { css, html, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import type { FindState } from '../controller/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import { ViewerPart } from './command.ts';
import { ICON, toolButton } from './tool-button.ts';

const findBarStyles = css`
  :host {
    display: block;
  }

  .bar {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    font-size: 0.875em;
    gap: 2px;
    padding: 4px 8px;
  }

  .query {
    flex: 1;
    max-width: 28em;
    min-width: 0;
    position: relative;
  }

  .field {
    min-height: 40px;
    /* Space for the count. */
    padding: 4px 7.5em 4px 12px;
  }

  .count {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    inset-inline-end: 12px;
    line-height: 40px;
    pointer-events: none;
    position: absolute;
    top: 0;
  }

  @media (pointer: coarse) {
    /* Smaller text makes iOS zoom into the field. */
    .field {
      font-size: 16px;
    }
  }
`;

/** The search field, the number of matches, and buttons to go through them. Escape closes it. */
class FindBar extends ViewerPart {
  static override readonly styles = [controls, findBarStyles];

  @property({ attribute: false }) find: FindState | undefined;

  @query('input') private readonly field!: HTMLInputElement;

  protected override firstUpdated(): void {
    this.focus();
  }

  /** Focuses the field and selects the previous query. */
  override focus(): void {
    this.field.focus();
    this.field.select();
  }

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.ask({ kind: 'find' });
    else if (event.key === 'Enter' && event.target === this.field) this.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private step(direction: 1 | -1): void {
    this.ask({ kind: 'findStep', direction });
  }

  protected override render(): TemplateResult {
    const { find, messages } = this;
    const found = (find?.total ?? 0) > 0;
    return html`<div
      class="bar"
      role="search"
      aria-label=${messages.t('tools.find')}
      @keydown=${this.handleKey}
    >
      <div class="query">
        <input
          class="field"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="search"
          aria-label=${messages.t('find.label')}
          placeholder=${messages.t('find.label')}
          @input=${() => this.ask({ kind: 'search', query: this.field.value })}
        />
        <span class="count" aria-hidden="true">${findCount(find, messages)}</span>
      </div>
      <span class="visually-hidden" role="status"
        >${find?.searching === true ? '' : findCount(find, messages)}</span
      >
      ${toolButton({
        icon: ICON.chevronUp,
        name: messages.t('find.previous'),
        enabled: found,
        act: () => this.step(-1),
      })}
      ${toolButton({
        icon: ICON.chevronDown,
        name: messages.t('find.next'),
        enabled: found,
        act: () => this.step(1),
      })}
      ${toolButton({
        icon: ICON.close,
        name: messages.t('tools.close'),
        act: () => this.ask({ kind: 'find' }),
      })}
    </div>`;
  }
}

/** The number of matches so far, and the current one. */
function findCount(find: FindState | undefined, messages: ViewerTranslator): string {
  if (find === undefined || find.query.trim() === '') return '';
  const { current, total } = find;
  if (total > 0) return messages.t('find.count', { current, total });
  return messages.t(find.searching ? 'find.searching' : 'find.none');
}

define('sign-session-document-find', FindBar);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-find': FindBar;
  }
}
