import {
  BerError,
  bits,
  context,
  expect,
  Name,
  readAlgorithmIdentifier,
  readExtensions,
  readWhole,
  sameBytes,
  TAG,
  time,
  type AlgorithmIdentifier,
  type Ber,
  type BerCursor,
  type Bytes,
  type Extension,
} from '@sign-session/certificates';
import { sameInteger } from '../bytes.ts';

/** A certificate revocation list (RFC 5280, 5.1), its entries unread. All bytes are views of the list's. */
export interface RevocationList {
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
export interface ListEntry {
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
export async function findEntry(
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
