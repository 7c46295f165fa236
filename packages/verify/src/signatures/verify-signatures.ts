import { setImmediate } from 'node:timers/promises';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { CheckBudget } from './check-budget.ts';
import { certificationPath } from './certification-path.ts';
import { locateSignatures } from './located-signatures.ts';
import type { LocatedSignature } from './located-signatures.ts';
import { checkPathRevocation } from './path-revocation.ts';
import type { SignatureReport } from './signature-report.ts';
import { checkSignedData, SignatureFormatError } from './signed-data-check.ts';
import type { SignedDataCheck } from './signed-data-check.ts';
import { signedParts } from './signed-parts.ts';
import type { SignedParts } from './signed-parts.ts';
import { checkTimestamp, isTimestamper, readTimestamp } from './timestamp.ts';
import type { Trust } from './trust.ts';
import { faultOf, ownFault, provenTime, verdictOf } from './verdict.ts';

export interface VerificationOptions {
  readonly trust: Trust;
  /** By the service's clock: the time that is checked at. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** What `locateSignatures` found. Default: it is asked here, which a hostile file could make take long. */
  readonly located?: readonly LocatedSignature[];
}

interface Verification extends VerificationOptions {
  readonly roots: readonly CertificateFacts[];
  readonly budget: CheckBudget;
}

/** The forms that are one CMS container over the byte range; older ones put a hash inside, or are no CMS. */
const UNDERSTOOD = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'ETSI.RFC3161', 'PBAD.PAdES'];

/**
 * Verifies every signature of a PDF: its digest, its CMS signature, the path to a trusted root, validity and
 * revocation of the certificates, and its timestamp (ETSI EN 319 102-1, 5.3 and 5.5, without what long-term
 * archiving adds).
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
  const reports: SignatureReport[] = [];
  for (const signature of located) {
    // Others get their turn between two signatures, and the signal its time.
    await setImmediate();
    options.signal.throwIfAborted();
    reports.push(await verifyOne(file, signature, { ...options, roots, budget }));
  }
  return reports;
}

async function verifyOne(
  file: Uint8Array,
  signature: LocatedSignature,
  options: Verification,
): Promise<SignatureReport> {
  const signed = signedParts(file, signature);
  const { subFilter = '', type, contents } = signature;
  if (signed === undefined || !UNDERSTOOD.includes(subFilter)) return malformed(file, signature, signed);
  try {
    const check =
      type === 'timestamp' ? checkToken(contents, signed) : checkSignedData(contents, signed.parts);
    return await judge(signature, signed, check, options);
  } catch (error) {
    if (error instanceof SignatureFormatError) return malformed(file, signature, signed);
    throw error;
  }
}

/** A timestamp of the whole document: the token's imprint is of the bytes under the signature. */
function checkToken(token: Uint8Array, { parts }: SignedParts): SignedDataCheck {
  const { check, time, imprintMatches } = readTimestamp(token, parts);
  if (!isTimestamper(check)) throw new SignatureFormatError('Its certificate is not for times.');
  return { ...check, digestMatches: check.digestMatches && imprintMatches, signingTime: time };
}

async function judge(
  signature: LocatedSignature,
  { coverage }: SignedParts,
  check: SignedDataCheck,
  options: Verification,
): Promise<SignatureReport> {
  const { roots, now, budget } = options;
  const timestamp = checkTimestamp(check.timestampToken, check.value, { roots, budget });
  const common = {
    ...describe(signature),
    coverage,
    claimedAt: check.signingTime ?? signature.statedAt,
    digestMatches: check.digestMatches,
    signatureValid: check.signatureValid,
    algorithm: check.algorithm?.name,
    signer: check.signer,
    timestamp,
  };
  const { signer } = check;
  if (signer === undefined) {
    return { ...common, ...untrusted, ...verdictOf(ownFault(check)) };
  }
  const path = certificationPath(signer, check.certificates, {
    roots,
    at: provenTime(timestamp) ?? now,
    budget,
  });
  const { own: revocation, authorities } = await checkPathRevocation(path, {
    ...options,
    lists: options.trust.lists,
  });
  const { type } = signature;
  const own = faultOf({ type, check, signer, path, revocation, authorities, timestamp, now });
  const fault = own ?? (signature.laterChanges.permitted ? undefined : 'SIG_CONSTRAINTS_FAILURE');
  return {
    ...common,
    chain: path.chain.map(({ der }) => der),
    chainTrusted: path.failure === undefined,
    revocation,
    ...verdictOf(fault),
  };
}

const untrusted = {
  chain: [],
  chainTrusted: false,
  revocation: { status: 'unknown' },
} as const satisfies Partial<SignatureReport>;

function malformed(
  file: Uint8Array,
  signature: LocatedSignature,
  signed: SignedParts | undefined,
): SignatureReport {
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
    ...verdictOf('FORMAT_FAILURE'),
  };
}

function describe({ fieldName, type, filter, subFilter, laterChanges }: LocatedSignature) {
  return { fieldName, type, filter, subFilter, laterChanges };
}
