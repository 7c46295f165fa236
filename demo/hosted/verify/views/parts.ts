/* What several parts of the page are made of. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { VerifyMessages } from '../messages/message-types.ts';

/** How something turned out. `unknown`: it was not checked, or can't be told. */
export type Mark = 'good' | 'bad' | 'caution' | 'unknown';

const SHAPES: Readonly<Record<Mark, TemplateResult>> = {
  good: svg`<path d="M4 12.5 9.5 18 20 6.5"/>`,
  bad: svg`<path d="M6 6 18 18M18 6 6 18"/>`,
  caution: svg`<path d="M12 5v9M12 18.5v.5"/>`,
  unknown: svg`<path d="M6 12h12"/>`,
};

/** A drawn mark. The words beside it say the same. */
export function mark(kind: Mark, name = 'mark'): TemplateResult {
  return html`<svg class="${name} ${kind}" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[kind]}</svg>`;
}

/** One thing that was found. */
export function finding(kind: Mark, text: string, aside?: string): TemplateResult {
  return html`<li>
    ${mark(kind)}<span>${text}</span>${aside === undefined ? nothing : html`<span class="aside">${aside}</span>`}
  </li>`;
}

/** A fact by its label. */
export function fact(label: string, value: string): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A hash or an id, which is there to be compared. */
export function code(label: string, value: string, m: VerifyMessages): TemplateResult {
  const plain = value.replace(/^sha256:/, '');
  return html`<div>
    <dt>${label}</dt>
    <dd class="code"><code>${plain}</code>${copyButton(label, plain, m)}</dd>
  </div>`;
}

function copyButton(label: string, value: string, m: VerifyMessages): TemplateResult | typeof nothing {
  // Absent in pages that came by http.
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

/** Masked values with dots, which read more quietly than stars. */
export function dotted(masked: string): string {
  return masked.replaceAll('*', '•');
}

/** `12.ABC.345/01DE-35` of 14 characters. */
export function writeCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** The middle of a CPF, as public bodies in Brazil publish it. */
export function maskCpf(cpf: string): string {
  return `•••.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-••`;
}
