import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../../../../../src/index.ts';
import type { VerifyMessages } from '../messages/message-types.ts';
import type { EnvelopeRecord, EvidenceRecord } from '../record.ts';
import { isAction, isTest, type Result, type Tone } from '../result.ts';
import { timeWithUtc } from '../../../src/domain/readable-time.ts';
import { dotted, mark, type Mark } from './parts.ts';

const MARKS: Readonly<Record<Tone, Mark>> = {
  good: 'good',
  caution: 'caution',
  bad: 'bad',
  neutral: 'unknown',
};

const ABOUT_RECORD: readonly Result['kind'][] = [
  'recorded',
  'intact',
  'intactAction',
  'intactPage',
  'intactCombined',
  'intactOther',
];

interface FileRecords {
  readonly record: EvidenceRecord | undefined;
  readonly envelope: EnvelopeRecord | undefined;
  /** Whether the file was made by the service's test authority. */
  readonly isTestFile: boolean;
}

/** Whoever else signed the document that has all signatures. */
function otherSigners(
  { evidenceId }: EvidenceRecord,
  { signatures }: EnvelopeRecord,
  { m, locale }: { m: VerifyMessages; locale: Locale },
): TemplateResult[] {
  return signatures
    .filter(signature => signature.evidenceId !== evidenceId)
    .map(({ signer: { displayName, cpfCnpj }, completedAt }) => {
      const who = dotted(cpfCnpj === undefined ? displayName : `${displayName} (${cpfCnpj})`);
      return html`<p class="quiet">${m.signedBy(who, timeWithUtc(completedAt, locale))}</p>`;
    });
}

/** Where an answer is about to come there is room for its mark, so that the words don't move. */
function sealOf({ kind, tone }: Result): TemplateResult | typeof nothing {
  if (kind === 'loading' || kind === 'checking') return html`<span class="seal empty"></span>`;
  return tone === 'neutral' ? nothing : mark(MARKS[tone], 'seal');
}

/** The one answer: a mark, a heading, and what it means. */
export function resultView(
  result: Result,
  { record, envelope, isTestFile }: FileRecords,
  { m, locale }: { m: VerifyMessages; locale: Locale },
): TemplateResult {
  const { heading, text } = told(result, { record, isTestFile }, m);
  return html`<section class="result ${result.tone}" aria-live="polite">
    ${sealOf(result)}
    <div>
      <h1 tabindex="-1">${heading}</h1>
      ${text === '' ? nothing : html`<p>${text}</p>`}
      ${record === undefined || !isAboutRecord(result) ? nothing : html`<p class="quiet">${whoAndWhen(record, m, locale)}</p>`}
      ${result.kind === 'intactCombined' && record !== undefined && envelope !== undefined ? otherSigners(record, envelope, { m, locale }) : nothing}
    </div>
  </section>`;
}

function told(
  result: Result,
  { record, isTestFile }: Pick<FileRecords, 'record' | 'isTestFile'>,
  m: VerifyMessages,
): { heading: string; text: string } {
  if (result.kind === 'undecided' || result.kind === 'invalid') {
    return { heading: m[result.kind], text: m.reasons[result.reason] };
  }
  if (result.kind === 'intactFile' && isTestFile) return m.results.intactTestFile;
  const answer = result.kind === 'recorded' ? recorded(record, m) : m.results[result.kind];
  return record !== undefined && isTest(record) && isAboutRecord(result)
    ? {
        heading:
          m.ofTest[isAction(record) ? 'action' : 'signature'][
            result.kind === 'recorded' ? 'recorded' : 'intact'
          ],
        text: answer.text,
      }
    : answer;
}

function recorded(record: EvidenceRecord | undefined, m: VerifyMessages): { heading: string; text: string } {
  return record !== undefined && isAction(record)
    ? { heading: m.recordedAction, text: '' }
    : { heading: m.recordedSignature, text: m.dropToCompare };
}

/** Of a file that is another, nobody is named as its signer. */
export function isAboutRecord({ kind }: Result): boolean {
  return ABOUT_RECORD.includes(kind);
}

/** Who signed or confirmed, when, and what kind of signature it is. */
export function whoAndWhen(record: EvidenceRecord, m: VerifyMessages, locale: Locale): string {
  const { displayName, cpf, cnpj } = record.signer;
  const number = cpf === undefined ? cnpj && `CNPJ ${cnpj}` : `CPF ${cpf}`;
  const who = dotted(number === undefined ? displayName : `${displayName} (${number})`);
  const when = timeWithUtc(record.completedAt, locale);
  if (isAction(record)) return m.confirmedBy(who, when);
  const kind = record.signatureKind === undefined ? '' : ` ${m.kinds[record.signatureKind]}`;
  return m.signedBy(who, when) + kind;
}

/** Over whatever the answer is. */
export function testBanner(
  { record, isTestFile }: Pick<FileRecords, 'record' | 'isTestFile'>,
  m: VerifyMessages,
): TemplateResult | typeof nothing {
  if (!isTestFile && (record === undefined || !isTest(record))) return nothing;
  return html`<p class="banner">${m.testBanner}</p>`;
}
