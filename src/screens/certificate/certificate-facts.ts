import type { CertificateHolder } from '@sign-session/certificates';
import { html, nothing, type TemplateResult } from 'lit';
import { policyOf, type Suitability } from '../../certificate/suitability.ts';
import type { SessionView } from '../../session/view.ts';
import { icon } from '../../ui/icon.ts';
import type { ChoosableCertificate } from './certificate-choice.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';

/** The holder's number as people write it. */
function numberText({ cpf, cnpj }: CertificateHolder): string {
  if (cnpj !== undefined) return `CNPJ\u00a0${cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')}`;
  return cpf === undefined ? '' : `CPF\u00a0${cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')}`;
}

/** Whether its number could be compared with the signer's, and matches. */
export function isSigners({ cpf, cnpj }: SessionView['signer'], { holder, problems }: Suitability): boolean {
  const isNumbered = cpf !== undefined || cnpj !== undefined;
  return isNumbered && holder.numberFrom !== undefined && !problems.includes('otherHolder');
}

/** What the signer should know about a certificate before signing. @param matches does its number match the signer's? */
export function certificateFacts(
  { chain: [certificate] }: ChoosableCertificate,
  { holder }: Suitability,
  matches: boolean,
  messages: LaterTranslator<'certificate'>,
): TemplateResult {
  const responsible = holder.responsible?.name;
  const until = messages.t('facts.until', { date: dateText(certificate.notAfter, messages.locale) });
  return html`<div class="facts">
    ${matches ? html`<p class="match">${icon('check')}${messages.t('facts.match')}</p>` : nothing}
    <p class="holder">${holder.name}</p>
    ${line(numberText(holder), typeText(holder, policyOf(certificate)?.type))}
    ${responsible === undefined ? nothing : line(messages.t('facts.responsible', { name: responsible }))}
    ${line(certificate.issuer.display, until)}
  </div>`;
}

/** What is known of several facts, in one line. */
function line(...facts: readonly (string | undefined)[]): TemplateResult | typeof nothing {
  const text = facts.filter(Boolean).join(' · ');
  return text === '' ? nothing : html`<p>${text}</p>`;
}

/** As its holder knows it: e-CPF A1. */
function typeText({ cnpj, cpf }: CertificateHolder, type: string | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (cnpj !== undefined) return `e-CNPJ ${type}`;
  return cpf === undefined ? `ICP-Brasil ${type}` : `e-CPF ${type}`;
}

/** A date without the time of day: 12 mar 2027. */
function dateText(at: Date, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value.replace('.', '')]));
  return `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`;
}

/** Its problem and cautions. */
export function suitabilityNotices(
  { problems, cautions, holder }: Suitability,
  messages: LaterTranslator<'certificate'>,
): TemplateResult {
  const values = { oid: holder.fault?.oid ?? '' };
  const notice = (kind: 'bad' | 'warn', key: LaterKey<'certificate'>) =>
    html`<div class="notice ${kind}">${icon('alert')}<p>${messages.t(key, values)}</p></div>`; // prettier-ignore
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
