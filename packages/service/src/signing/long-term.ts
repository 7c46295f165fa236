import { type CertificateFacts } from '@sign-session/certificates';
import {
  certificationPath,
  checkPathRevocation,
  checkSignedData,
  locateSignatures,
  type LocatedSignature,
  type Trust,
} from '@sign-session/verify';
import { sealableUpdate } from '../pdf/sealable-update.ts';
import { appendSecurityStore, type ValidationData } from '../pdf/security-store.ts';
import { fillPlaceholder, openPlaceholder, partsAround } from '../pdf/signature-placeholder.ts';
import { RecordingLists } from '../signatures/recording-lists.ts';
import type { SignatureLevel } from '../domain/signature-level.ts';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';

/** Prefix of the field names of document timestamps. */
const TIMESTAMP_FIELD = 'SignSessionTimestamp';

/** Timestamp tokens with their chains take 4 to 8 KB. */
const TIMESTAMP_BYTES = 16 * 1024;

/** Validation data for one of the document's signatures cannot be obtained. */
export class ValidationDataError extends Error {
  override readonly name = 'ValidationDataError';
}

export interface LongTermOptions {
  readonly trust: Trust;
  readonly timestamps: TimestampAuthority;
  /** The service's time. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Extends a signed document for long-term validation (ETSI EN 319 142-1, B-LT): appends the certificates and
 * revocation data of all its signatures and their timestamps; for B-LTA also a document timestamp.
 * @returns the document's bytes, unchanged, followed by one or two updates
 * @throws ValidationDataError when revocation data cannot be obtained; TimestampError; the signal's reason
 */
export async function extendForLongTerm(
  file: Uint8Array,
  level: Exclude<SignatureLevel, 'B'>,
  options: LongTermOptions,
): Promise<Uint8Array> {
  const roots = await options.trust.roots();
  const collector = new ValidationDataCollector(roots, options);
  const data: ValidationData[] = [];
  for (const signature of await locateSignatures(file)) data.push(await collector.collect(signature));
  const stored = await appendSecurityStore(file, data);
  return level === 'LT' ? stored : appendTimestamp(stored, options);
}

/** Collects validation data. Skips signatures without a trusted path: their data would validate nothing. */
class ValidationDataCollector {
  readonly #roots: readonly CertificateFacts[];
  readonly #options: LongTermOptions;

  constructor(roots: readonly CertificateFacts[], options: LongTermOptions) {
    this.#roots = roots;
    this.#options = options;
  }

  async collect({ contents }: LocatedSignature): Promise<ValidationData> {
    const certificates: Uint8Array[] = [];
    const lists = new RecordingLists(this.#options.trust.lists);
    const { signer, certificates: pool, timestampToken } = await checkSignedData(contents, []);
    await this.#follow(signer, pool, certificates, lists);
    if (timestampToken !== undefined) {
      const token = await checkSignedData(timestampToken);
      await this.#follow(token.signer, token.certificates, certificates, lists);
    }
    return { contents, certificates, lists: lists.foundLists, responses: lists.foundResponses };
  }

  async #follow(
    signer: CertificateFacts | undefined,
    pool: readonly CertificateFacts[],
    certificates: Uint8Array[],
    lists: RecordingLists,
  ): Promise<void> {
    if (signer === undefined) return;
    const { now, signal } = this.#options;
    const path = await certificationPath(signer, pool, { roots: this.#roots, at: now });
    if (path.failure !== undefined) return;
    certificates.push(...path.chain.map(({ der }) => der));
    const { own, authorities } = await checkPathRevocation(path, { lists, now, signal });
    if (own.status === 'unknown' || authorities === 'unknown') {
      throw new ValidationDataError('The revocation data of a signature cannot be obtained.');
    }
  }
}

async function appendTimestamp(
  original: Uint8Array,
  { timestamps, now, signal }: LongTermOptions,
): Promise<Uint8Array> {
  const { file, signature } = await sealableUpdate({
    original,
    sealedAt: now,
    fieldName: TIMESTAMP_FIELD,
    cmsBytes: TIMESTAMP_BYTES,
    kind: 'document-timestamp',
  });
  const placeholder = openPlaceholder(file, signature, TIMESTAMP_BYTES);
  const covered = new Uint8Array(Buffer.concat(partsAround(file, placeholder)));
  fillPlaceholder(file, placeholder, await timestamps.stamp(covered, signal));
  return file;
}
