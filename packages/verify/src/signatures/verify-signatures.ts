import type { CertificateFacts } from '@sign-session/certificates';
import { CheckBudget } from './check-budget.ts';
import { certificationPath } from './certification-path.ts';
import { endOf, locateSignatures, type LocatedSignature } from './located-signatures.ts';
import { HeldData, type HeldRevocations, type TimeProof } from './held-data.ts';
import { longTermOf } from './long-term.ts';
import { completeReports } from './notes.ts';
import { checkPathRevocation } from './path-revocation.ts';
import type { SignatureReport, SubIndication } from './signature-report.ts';
import { checkSignedData, type SignedDataCheck } from './signed-data-check.ts';
import { ID_DATA, SignatureFormatError } from './signed-data.ts';
import { signedParts, type SignedParts } from './signed-parts.ts';
import { checkTimestamp, isInFuture, isInOrder, isTimestamper, readTimestamp } from './timestamp.ts';
import type { Trust } from './trust.ts';
import { earliest, faultOf, ownFault, provenTime, verdictOf, type Verdict } from './verdict.ts';

export interface VerificationOptions {
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
  const data = located.length === 0 ? HeldData.none : await HeldData.read(file);
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

type Judged = Omit<AttachedReport, 'content' | keyof Verdict> & { readonly fault: SubIndication | undefined };

/** What holds of a signature whatever it is in: its numbers, its certificate and its timestamps. */
async function judgeSigner(
  type: LocatedSignature['type'],
  { check, parts }: { check: SignedDataCheck; parts: readonly Uint8Array[] },
  options: Verification,
): Promise<Judged> {
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
