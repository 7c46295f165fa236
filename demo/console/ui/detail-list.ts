import { css, html, type TemplateResult } from 'lit';
import './copy-button.ts';

/** A name and a value of a `<dl class="facts">`. */
export function detailRow(name: string, value: string | TemplateResult): TemplateResult {
  return html`<div class="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A row with a copy button, such as an id. */
export function copyableRow(name: string, value: string): TemplateResult {
  const copy = html`<qa-copy small .text=${() => value} label="Copy: ${name}"></qa-copy>`;
  return detailRow(name, html`<code>${value}</code>${copy}`);
}

export const detailListStyles = css`
  .facts {
    display: grid;
    gap: 4px;
  }

  .fact {
    align-items: center;
    display: grid;
    gap: 8px;
    grid-template-columns: 76px minmax(0, 1fr);
  }

  .fact dt {
    color: var(--ink-2);
    font-size: 12px;
  }

  .fact dd {
    align-items: center;
    display: flex;
    gap: 8px;
    justify-content: space-between;
    overflow-wrap: anywhere;
  }
`;
