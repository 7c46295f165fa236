import {
  type CertificateFacts,
  expect,
  BerError,
  hashNamed,
  isStrongHash,
  isValidAt,
  octets,
  readAlgorithmIdentifier,
  readExtensions,
  readWhole,
  sameBytes,
  smallInteger,
  TAG,
  context,
  contextPrimitive,
  time,
  type Ber,
  type Bytes,
  type SignatureCheck,
} from '@sign-session/certificates';
import { digestOf } from '../bytes.ts';
import { certificationPath, type CheckBudget } from './certification-path.ts';
import type { HeldRevocations } from './security-store.ts';
import { checkPathRevocation } from './revocation.ts';
import { checkSignedData, SignatureFormatError, type SignedDataCheck } from './signed-data.ts';
import type { TimestampReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';

/** `id-ct-TSTInfo`: the content of a timestamp token. */
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

interface TimestampToken {
  readonly check: SignedDataCheck;
  readonly time: Date;
  /** Whether the token is of these bytes. */
  readonly imprint: SignatureCheck;
}

/**
 * Reads a timestamp token (RFC 3161) and holds it against what it is to be of.
 * @param token DER, perhaps with zeros behind it
 * @param stamped the parts of what was stamped
 * @throws SignatureFormatError
 */
export async function readTimestamp(token: Bytes, stamped: readonly Uint8Array[]): Promise<TimestampToken> {
  // Its authority must refer to its certificate (RFC 3161, 2.4.2).
  const check = await checkSignedData(token, undefined, { needsReference: true });
  if (check.contentType !== TST_INFO || check.content === undefined) {
    throw new SignatureFormatError('This is no timestamp.');
  }
  const info = readTimestampInfo(check.content);
  const hash = hashNamed(info.algorithm);
  const matches = hash && sameBytes(await digestOf(hash, stamped), info.hashed);
  return {
    check: { ...check, strong: check.strong && hash !== undefined && isStrongHash(hash) },
    time: info.time,
    imprint: matches === undefined ? 'not-computable' : matches ? 'valid' : 'invalid',
  };
}

/**
 * `TSTInfo ::= SEQUENCE { version, policy, messageImprint, serialNumber, genTime, accuracy OPTIONAL, ordering DEFAULT
 * FALSE, nonce OPTIONAL, tsa [0] OPTIONAL, extensions [1] OPTIONAL }` (RFC 3161, 2.4.2)
 */
function readTimestampInfo(content: Bytes) {
  try {
    const fields = expect(readWhole(content), TAG.sequence).cursor();
    if (smallInteger(fields.next()) !== 1) throw new BerError('The version is unknown.');
    fields.next(TAG.oid);
    const imprint = fields.next(TAG.sequence).cursor();
    fields.next(TAG.integer);
    const { algorithm } = readAlgorithmIdentifier(imprint.next());
    const found = {
      algorithm,
      hashed: octets(imprint.next()),
      time: time(fields.next(), { fractions: true }),
    };
    checkAccuracy(fields.optional(TAG.sequence));
    for (const tag of [TAG.boolean, TAG.integer, context(0)]) fields.optional(tag);
    const extensions = fields.optional(context(1));
    fields.expectEnd();
    if (extensions && readExtensions(extensions, extensions.tag).some(({ critical }) => critical))
      throw new BerError('A critical extension is unknown.');
    return found;
  } catch (cause) {
    if (cause instanceof BerError) throw new SignatureFormatError('The timestamp cannot be read.', { cause });
    throw cause;
  }
}

/** In seconds; authorities state one or less. */
const WORST_ACCURACY = 60;

/**
 * `Accuracy ::= SEQUENCE { seconds OPTIONAL, millis [0] OPTIONAL, micros [1] OPTIONAL }`: the time may be wrong by as much.
 * @throws BerError where that is too much to prove anything
 */
function checkAccuracy(accuracy: Ber | undefined): void {
  const parts = accuracy?.cursor();
  const seconds = parts?.optional(TAG.integer);
  const fractions = [0, 1].map(number => parts?.optional(contextPrimitive(number)));
  parts?.expectEnd();
  const isTooMuch =
    (seconds !== undefined && smallInteger(seconds) > WORST_ACCURACY) ||
    fractions.some(part => part !== undefined && smallInteger(part, part.tag) > 999);
  if (isTooMuch) throw new BerError('The time is too inaccurate.');
}

/** What a timestamp's authority is judged by. */
interface TimestampBasis {
  readonly roots: readonly CertificateFacts[];
  readonly budget?: CheckBudget | undefined;
  readonly lists: RevocationLists;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** When a later timestamp of the document proves that this one was there. */
  readonly existedAt?: Date | undefined;
  /** What the document carries: certificates, and data on revocation. */
  readonly pool?: readonly CertificateFacts[];
  readonly held?: HeldRevocations;
}

/** Clocks differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a timestamp states a time that is yet to come. */
export function isInFuture(stated: Date, now: Date): boolean {
  return stated.getTime() > now.getTime() + CLOCK_SKEW_MS;
}

/**
 * Whether the times of timestamps, each of which covers the one before, don't decrease (EN 319 102-1, 5.6.3.4): else one of
 * them is wrong, and nobody knows which.
 */
export function isInOrder(times: readonly (Date | undefined)[]): boolean {
  const stated = times.flatMap(found => found?.getTime() ?? []);
  return stated.every((one, index) => one <= (stated[index + 1] ?? one) + CLOCK_SKEW_MS);
}

/**
 * What a signature's timestamp proves; undefined where there is none. One that cannot be read proves nothing.
 * @throws the signal's reason
 */
export async function checkTimestamp(
  token: Bytes | undefined,
  stamped: readonly Uint8Array[],
  basis: TimestampBasis,
): Promise<TimestampReport | undefined> {
  if (token === undefined) return undefined;
  try {
    const { check, time: at, imprint } = await readTimestamp(token, stamped);
    const checks = [imprint, check.digest, check.signature];
    return {
      time: at,
      valid: check.strong && checks.every(result => result === 'valid'),
      trusted: isTimestamper(check) && !isInFuture(at, basis.now) && (await isTrusted(check, at, basis)),
      authority: check.signer?.subjectName,
    };
  } catch (error) {
    if (error instanceof SignatureFormatError) return undefined;
    throw error;
  }
}

/** Made for signing times, and nothing else, which its certificate marks as critical (RFC 3161, 2.3). */
export function isTimestamper({ signer }: SignedDataCheck): boolean {
  if (signer?.maySign !== true || !signer.purposesAreCritical) return false;
  return signer.purposes?.length === 1 && signer.purposes[0] === TIME_STAMPING;
}

/**
 * Whether the authority's certificate was valid when the time was stated, and is valid and not revoked now, or was when
 * a later timestamp proves that this one was there: whoever has a key that was given up could state any earlier time
 * (EN 319 102-1, 5.4 and 5.6.2.3).
 */
async function isTrusted(
  { signer, certificates }: SignedDataCheck,
  statedAt: Date,
  { roots, budget, pool = [], ...asking }: TimestampBasis,
): Promise<boolean> {
  const { existedAt } = asking;
  const at = existedAt ?? asking.now;
  if (signer === undefined || !isValidAt(signer, statedAt) || !isValidAt(signer, at)) return false;
  const path = await certificationPath(signer, [...certificates, ...pool], { roots, at, budget });
  if (path.failure !== undefined) return false;
  const { own, authorities } = await checkPathRevocation(path, asking);
  if (authorities === 'unknown' || authorities === 'revoked' || own.status === 'unknown') return false;
  return own.status !== 'revoked' || (existedAt !== undefined && existedAt < (own.revokedAt ?? existedAt));
}
