/** Verifies all signatures of a file, and puts what was found into a report (ETSI EN 319 102-1). */
import { BerError, type CertificateFacts } from '@sign-session/certificates';
import { type CertificationPath, certificationPath, CheckBudget } from './certification-path.ts';
import { SecurityStore, type HeldRevocations, type TimeProof } from './security-store.ts';
import {
  endOf,
  type LocatedSignature,
  locateSignatures,
  signedParts,
  type SignedParts,
} from './located-signatures.ts';
import { readOcspResponse, responseFor } from './ocsp.ts';
import { isListBy, readRevocationList } from './revocation-lists.ts';
import { checkPathRevocation } from './revocation.ts';
import type {
  Indication,
  LongTerm,
  Note,
  RevocationReport,
  SignatureReport,
  SubIndication,
  TimestampReport,
} from './signature-report.ts';
import { checkSignedData, ID_DATA, SignatureFormatError, type SignedDataCheck } from './signed-data.ts';
import { checkTimestamp, isInFuture, isInOrder, isTimestamper, readTimestamp } from './timestamp.ts';
import type { Trust } from './trust.ts';

/** What was found of the certificate that signs. */
interface CertificateFindings {
  readonly type: SignatureReport['type'];
  readonly signer: CertificateFacts;
  readonly path: CertificationPath;
  readonly revocation: RevocationReport;
  /** Of the authorities between the signer and the root; the worst that was found. */
  readonly authorities: RevocationReport['status'];
  /** When the signature was certainly there, as the earliest timestamp proves that covers it. */
  readonly existedAt?: Date | undefined;
  /** Of the content: the signature was not there before. */
  readonly contentTimestamp?: TimestampReport | undefined;
  readonly now: Date;
}

interface Findings extends CertificateFindings {
  readonly check: SignedDataCheck;
}

interface SignatureIndication {
  readonly indication: Indication;
  readonly subIndication: SubIndication | undefined;
}

/** ETSI EN 319 102-1, table 5: what is wrong for good. Everything else may be right, given more evidence. */
const FAILURES: readonly SubIndication[] = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
];

function verdictOf(subIndication: SubIndication | undefined): SignatureIndication {
  if (subIndication === undefined) return { indication: 'TOTAL-PASSED', subIndication };
  const failed = FAILURES.includes(subIndication);
  return { indication: failed ? 'TOTAL-FAILED' : 'INDETERMINATE', subIndication };
}

/** What speaks against a signature on its own, before anybody's trust comes in. */
function ownFault({ digest, signer, signature }: SignedDataCheck): SubIndication | undefined {
  if (digest === 'invalid') return 'HASH_FAILURE';
  if (signer === undefined) return 'NO_SIGNING_CERTIFICATE_FOUND';
  if (signature === 'invalid') return 'SIG_CRYPTO_FAILURE';
  return digest === 'valid' && signature === 'valid' ? undefined : 'GENERIC';
}

/** The first thing that speaks against a signature, the gravest first. */
function faultOf(findings: Findings): SubIndication | undefined {
  const { check } = findings;
  return (
    ownFault(check) ?? (check.strong ? undefined : 'CRYPTO_CONSTRAINTS_FAILURE') ?? certificateFault(findings)
  );
}

/** The same of the certificate alone, whatever it signs. */
export function certificateFault(findings: CertificateFindings): SubIndication | undefined {
  return (
    (isForSigning(findings) ? undefined : 'SIG_CONSTRAINTS_FAILURE') ??
    findings.path.failure ??
    revocationFault(findings) ??
    validityFault(findings)
  );
}

/** A timestamp of the whole is by a certificate for times alone, which is looked at where the token is read. */
function isForSigning({ signer: { usageFault }, type }: CertificateFindings): boolean {
  return usageFault === undefined || (usageFault === 'purposes' && type === 'timestamp');
}

/** The time of a timestamp that is to be trusted: what it is of was there then. */
function provenTime(timestamp: TimestampReport | undefined): Date | undefined {
  return timestamp?.valid === true && timestamp.trusted ? timestamp.time : undefined;
}

/** The earliest of those times that are proven. */
function earliest(...times: readonly (Date | undefined)[]): Date | undefined {
  const proven = times.flatMap(time => time?.getTime() ?? []);
  return proven.length === 0 ? undefined : new Date(Math.min(...proven));
}

/**
 * Only a timestamp of the content proves that the signature came after the revocation, since it was made before the
 * signature: one on the signature says no more than that it is not older (EN 319 102-1, 5.3.4 and 5.5.4).
 */
function revocationFault(findings: CertificateFindings): SubIndication | undefined {
  const { revocation, authorities } = findings;
  if (authorities === 'revoked') return 'REVOKED_CA_NO_POE';
  if (revocation.status === 'revoked') {
    const { revokedAt = new Date(0) } = revocation;
    const [after, before] = [provenTime(findings.contentTimestamp), findings.existedAt];
    if (after !== undefined && after >= revokedAt) return 'REVOKED';
    return before !== undefined && before < revokedAt ? undefined : 'REVOKED_NO_POE';
  }
  if (isForgotten(revocation)) return 'OUT_OF_BOUNDS_NO_POE';
  return revocation.status === 'unknown' || authorities === 'unknown' ? 'TRY_LATER' : undefined;
}

/** Whether nobody tells of the certificate any more, because it is over: no later try will. */
function isForgotten({ status, failures = [] }: RevocationReport): boolean {
  return status === 'unknown' && failures.some(({ problem }) => problem === 'after-expiry');
}

/** As with revocation. */
function validityFault(findings: CertificateFindings): SubIndication | undefined {
  const { signer, now } = findings;
  const at = findings.existedAt ?? now;
  const after = provenTime(findings.contentTimestamp);
  if (at < signer.notBefore) return 'NOT_YET_VALID';
  if (after !== undefined && after > signer.notAfter) return 'EXPIRED';
  return at <= signer.notAfter ? undefined : 'OUT_OF_BOUNDS_NO_POE';
}

type ReportWithoutNotes = Omit<SignatureReport, 'notes'>;

/** A note in English. */
export function noteText(note: Note): string {
  switch (note.kind) {
    case 'changed-after-signing':
      return 'The document was changed after signing, in a way that is not permitted.';
    case 'continued-unchecked':
      return 'The file was continued in a way that is not checked.';
    case 'ambiguous-document':
      return 'The signed document can be read as two documents.';
    case 'marked-later':
      return `${note.isValid ? 'Valid for the document as it was signed. ' : ''}A later signature put a visible mark on ${placeOf(note.pages)}: compare.`;
    case 'field-filled':
      return `After signing, the field “${note.field}” was changed from “${note.before}” to “${note.after}”.`;
    case 'bytes-after-last-signature':
      return `${note.bytes} bytes at the end of the file are covered by no signature.`;
    case 'bytes-behind-contents':
      return 'Something that is not signed stands behind the signature in its own place.';
    case 'not-computable':
      return 'The signature uses an algorithm or a form that is not checked here.';
  }
}

function placeOf(pages: readonly number[]): string {
  if (pages.length === 0) return 'the document';
  return `page${pages.length === 1 ? '' : 's'} ${pages.join(', ')}`;
}

/** What is wrong with what only claims to be a signature: it covers nothing. */
const UNSIGNED: readonly (SubIndication | undefined)[] = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
];

/**
 * Completes reports by what they say of each other: what a later signature added is permitted only if it is one.
 * @param reports of all signatures of a file, oldest first
 */
function completeReports(reports: readonly ReportWithoutNotes[]): SignatureReport[] {
  return reports.map((report, index) => {
    const later = reports.slice(index + 1);
    const completed = report.laterChanges.permitted ? countedWith(later, report) : report;
    return { ...completed, notes: notesOn(completed, later.length === 0) };
  });
}

function countedWith(later: readonly ReportWithoutNotes[], report: ReportWithoutNotes): ReportWithoutNotes {
  if (later.some(({ subIndication }) => UNSIGNED.includes(subIndication)))
    return refused(report, { fileState: 'changed', level: 'other' });
  // Neither right nor wrong, so it is not known whether it covers what came with it.
  if (later.some(({ digestMatches }) => !digestMatches))
    return refused(report, { fileState: 'unknown', level: 'unknown', problem: 'continued' });
  return report;
}

function refused(
  report: ReportWithoutNotes,
  found: Pick<SignatureReport['laterChanges'], 'fileState' | 'level' | 'problem'>,
): ReportWithoutNotes {
  const laterChanges = { ...report.laterChanges, ...found, permitted: false };
  if (report.indication !== 'TOTAL-PASSED') return { ...report, laterChanges };
  return { ...report, laterChanges, indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
}

const PROBLEM_NOTES = { continued: 'continued-unchecked', ambiguous: 'ambiguous-document' } as const;

function notesOn(
  { laterChanges, coverage, subIndication, isFollowed, validAsSigned }: ReportWithoutNotes,
  isLast: boolean,
): Note[] {
  const { fileState, permitted, marks, filled, problem } = laterChanges;
  const notes: Note[] = filled.map(field => ({ kind: 'field-filled', ...field }));
  if (fileState === 'marked') {
    const pages = [...new Set(marks.flatMap(({ page }) => page ?? []))].toSorted((one, other) => one - other);
    notes.push({ kind: 'marked-later', pages, isValid: validAsSigned });
  }
  if (problem !== undefined) notes.push({ kind: PROBLEM_NOTES[problem] });
  else if (!permitted) notes.push({ kind: 'changed-after-signing' });
  if (isFollowed) notes.push({ kind: 'bytes-behind-contents' });
  if (subIndication === 'GENERIC') notes.push({ kind: 'not-computable' });
  if (isLast && coverage.bytesAfter > 0) {
    notes.push({ kind: 'bytes-after-last-signature', bytes: coverage.bytesAfter });
  }
  return notes;
}

/**
 * Whether a document carries a list or a responder's answer for each certificate of a path that names a source, whatever
 * it says, and whether a document timestamp that passed covers one for each (ETSI EN 319 142-1, 6.3).
 */
async function longTermOf(
  { chain, failure }: CertificationPath,
  { lists, responses }: HeldRevocations,
): Promise<LongTerm | undefined> {
  if (failure !== undefined) return undefined;
  let isProven = true;
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    if (issuer === undefined || !certificate.namesRevocationSource) continue;
    const found = [
      ...(await kept(lists, der => isListBy(readRevocationList(der), issuer))),
      ...(await kept(responses, der => answers(der, certificate, issuer))),
    ];
    if (found.length === 0) return undefined;
    isProven &&= found.some(({ provenAt }) => provenAt !== undefined);
  }
  return isProven ? 'LTA' : 'LT';
}

async function kept<Item extends { readonly der: Uint8Array<ArrayBuffer> }>(
  items: readonly Item[],
  test: (der: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) if (await isSo(item.der, test)) found.push(item);
  return found;
}

async function isSo(
  der: Uint8Array<ArrayBuffer>,
  test: (der: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await test(der);
  } catch (error) {
    if (error instanceof BerError) return false;
    throw error;
  }
}

/** Whether a response is about the certificate. */
async function answers(
  der: Uint8Array<ArrayBuffer>,
  certificate: CertificateFacts,
  issuer: CertificateFacts,
): Promise<boolean> {
  const response = readOcspResponse(der);
  return response !== undefined && (await responseFor(response, certificate, issuer)) !== undefined;
}

interface VerificationOptions {
  readonly trust: Trust;
  /** By the service's clock: the time that is checked at. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** What `locateSignatures` found. Default: it is asked here, which a hostile file could make take long. */
  readonly located?: readonly LocatedSignature[];
}

/** A signature with its content inside. */
export interface AttachedReport extends Omit<
  SignatureReport,
  'fieldName' | 'type' | 'filter' | 'subFilter' | 'coverage' | 'laterChanges' | 'validAsSigned' | 'notes'
> {
  readonly content: Uint8Array<ArrayBuffer>;
}

type UnnotedReport = Omit<SignatureReport, 'notes'>;

interface Verification extends VerificationOptions {
  readonly roots: readonly CertificateFacts[];
  readonly budget: CheckBudget;
  /** When a later timestamp of the document proves that the signature was there. */
  readonly coveredAt?: Date | undefined;
  /** What the document carries: certificates, and data on revocation. */
  readonly pool?: readonly CertificateFacts[];
  readonly held?: HeldRevocations;
}

/** The forms that are one CMS container over the byte range; older ones put a hash inside, or are no CMS. */
const UNDERSTOOD = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'ETSI.RFC3161', 'PBAD.PAdES'];

/**
 * Verifies every signature of a PDF: its digest, its CMS signature, the path to a trusted root, validity and
 * revocation of the certificates, its timestamp and those of the document (ETSI EN 319 102-1, 5.3 and 5.5; of long-term
 * archiving, 5.6, only the times that later timestamps prove).
 * @returns one report for each signature, oldest first; none for a PDF that bears none
 * @throws the PDF library's errors where the file cannot be read; the signal's reason
 */
export async function verifySignatures(
  file: Uint8Array,
  options: VerificationOptions,
): Promise<SignatureReport[]> {
  const located = options.located ?? (await locateSignatures(file));
  const roots = await options.trust.roots();
  const budget = new CheckBudget();
  const reports: UnnotedReport[] = [];
  const data = located.length === 0 ? SecurityStore.none : await SecurityStore.read(file);
  const proofs: TimeProof[] = [];
  // Newest first: a document timestamp proves when what it covers was there.
  for (const signature of located.toReversed()) {
    // Others get their turn between two signatures, and the signal its time.
    await new Promise(resolve => void setTimeout(resolve));
    options.signal.throwIfAborted();
    const end = endOf(signature);
    const known = {
      coveredAt: earliest(...proofs.filter(proof => end < proof.end).map(({ time }) => time)),
      pool: data.certificates,
      held: data.provenBy(proofs),
    };
    const report = await verifyOne(file, signature, { ...options, roots, budget, ...known });
    reports.unshift(report);
    const { type, indication, claimedAt: time } = report;
    if (type === 'timestamp' && indication === 'TOTAL-PASSED' && time !== undefined)
      proofs.push({ end, time });
  }
  return completeReports(reports);
}

/**
 * Verifies a CMS signature with its content inside (`.p7m`), likewise.
 * @param cms BER or DER
 * @throws SignatureFormatError where it is none; the signal's reason
 */
export async function verifyAttached(
  cms: Uint8Array<ArrayBuffer>,
  options: Omit<VerificationOptions, 'located'>,
): Promise<AttachedReport> {
  const check = await checkSignedData(cms);
  if (check.isFollowed) throw new SignatureFormatError('Something else follows.');
  const content = check.content ?? new Uint8Array();
  const roots = await options.trust.roots();
  const verification = { ...options, roots, budget: new CheckBudget() };
  const { fault, ...judged } = await judgeSigner('approval', { check, parts: [content] }, verification);
  return { ...judged, content, ...verdictOf(fault) };
}

async function verifyOne(
  file: Uint8Array,
  signature: LocatedSignature,
  options: Verification,
): Promise<UnnotedReport> {
  const signed = signedParts(file, signature);
  const { subFilter = '', type, contents } = signature;
  if (signed === undefined || subFilter === '') return unchecked(file, signature, signed);
  // Another form may be right.
  if (!UNDERSTOOD.includes(subFilter)) return unchecked(file, signature, signed, 'GENERIC');
  try {
    const check = await (type === 'timestamp'
      ? checkToken(contents, signed)
      : checkSignedData(contents, signed.parts, { needsReference: subFilter === 'ETSI.CAdES.detached' }));
    if (type !== 'timestamp' && check.contentType !== ID_DATA)
      throw new SignatureFormatError('It is of another kind of content.');
    return await judge(signature, signed, check, options);
  } catch (error) {
    if (error instanceof SignatureFormatError) return unchecked(file, signature, signed);
    throw error;
  }
}

/** A timestamp of the whole document: the token's imprint is of the bytes under the signature. */
async function checkToken(token: Uint8Array<ArrayBuffer>, { parts }: SignedParts): Promise<SignedDataCheck> {
  const { check, time, imprint } = await readTimestamp(token, parts);
  if (!isTimestamper(check)) throw new SignatureFormatError('Its certificate is not for times.');
  return { ...check, digest: check.digest === 'valid' ? imprint : check.digest, signingTime: time };
}

async function judge(
  signature: LocatedSignature,
  { coverage, parts }: SignedParts,
  check: SignedDataCheck,
  options: Verification,
): Promise<UnnotedReport> {
  const { fault, ...judged } = await judgeSigner(signature.type, { check, parts }, options);
  const { laterChanges, statedAt } = signature;
  return {
    ...describe(signature),
    coverage,
    ...judged,
    claimedAt: judged.claimedAt ?? statedAt,
    validAsSigned: fault === undefined,
    ...verdictOf(fault ?? (laterChanges.fileState === 'same' ? undefined : 'SIG_CONSTRAINTS_FAILURE')),
  };
}

type ReportBeforeVerdict = Omit<AttachedReport, 'content' | keyof SignatureIndication> & {
  readonly fault: SubIndication | undefined;
};

/** What holds of a signature whatever it is in: its numbers, its certificate and its timestamps. */
async function judgeSigner(
  type: LocatedSignature['type'],
  { check, parts }: { check: SignedDataCheck; parts: readonly Uint8Array[] },
  options: Verification,
): Promise<ReportBeforeVerdict> {
  const { roots, now, budget, coveredAt, held } = options;
  const { lists } = options.trust;
  const basis = { ...options, lists, existedAt: coveredAt };
  const [timestamp, contentTimestamp] = await Promise.all([
    checkTimestamp(check.timestampToken, [check.value], basis),
    checkTimestamp(check.contentTimestampToken, parts, basis),
  ]);
  const existedAt = earliest(provenTime(timestamp), coveredAt);
  const stated = [
    contentTimestamp?.time,
    timestamp?.time,
    type === 'timestamp' ? check.signingTime : undefined,
  ];
  const common = {
    claimedAt: check.signingTime,
    digestMatches: check.digest === 'valid',
    signatureValid: check.signature === 'valid',
    fingerprint: check.fingerprint,
    algorithm: check.algorithm,
    signer: check.signer,
    timestamp,
    existedAt,
    policy: check.policy,
    isFollowed: check.isFollowed,
  };
  const { signer } = check;
  if (signer === undefined) return { ...common, ...untrusted, fault: ownFault(check) };
  const path = await certificationPath(signer, [...check.certificates, ...(options.pool ?? [])], {
    roots,
    at: existedAt ?? now,
    budget,
  });
  const { own: revocation, authorities } = await checkPathRevocation(path, { ...options, lists, existedAt });
  const findings = { type, check, signer, path, revocation, authorities, existedAt, contentTimestamp, now };
  const isAhead = type === 'timestamp' && check.signingTime && isInFuture(check.signingTime, now);
  return {
    ...common,
    chain: path.chain.map(({ der }) => der),
    chainTrusted: path.failure === undefined,
    revocation,
    longTerm: timestamp?.valid === true && held ? await longTermOf(path, held) : undefined,
    fault:
      faultOf(findings) ??
      (isAhead ? 'TRY_LATER' : undefined) ??
      (isInOrder([...stated, coveredAt]) ? undefined : 'TIMESTAMP_ORDER_FAILURE'),
  };
}

const untrusted = {
  chain: [],
  chainTrusted: false,
  revocation: { status: 'unknown' },
  longTerm: undefined,
} as const satisfies Partial<SignatureReport>;

function unchecked(
  file: Uint8Array,
  signature: LocatedSignature,
  signed: SignedParts | undefined,
  fault: SubIndication = 'FORMAT_FAILURE',
): UnnotedReport {
  return {
    ...describe(signature),
    ...untrusted,
    coverage: signed?.coverage ?? { wholeFile: false, bytesAfter: file.length },
    claimedAt: signature.statedAt,
    digestMatches: false,
    signatureValid: false,
    fingerprint: undefined,
    algorithm: undefined,
    signer: undefined,
    timestamp: undefined,
    existedAt: undefined,
    policy: undefined,
    isFollowed: false,
    validAsSigned: false,
    ...verdictOf(fault),
  };
}

function describe({ fieldName, type, filter, subFilter, laterChanges }: LocatedSignature) {
  return { fieldName, type, filter, subFilter, laterChanges };
}
