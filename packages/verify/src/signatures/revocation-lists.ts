/** Revocation lists (RFC 5280): reading them, and what they say of a certificate. */
import {
  type AlgorithmIdentifier,
  type Ber,
  type BerCursor,
  BerError,
  bits,
  boolean,
  type Bytes,
  type CertificateFacts,
  context,
  contextPrimitive,
  distributionPointNames,
  expect,
  type Extension,
  Name,
  readAlgorithmIdentifier,
  readExtensions,
  readWhole,
  sameBytes,
  sameName,
  smallInteger,
  TAG,
  time,
} from '@sign-session/certificates';
import { sameInteger } from '../bytes.ts';
import { isByAuthority } from './certification-path.ts';
import { judgedAt, type KnownTimes, remembers } from './revocation-times.ts';
import type { RevocationProblem, RevocationReport } from './signature-report.ts';

/** A certificate revocation list (RFC 5280, 5.1), its entries unread. All bytes are views of the list's. */
interface RevocationList {
  /** What its signature is over: the `tbsCertList` as it came. */
  readonly signed: Bytes;
  readonly signature: Bytes;
  readonly algorithm: AlgorithmIdentifier;
  readonly issuer: Name;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** `revokedCertificates`; undefined where there are none. */
  readonly entries: Ber | undefined;
  readonly extensions: readonly Extension[];
}

/** A certificate's entry. */
interface ListEntry {
  readonly revokedAt: Date;
  readonly extensions: readonly Extension[];
}

/** Less than two milliseconds: other work gets its turn in between. */
const ENTRIES_AT_ONCE = 5000;

/**
 * Reads a list up to its entries, whatever their number.
 * @param der kept: the result is made of views of it
 * @throws BerError
 */
export function readRevocationList(der: Bytes): RevocationList {
  const list = expect(readWhole(der), TAG.sequence).cursor();
  const body = list.next(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(list.next());
  const signature = bits(list.next());
  list.expectEnd();
  const fields = body.cursor();
  fields.optional(TAG.integer);
  if (!sameBytes(fields.next(TAG.sequence).raw, algorithm.der)) {
    throw new BerError('The two signature algorithms differ (RFC 5280, 5.1.1.2).');
  }
  const issuer = new Name(fields.next());
  const thisUpdate = time(fields.next());
  const nextUpdate = fields.optional(TAG.utcTime, TAG.generalizedTime);
  const entries = fields.optional(TAG.sequence);
  const extensions = fields.optional(context(0));
  fields.expectEnd();
  return {
    signed: body.raw,
    signature,
    algorithm,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate && time(nextUpdate),
    entries,
    extensions: extensions === undefined ? [] : readExtensions(extensions.cursor().next()),
  };
}

/**
 * Walks over the entries to a certificate's. Gives way to other work after every 5000, so that a list of any
 * length holds up nothing.
 * @param serial content of the INTEGER
 * @throws BerError; the signal's reason
 */
async function findEntry(
  { entries }: RevocationList,
  serial: Bytes,
  signal: AbortSignal,
): Promise<ListEntry | undefined> {
  let count = 0;
  for (const entry of entries?.cursor() ?? []) {
    const fields = expect(entry, TAG.sequence).cursor();
    if (sameInteger(fields.next(TAG.integer).content, serial)) return readEntry(fields);
    count += 1;
    if (count % ENTRIES_AT_ONCE !== 0) continue;
    await new Promise<void>(resolve => void setTimeout(resolve));
    signal.throwIfAborted();
  }
  return undefined;
}

function readEntry(entry: BerCursor): ListEntry {
  const revokedAt = time(entry.next());
  const extensions = entry.isAtEnd ? [] : readExtensions(entry.next());
  entry.expectEnd();
  return { revokedAt, extensions };
}

/** The reason code of an entry (RFC 5280, 5.3.1), and the one that takes an entry back. */
const REASON = '2.5.29.21';
const REMOVE_FROM_LIST = 8;
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const DELTA_INDICATOR = '2.5.29.27';
/** That there are lists of differences to this one (RFC 5280, 5.2.6). */
const FRESHEST_LIST = '2.5.29.46';
/** `expiredCertsOnCRL` (X.509, 9.5.2.8). */
const EXPIRED_KEPT = '2.5.29.60';

interface ListQuestion extends KnownTimes {
  readonly certificate: CertificateFacts;
  readonly issuer: CertificateFacts;
  readonly signal: AbortSignal;
}

/** What a list says of a certificate, or why it has no say. */
export async function readList(
  der: Bytes,
  question: ListQuestion,
): Promise<RevocationReport | RevocationProblem> {
  const { certificate, issuer, signal } = question;
  try {
    const list = readRevocationList(der);
    if (judgedAt(list, question, issuer.notAfter) === undefined) return 'outdated';
    if (!(await isListBy(list, issuer))) return 'not-by-issuer';
    if (!isAbout(list, certificate)) return 'out-of-scope';
    const entry = await findEntry(list, certificate.serial, signal);
    if (entry !== undefined) return statusOf(entry);
    return remembers(list.thisUpdate, keptSince(list), certificate.notAfter)
      ? { status: 'good' }
      : 'after-expiry';
  } catch (error) {
    if (error instanceof BerError) return 'malformed';
    if (signal.aborted && error === signal.reason) return 'unreachable';
    throw error;
  }
}

function statusOf(entry: ListEntry): RevocationReport | RevocationProblem {
  // RFC 5280, 5.3: a list with a critical extension that is not understood says nothing.
  if (entry.extensions.some(({ critical, id }) => critical && id !== REASON)) return 'out-of-scope';
  // For lists of differences alone (RFC 5280, 5.3.1): nobody knows what it means here.
  if (reasonOf(entry) === REMOVE_FROM_LIST) return 'out-of-scope';
  return { status: 'revoked', revokedAt: entry.revokedAt };
}

/** Whether the issuer made the list, by the bytes that it signed; computed beside the thread that answers requests. */
export async function isListBy(list: RevocationList, issuer: CertificateFacts): Promise<boolean> {
  if (!issuer.maySignLists || !sameName(list.issuer, issuer.subject)) return false;
  return isByAuthority(issuer, list.algorithm, list.signed, list.signature);
}

/**
 * Not a list of differences, one that has them beside it, of another part of the authority's certificates, or of some reasons only, whether it says
 * so critically or not, nor one with what is critical and not understood (RFC 5280, 5.2).
 * @throws BerError
 */
function isAbout({ extensions }: RevocationList, certificate: CertificateFacts): boolean {
  return extensions.every(extension => {
    if (extension.id === ISSUING_DISTRIBUTION_POINT) return isInScope(extension, certificate);
    return extension.id !== DELTA_INDICATOR && extension.id !== FRESHEST_LIST && !extension.critical;
  });
}

/** @throws BerError */
function isInScope({ value }: Extension, { isAuthority, distributionPoints }: CertificateFacts): boolean {
  const scope = expect(readWhole(value), TAG.sequence).cursor();
  const isTrue = (number: number) => {
    const field = scope.optional(contextPrimitive(number));
    return field !== undefined && boolean(field, field.tag);
  };
  const point = scope.optional(context(0));
  const published = distributionPointNames(point);
  const [onlyUsers, onlyAuthorities] = [isTrue(1), isTrue(2)];
  const someReasons = scope.optional(contextPrimitive(3));
  const [isIndirect, onlyAttributes] = [isTrue(4), isTrue(5)];
  scope.expectEnd();
  // A part of the authority's certificates has a place of its own: theirs alone are on the list (RFC 5280, 6.3.3 b).
  const isElsewhere =
    point !== undefined &&
    !published.some(({ form, text }) =>
      distributionPoints.some(own => own.form === form && own.text === text),
    );
  const isOfOtherKind = isAuthority ? onlyUsers : onlyAuthorities;
  return !isElsewhere && !isOfOtherKind && !isIndirect && !onlyAttributes && someReasons === undefined;
}

/** @throws BerError */
function reasonOf({ extensions }: ListEntry): number | undefined {
  const value = extensions.find(({ id }) => id === REASON)?.value;
  return value && smallInteger(readWhole(value), TAG.enumerated);
}

/** Since when expired certificates stay on the list. @throws BerError */
function keptSince({ extensions }: RevocationList): Date | undefined {
  const value = extensions.find(({ id }) => id === EXPIRED_KEPT)?.value;
  return value && time(readWhole(value));
}
