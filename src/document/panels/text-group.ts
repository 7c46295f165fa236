import { type TemplateResult, html } from 'lit';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import type { TextBlock } from '../controller/pdf-viewer.ts';

/** Renders a group of a page's text. The document's headings are below the page's own, which is an `h3`. */
export function textGroup(group: TextGroup, messages: ViewerTranslator): TemplateResult {
  switch (group.kind) {
    case 'heading':
      return heading(group.level, group.text);
    case 'paragraph':
      return html`<p>${group.text}</p>`;
    case 'figure':
      return html`<p class="picture">${messages.t('text.picture', { text: group.text })}</p>`;
    case 'list':
      // The items contain their own bullets and numbers.
      return html`<ul role="list">
        ${group.items.map(item => html`<li>${item}</li>`)}
      </ul>`;
    case 'table':
      return html`<div class="table">
        <table>
          <tbody>
            ${group.rows.map(
              cells =>
                html`<tr>
                  ${cells.map(cell => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

function heading(level: number, text: string): TemplateResult {
  if (level === 1) return html`<h4>${text}</h4>`;
  if (level === 2) return html`<h5>${text}</h5>`;
  return html`<h6>${text}</h6>`;
}

type SingleBlock = Exclude<TextBlock, { kind: 'list-item' | 'table-row' }>;
interface List {
  readonly kind: 'list';
  readonly items: string[];
}
interface Table {
  readonly kind: 'table';
  readonly rows: (readonly string[])[];
}

/** Blocks that belong together: list items in a list, rows in a table. */
export type TextGroup = SingleBlock | Readonly<List> | Readonly<Table>;

/** Groups adjacent list items and table rows; keeps the order. */
export function groupText(blocks: readonly TextBlock[]): readonly TextGroup[] {
  const groups: (SingleBlock | List | Table)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'list-item') {
      if (last?.kind === 'list') last.items.push(block.text);
      else groups.push({ kind: 'list', items: [block.text] });
    } else if (block.kind === 'table-row') {
      if (last?.kind === 'table') last.rows.push(block.cells);
      else groups.push({ kind: 'table', rows: [block.cells] });
    } else groups.push(block);
  }
  return groups;
}
