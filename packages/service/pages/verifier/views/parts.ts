/* Shared parts of the page. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { VerifyMessages } from '../messages/message-types.ts';

/** The result of a check. `unknown`: not checked, or undecidable. */
export type Mark = 'good' | 'bad' | 'caution' | 'unknown';

const SHAPES: Readonly<Record<Mark, TemplateResult>> = {
  good: svg`<path d="M4 12.5 9.5 18 20 6.5"/>`,
  bad: svg`<path d="M6 6 18 18M18 6 6 18"/>`,
  caution: svg`<path d="M12 5v9M12 18.5v.5"/>`,
  unknown: svg`<path d="M6 12h12"/>`,
};

/** An icon; the text beside it says the same. */
export function mark(kind: Mark, name = 'mark'): TemplateResult {
  return html`<svg class="${name} ${kind}" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[kind]}</svg>`;
}

/** One finding. */
export function finding(kind: Mark, text: string, aside?: string): TemplateResult {
  return html`<li>
    ${mark(kind)}<span>${text}</span>${aside === undefined ? nothing : html`<span class="aside">${aside}</span>`}
  </li>`;
}

/** A label and a value of a `<dl>`. */
export function detailRow(label: string, value: string): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A hash or id, with a copy button. */
export function code(label: string, value: string, m: VerifyMessages): TemplateResult {
  const plain = value.replace(/^sha256:/, '');
  return html`<div>
    <dt>${label}</dt>
    <dd class="code"><code>${plain}</code>${copyButton(label, plain, m)}</dd>
  </div>`;
}

function copyButton(label: string, value: string, m: VerifyMessages): TemplateResult | typeof nothing {
  // The clipboard needs https.
  if (!('clipboard' in navigator)) return nothing;
  const copy = async ({ currentTarget }: Event): Promise<void> => {
    if (!(currentTarget instanceof HTMLElement)) return;
    await navigator.clipboard.writeText(value);
    const told = currentTarget.querySelector('[role=status]');
    if (told !== null) told.textContent = m.copied;
  };
  return html`<button type="button" class="copy" @click=${copy}>
    <span aria-hidden="true">${m.copy}</span><span class="sr">${m.copyWhat(label)}</span
    ><span class="copied" role="status"></span>
  </button>`;
}

/** Replaces the stars of a masked value by dots. */
export function dotted(masked: string): string {
  return masked.replaceAll('*', '•');
}
