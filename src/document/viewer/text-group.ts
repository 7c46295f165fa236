import { html, type TemplateResult } from 'lit';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import type { TextGroup } from './text-groups.ts';

/** A piece of a page's text. The document's headings stand below the page's own, which is an `h3`. */
export function textGroup(group: TextGroup, words: ViewerTranslator): TemplateResult {
  switch (group.kind) {
    case 'heading':
      return heading(group.level, group.text);
    case 'paragraph':
      return html`<p>${group.text}</p>`;
    case 'figure':
      return html`<p class="picture">${words.text('text.picture', { text: group.text })}</p>`;
    case 'list':
      // The items bring their own bullets and numbers.
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
