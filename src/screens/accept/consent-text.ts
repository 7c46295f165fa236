import { html } from 'lit';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionView } from '../../session/view.ts';
import { lettersOf } from '../../support/letters.ts';

/** Characters of a file name in the consent sentence; the facts beside the document have all of it. */
const LONGEST_NAME = 48;

/** The signer's masked numbers, with spaces that do not break. */
export function signerNumbers({ signer: { cpf, cnpj } }: SessionView): string {
  return [cpf && `CPF\u00A0${cpf}`, cnpj && `CNPJ\u00A0${cnpj}`].filter(Boolean).join(' · ');
}

/** What the signer agrees to, as parts for a template: the file and the signer are bold. */
export function consentText(view: SessionView, filename: string, translator: Translator): readonly unknown[] {
  if (view.purpose === 'action') return [translator.t('accept.consent.action')];
  const { name } = view.signer;
  const key = name === undefined ? 'accept.consent.documentNoName' : 'accept.consent.document';
  const values: Readonly<Record<string, unknown>> = {
    '{document}': html`<b>${shortened(filename)}</b>`,
    '{signer}': html`<b>${name}</b>`,
  };
  return translator
    .t(key)
    .split(/(\{\w+\})/)
    .map(part => values[part] ?? part);
}

/** A long file name without its middle. */
function shortened(name: string): string {
  const characters = lettersOf(name);
  const half = LONGEST_NAME / 2;
  if (characters.length <= LONGEST_NAME) return name;
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
