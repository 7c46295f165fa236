import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../../../../../src/index.ts';
import type { SignatureFinding } from '../check/file-check.ts';
import { isIncomplete, isSendable } from '../check/full-check.ts';
import type { VerifyMessages } from '../messages/message-types.ts';
import type { EvidenceRecord } from '../record.ts';
import type { CheckedFile, Relation } from '../result.ts';
import { timeWithUtc } from '../../../src/domain/readable-time.ts';
import { maskCpf, writeCnpj } from '../../../src/domain/identifiers.ts';
import type { SignedRevision } from './signed-pages.ts';
import './signed-pages.ts';
import { code, dotted, finding, type Mark } from './parts.ts';

interface Language {
  readonly m: VerifyMessages;
  readonly locale: Locale;
  readonly record: EvidenceRecord | undefined;
}

const RELATION_MARKS: Readonly<Record<Relation['kind'], Mark>> = {
  signed: 'good',
  pack: 'good',
  evidencePage: 'good',
  combined: 'good',
  ofEnvelope: 'good',
  ofBatch: 'good',
  original: 'caution',
  otherVersion: 'caution',
  other: 'bad',
  recordUnknown: 'unknown',
};

/** What was found in the file, signature by signature. */
export function fileView(file: CheckedFile, askFullCheck: () => void, language: Language): TemplateResult {
  const { m, locale } = language;
  const { check, relation } = file;
  const signatures = 'signatures' in check ? check.signatures : [];
  const unsigned = check.kind === 'pdf' ? (signatures.at(-1)?.coverage.bytesAfter ?? 0) : 0;
  return html`<section class="card file">
    <h2>${m.fileHeading}</h2>
    <ul class="findings">
      ${finding(RELATION_MARKS[relation.kind], relationText(relation, m))}
      ${
        unsigned === 0
          ? nothing
          : finding('caution', m.unsignedBytes(new Intl.NumberFormat(locale).format(unsigned)))
      }
    </ul>
    ${signatures.map((signature, index) => [
      signatureView(signature, signatures, language),
      check.kind === 'pdf'
        ? signedView(signature, { file: file.file, position: index + 1 }, language)
        : nothing,
    ])}
    <dl>${code(m.fileHash, check.hash, m)}</dl>
    ${fullCheckView(file, askFullCheck, m)}
  </section>`;
}

function relationText(relation: Relation, m: VerifyMessages): string {
  if (relation.kind === 'ofEnvelope') return m.fileOfEnvelope(dotted(relation.signer));
  if (relation.kind === 'ofBatch') return m.fileOfBatch(relation.position, relation.total);
  return m.fileRelation[relation.kind];
}

/** The offer to send the file, which says so before anything is sent; and what came of it. */
function fullCheckView(
  { check, fullCheck }: CheckedFile,
  askFullCheck: () => void,
  m: VerifyMessages,
): TemplateResult | typeof nothing {
  if (fullCheck === 'done') return html`<p class="quiet" role="status">${m.fullCheckDone}</p>`;
  if (!isIncomplete(check)) return nothing;
  if (!isSendable(check)) return html`<p class="quiet">${m.fullCheckTooLarge}</p>`;
  const said = { none: '', running: m.fullCheckRuns, failed: m.fullCheckFailed }[fullCheck];
  return html`<div class="full-check">
    <p class="quiet" id="full-check-what">${m.fullCheckWhat}</p>
    <button
      type="button"
      aria-describedby="full-check-what"
      aria-disabled=${fullCheck === 'running'}
      @click=${askFullCheck}
    >
      ${m.fullCheckAsk}
    </button>
    <p role="status">${said}</p>
  </div>`;
}

function signatureView(
  signature: SignatureFinding,
  all: readonly SignatureFinding[],
  { m, locale, record }: Language,
): TemplateResult {
  const { claimedAt, timestamp, type, chainTrusted, revocation } = signature;
  const isProven = timestamp?.valid === true && timestamp.trusted;
  return html`<ul class="findings signature">
    ${finding(isRight(signature) ? 'good' : 'bad', isRight(signature) ? holderText(signature, m, record) : m.signatureBroken)}
    ${isRight(signature) ? changeFindings(signature, all, m) : nothing}
    ${finding(chainTrusted ? 'good' : 'unknown', chainTrusted ? m.trusted : m.untrusted)}
    ${
      chainTrusted
        ? finding(revocationMark(revocation), m.revocation[revocation])
        : finding('unknown', m.revocation.unknown)
    }
    ${isProven ? finding('good', m.stampedTime(timeWithUtc(timestamp.time, locale))) : nothing}
    ${
      !isProven && claimedAt !== undefined && type !== 'timestamp'
        ? finding('unknown', m.statedTime(timeWithUtc(claimedAt, locale)))
        : nothing
    }
  </ul>`;
}

/** A signature that can't be computed is not reported as broken. */
function isRight({ digestMatches, signatureValid, subIndication }: SignatureFinding): boolean {
  return (digestMatches && signatureValid) || subIndication === 'GENERIC';
}

function holderText(
  { holder, type, chainTrusted }: SignatureFinding,
  m: VerifyMessages,
  record: EvidenceRecord | undefined,
): string {
  if (holder === undefined) return m.signedWith(m.unknownHolder, '–');
  const { name, cpf, cnpj, issuer } = holder;
  const number = cnpj === undefined ? cpf && `CPF ${dotted(maskCpf(cpf))}` : `CNPJ ${writeCnpj(cnpj)}`;
  const who = number === undefined ? name : `${name} (${number})`;
  if (type === 'timestamp') return m.timestampBy(who);
  const { sealedBy } = record ?? {};
  // Anybody can make a certificate with these names.
  const isSeal =
    chainTrusted && name === sealedBy?.name && cnpj === sealedBy.cnpj && issuer === sealedBy.issuer;
  return isSeal ? `${m.sealedBy} ${who}, ${m.issuedBy(issuer)}` : m.signedWith(who, issuer);
}

function changeFindings(
  { laterChanges }: SignatureFinding,
  all: readonly SignatureFinding[],
  m: VerifyMessages,
): TemplateResult[] {
  const { level, permitted, filled, marks, fileState } = laterChanges;
  if (level === 'unknown') return [finding('unknown', m.changesUnclear)];
  if (!permitted) return [finding('bad', m.changedLater)];
  if (fileState === 'same') return [finding('good', level === 'none' ? m.unchanged : m.laterSignatures)];
  return [
    ...filled.map(({ field, before, after }) => finding('caution', m.filled(field, before, after))),
    ...marks.map(({ page, fieldName }) => {
      const { holder } = all.find(signature => signature.fieldName === fieldName) ?? {};
      return finding('caution', m.markedBy(holder?.name ?? m.unknownHolder, page));
    }),
  ];
}

/** The pages as one of the signatures covers them, beside those of the file as it is. */
function signedView(
  { coverage, laterChanges }: SignatureFinding,
  { file, position }: { readonly file: Blob; readonly position: number },
  { m }: Language,
): TemplateResult | typeof nothing {
  const bytes = file.size - coverage.bytesAfter;
  if (bytes <= 0) return nothing;
  const name = file instanceof File ? file.name.replace(/\.pdf$/i, '') : 'document';
  const page = laterChanges.marks.find(mark => mark.page !== undefined)?.page;
  const revision: SignedRevision = {
    file,
    bytes,
    page: page === undefined ? undefined : page - 1,
    fields: laterChanges.filled.map(({ field }) => field),
  };
  return html`<signed-pages
    .revision=${revision}
    .m=${m}
    .name=${m.signedName(name, position)}
    ?opened=${laterChanges.fileState === 'marked'}
  ></signed-pages>`;
}

function revocationMark(status: SignatureFinding['revocation']): Mark {
  if (status === 'revoked') return 'bad';
  return status === 'good' ? 'good' : 'unknown';
}
