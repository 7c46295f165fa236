import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../../../../../src/index.ts';
import type { VerifyMessages } from '../messages/message-types.ts';
import type { EnvelopeRecord, EvidenceRecord } from '../record.ts';
import { isAction } from '../result.ts';
import { timeBeside, timeWithUtc } from '../../../src/domain/readable-time.ts';
import { writeCnpj } from '../../../src/domain/identifiers.ts';
import { code, detailRow, dotted, finding } from './parts.ts';

interface Language {
  readonly m: VerifyMessages;
  readonly locale: Locale;
}

/**
 * The steps of the signature or confirmation, and the other signers.
 * @param summary signer and time, unless shown above
 */
export function stepsView(
  record: EvidenceRecord,
  envelope: EnvelopeRecord | undefined,
  summary: string | undefined,
  { m, locale }: Language,
): TemplateResult {
  const { steps, completedAt } = record;
  return html`<section class="card steps">
    <h2>${isAction(record) ? m.howConfirmed : m.howSigned}</h2>
    ${summary === undefined ? nothing : html`<p class="quiet">${summary}</p>`}
    <ul class="findings">
      ${steps.map(step =>
        finding(
          'good',
          withPerformer(stepText(step, record, m), step.performedBy, m),
          step.completedAt && timeBeside(step.completedAt, completedAt, locale),
        ),
      )}
    </ul>
    ${envelope === undefined ? nothing : othersView(envelope, record, { m, locale })}
  </section>`;
}

function stepText(step: EvidenceRecord['steps'][number], record: EvidenceRecord, m: VerifyMessages): string {
  const contact = step.type === 'OTP_CHALLENGE' ? recipient(record) : undefined;
  if (contact !== undefined) return m.codeSentTo(dotted(contact));
  if (step.type === 'CLICK_ACCEPT') {
    if (isAction(record)) return m.confirmedAction;
    const { pagesViewed = 0, pages = 0 } = step.result?.click?.documentView ?? {};
    if (pages > 0) return m.readAndAgreed(pagesViewed, pages);
  }
  return m.steps[step.type];
}

/** Older evidence does not say who performed a step. */
function withPerformer(
  text: string,
  performedBy: EvidenceRecord['steps'][number]['performedBy'],
  m: VerifyMessages,
): string {
  return performedBy === undefined ? text : `${text} · ${m.performedBy[performedBy]}`;
}

/** The recipient of the code that was entered, masked by the service. */
function recipient({ steps, signer }: EvidenceRecord): string | undefined {
  const channel = steps.map(({ result }) => result?.otp?.channel).find(found => found !== undefined);
  if (channel === undefined) return undefined;
  return channel === 'sms' ? signer.phone : signer.email;
}

function othersView(
  envelope: EnvelopeRecord,
  record: EvidenceRecord,
  { m, locale }: Language,
): TemplateResult {
  const others = envelope.signatures.filter(({ evidenceId }) => evidenceId !== record.evidenceId);
  return html`<h3>${m.envelopeHeading}</h3>
    <p class="quiet">${m.envelopeProgress(envelope.completedSessions, envelope.totalSigners)}</p>
    <ul class="others">
      ${others.map(
        ({ evidenceId, signer, completedAt }) =>
          html`<li>
            <a href="/verify/${encodeURIComponent(evidenceId)}"
              >${m.envelopeSigner(dotted(signer.displayName), timeWithUtc(completedAt, locale))}</a
            >
          </li>`,
      )}
    </ul>`;
}

/** What was confirmed, word by word. */
export function actionView(record: EvidenceRecord, m: VerifyMessages): TemplateResult | typeof nothing {
  if (record.action === null) return nothing;
  const { description, reference } = record.action;
  return html`<section class="card wide">
    <h2>${m.actionHeading}</h2>
    <p class="action">${description}</p>
    ${reference === undefined ? nothing : html`<dl>${detailRow(m.reference, reference)}</dl>`}
  </section>`;
}

const withCnpj = (name: string, cnpj: string | undefined): string =>
  cnpj === undefined ? name : `${name} (CNPJ ${writeCnpj(cnpj)})`;

/** For whom, sealed by whom, and the hashes. */
export function recordView(record: EvidenceRecord, m: VerifyMessages): TemplateResult {
  const { tenantName, tenantCnpj, sealedBy, document, documentHash, signedHash, batch } = record;
  const hash = (label: string, value: string | undefined = '') =>
    value === '' ? nothing : code(label, value, m);
  return html`<section class="card wide">
    <h2>${m.recordHeading}</h2>
    <dl class="columns">
      ${detailRow(m.requestedBy, withCnpj(tenantName, tenantCnpj))}
      ${detailRow(m.sealedBy, `${withCnpj(sealedBy.name, sealedBy.cnpj)}, ${m.issuedBy(sealedBy.issuer)}`)}
      ${document === null ? nothing : detailRow(m.document, document.filename)}
      ${batch === undefined ? nothing : detailRow(m.batch, m.batchPlace(batch.position, batch.total))}
      ${code(m.evidenceId, record.evidenceId, m)} ${hash(m.originalHash, documentHash)}
      ${hash(m.signedHash, signedHash)} ${hash(m.combinedHash, record.combinedHash)}
      ${hash(m.listHash, batch?.documentsHash)} ${hash(m.packHash, record.evidenceHash)}
    </dl>
  </section>`;
}
