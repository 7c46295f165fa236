import { html, nothing, type TemplateResult } from 'lit';
import type { Suitability } from '../../certificate/suitability.ts';
import { readHolder, readPolicy, type Holder } from '../../certificate/x509/icp-brasil.ts';
import type { SessionView } from '../../session/view.ts';
import { icon } from '../../ui/icon.ts';
import type { ChoosableCertificate } from './certificate-choice.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** The holder's number as people write it. */
export function numberText({ cpf, cnpj }: Holder): string {
  if (cnpj !== undefined) return `CNPJ\u00a0${cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')}`;
  return cpf === undefined ? '' : `CPF\u00a0${cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')}`;
}

/** Problems that mean that a certificate is not the signer's own. */
const HOLDER_PROBLEMS: ReadonlySet<string> = new Set(['otherHolder', 'noNumber']);

/** Whether its number could be compared with the signer's, and matches. */
export function isSigners({ cpf, cnpj }: SessionView['signer'], { problems }: Suitability): boolean {
  const isNumbered = cpf !== undefined || cnpj !== undefined;
  return isNumbered && !problems.some(problem => HOLDER_PROBLEMS.has(problem));
}

/** What the signer should know about a certificate before signing. @param matches does its number match the signer's? */
export function certificateFacts(
  { chain: [certificate] }: ChoosableCertificate,
  matches: boolean,
  messages: LaterTranslator<'certificate'>,
): TemplateResult {
  const holder = readHolder(certificate);
  const policy = readPolicy(certificate);
  const number = numberText(holder);
  const fact = (label: LaterKey<'certificate'>, value: string | undefined) =>
    value ? html`<div><dt>${messages.t(label)}</dt><dd>${value}</dd></div>` : nothing; // prettier-ignore
  const validity = messages.t('facts.from', {
    from: messages.dateTime(certificate.notBefore),
    to: messages.dateTime(certificate.notAfter),
  });
  const numbered = matches && number ? `${number} · ${messages.t('facts.match')}` : number;
  return html`<dl class="facts">
    ${fact('facts.holder', [holder.name, numbered].filter(Boolean).join(' · '))}
    ${fact('facts.responsible', holder.responsible?.name)} ${fact('facts.issuer', certificate.issuerName)}
    ${fact('facts.validity', validity)} ${fact('facts.type', policy && `ICP-Brasil ${policy.type}`)}
  </dl>`;
}

/** Its problem and cautions. */
export function suitabilityNotices(
  { problems, cautions }: Suitability,
  messages: LaterTranslator<'certificate'>,
): TemplateResult {
  const notice = (kind: 'bad' | 'warn', key: LaterKey<'certificate'>) =>
    html`<div class="notice ${kind}">${icon('alert')}<p>${messages.t(key)}</p></div>`; // prettier-ignore
  return html`<div class="notices" role="alert">
    ${problems.map(problem => notice('bad', `problem.${problem}`))}
    ${cautions.map(caution => notice('warn', `caution.${caution}`))}
  </div>`;
}

/** An option of a group. */
interface Option {
  readonly label: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

/** A group of radio buttons. @param name identifies the group in its screen */
export function choiceGroup(label: string, name: string, options: readonly Option[]): TemplateResult {
  return html`<fieldset>
    <legend class="label">${label}</legend>
    ${options.map(
      option =>
        html`<label class="option">
          <input type="radio" name=${name} .checked=${option.chosen} @change=${option.choose} />
          ${option.label}
        </label>`,
    )}
  </fieldset>`;
}
