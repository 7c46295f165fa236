import { css, html, type TemplateResult } from 'lit';
import './copy-button.ts';

/** One line of a `<dl class="facts">`. */
export function fact(name: string, value: string | TemplateResult): TemplateResult {
  return html`<div class="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** The same for what is copied into other tools, such as an id. */
export function copyableFact(name: string, value: string): TemplateResult {
  const copy = html`<qa-copy small .text=${() => value} label="Copy: ${name}"></qa-copy>`;
  return fact(name, html`<code>${value}</code>${copy}`);
}

export const factStyles = css`
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
