/** Completes a prepared signature: timestamp, check, and what it needs for the long term. */
import { type CertificateFacts, checkSignature, type SignatureAlgorithm } from '@sign-session/certificates';
import {
  certificationPath,
  checkPathRevocation,
  checkSignedData,
  type LocatedSignature,
  locateSignatures,
  type RevocationFailure,
  type RevocationLists,
  type SignatureReport,
  timeLimit,
  type Trust,
  verifySignatures,
} from '@sign-session/verify';
import { attributesIn, signedData, timestampAttribute } from '../cms/signed-data.ts';
import type { Core } from '../core/core.ts';
import { Problem, unavailable } from '../domain/problem.ts';
import { isLastSigner, turnOf } from '../domain/session.ts';
import { hashOf } from '../domain/sha256.ts';
import type { DigitalSignature } from '../domain/step.ts';
import type { SignatureLevel } from '../domain/tenant.ts';
import { sealableUpdate, withSignature } from '../pdf/sealable-update.ts';
import { appendSecurityStore, type ValidationData } from '../pdf/security-store.ts';
import { fillPlaceholder, openPlaceholder, partsAround } from '../pdf/signature-field.ts';
import { type TimestampAuthority, TimestampError } from '../pki/timestamp-authority.ts';
import { RecordingLists } from '../signatures/revocation-lists.ts';
import { Limiter } from '../support/limiter.ts';
import { inTime } from '../support/in-time.ts';
import { chainOf, pathOf, refusalOf, refused, type CertificateRefusal } from './certificate-check.ts';
import { type SigningSubject, timestampsFor, type TimestampSources } from './prepare-signature.ts';
import { type BaseDocuments, newestRevision, type SigningLease, staleRevision } from './revisions.ts';
import { findSigningRequest, type SigningRequest } from './signing-requests.ts';

/**
 * What the session keeps of a signature that was verified.
 * @param file the whole signed document
 * @throws Error for a report that names no signer
 */
export function digitalSignatureOf(
  report: SignatureReport | undefined,
  file: Uint8Array,
  signedAt: Date,
): DigitalSignature {
  const { signer, fieldName, algorithm, timestamp } = report ?? {};
  if (signer === undefined || fieldName === undefined) throw new Error('A signature without its signer.');
  return {
    certificateSubject: signer.subjectText,
    certificateSerial: signer.serialNumber,
    certificateIssuer: signer.issuerText,
    algorithm: algorithm ?? '',
    signedAt: signedAt.toISOString(),
    signedPdfHash: hashOf(file),
    signatureFieldName: fieldName,
    ...(timestamp === undefined ? {} : { timestampedAt: timestamp.time.toISOString() }),
  };
}

/** By what a signature is told from any other. @throws Error for a report that names no signer */
export function fingerprintOf(report: SignatureReport | undefined): string {
  if (report?.fingerprint === undefined) throw new Error('A signature without its signer.');
  return report.fingerprint;
}

/** Prefix of the field names of document timestamps. */
const TIMESTAMP_FIELD = 'SignSessionTimestamp';

/** Timestamp tokens with their chains take 4 to 8 KB. */
const TIMESTAMP_BYTES = 16 * 1024;

/** Validation data for one of the document's signatures cannot be obtained. */
class ValidationDataError extends Error {
  override readonly name = 'ValidationDataError';
}

interface LongTermOptions {
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
async function extendForLongTerm(
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

/**
 * A temporary error: the signature itself is fine and may be sent again.
 * @throws Problem `service-unavailable` when a timestamp or validation data cannot be obtained
 */
async function asBusyWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TimestampError)
      throw unavailable('No timestamp can be obtained at the moment.', 2, error);
    if (error instanceof ValidationDataError) throw unavailable(error.message, 2, error);
    throw error;
  }
}

/**
 * Total time limit, including the queue, revocation lists and the timestamp. The widget waits 15 s for a response.
 */
const LIMIT_MS = 12_000;
const LATE = { detail: 'The check of the certificate took too long.', retryAfter: 2 };

/** Checking the largest document takes some hundred megabytes for a second. */
const CHECKS = { atOnce: 2, waiting: 16 };

/**
 * Waiting for revocation lists and timestamps needs little memory, so more may run: slow authorities must not block
 * other signers.
 */
const ASKING = { atOnce: 16, waiting: 64 };

/** A signed document that has been verified. */
export interface SignedDocument {
  readonly kind: 'signed';
  /** Of the document in its batch, from 1; 1 in any other session. */
  readonly position: number;
  /** The revision that was signed. */
  readonly baseDocumentId: string;
  readonly file: Uint8Array<ArrayBuffer>;
  /** The content of the signature placeholder. */
  readonly cms: Uint8Array;
  /** The update appended for long-term validation; may be empty. */
  readonly extension: Uint8Array;
  readonly digitalSignature: DigitalSignature;
  /** Of the signature: by it nobody uses it twice. */
  readonly fingerprint: string;
}

/** The outcome of a signature that was sent. */
export type CompletedSignature = CertificateRefusal | SignedDocument;

/** A signature as the signer sent it, with its session. */
export interface SentSignature extends SigningSubject {
  readonly signatureRequestId: string;
  /** The raw signature; DER for an EC key. */
  readonly signature: Uint8Array;
  /** The service's time. */
  readonly at: Date;
}

/** What authorities answered: timestamp and revocation data. */
interface AuthorityAnswers {
  readonly request: SigningRequest;
  readonly token: Uint8Array | undefined;
  readonly lists: RevocationLists;
  /** The sources that gave no answer. */
  readonly failures: readonly RevocationFailure[];
}

/** Embeds signatures into documents and verifies the result. */
export class SignatureCompletion {
  readonly #core: Core;
  readonly #parts;
  readonly #asking = new Limiter(ASKING);
  readonly #checks = new Limiter(CHECKS);

  constructor(
    core: Core,
    parts: { bases: BaseDocuments; lease: SigningLease; trust: Trust; timestamps: TimestampSources },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Embeds the signature and verifies it as any verifier would: digest, signature, path to a trusted root,
   * validity, revocation, and that the certificate is the signer's. Queries the authorities first, outside the
   * queue for memory-intensive work. Checks after that whether the request is still current; the caller checks
   * again when it writes.
   * @throws Problem `conflict` when another signature or another prepared request came in between;
   *   `service-unavailable` when a timestamp cannot be obtained; TooBusyError
   */
  async complete(sent: SentSignature): Promise<CompletedSignature> {
    const { lease } = this.#parts;
    const { session } = sent;
    const limit = timeLimit(LIMIT_MS);
    const completed = await inTime(limit, () => this.#complete(sent, limit), LATE);
    if (completed.kind === 'refused') await lease.release(session);
    return completed;
  }

  /**
   * What is to be signed.
   * @throws Problem `conflict` when another signature or another prepared request came in between
   */
  async current(sent: Omit<SentSignature, 'signature'>): Promise<SigningRequest> {
    return (await this.#find(sent)).request;
  }

  async #complete(sent: SentSignature, limit: AbortSignal): Promise<CompletedSignature> {
    const turn = turnOf(sent.session);
    const answers = await this.#asking.run(() => this.#ask(sent, limit), turn);
    if (answers === undefined) return refused('signature-invalid');
    const checked = await this.#checks.run(() => this.#check(sent, answers, limit), turn);
    return checked.kind === 'refused' ? checked : this.#extend(sent, checked, limit);
  }

  /**
   * Queries the authorities. @returns undefined, without a query, if the signature does not match the certificate's
   * key
   */
  async #ask(sent: SentSignature, limit: AbortSignal): Promise<AuthorityAnswers | undefined> {
    limit.throwIfAborted();
    const { trust } = this.#parts;
    const { signature, at } = sent;
    const { request } = await this.#find(sent);
    const certificates = chainOf(request.chain);
    const key = certificates[0].publicKey;
    const { dataToSign, algorithm } = request;
    const own = await checkSignature(key, keyAlgorithm(algorithm), dataToSign, new Uint8Array(signature));
    if (own !== 'valid') return undefined;
    const lists = new RecordingLists(trust.lists);
    const path = await pathOf(certificates, { trust, at });
    const [token, { failures }] = await Promise.all([
      this.#stamp(sent, limit),
      checkPathRevocation(path, { lists, now: at, signal: limit }),
    ]);
    return { request, token, lists: lists.answers, failures };
  }

  async #check(
    sent: SentSignature,
    { request, token, lists, failures }: AuthorityAnswers,
    limit: AbortSignal,
  ): Promise<CompletedSignature> {
    limit.throwIfAborted();
    const { session, at, signature } = sent;
    const { newest } = await this.#find(sent);
    const base = await this.#parts.bases.read(newest);
    const cms = wrap(request, signature, token);
    const file = withSignature(base, request, cms);
    const report = await this.#verify(file, request.fieldName, { lists, now: at, signal: limit });
    const refusal = refusalOf(report, session.request.signer, at);
    if (refusal !== undefined) return refused(refusal, failures);
    this.#requireTimestamp(sent, report);
    const digitalSignature = digitalSignatureOf(report, file, at);
    const extension = new Uint8Array();
    const { baseDocumentId, position } = request;
    const fingerprint = fingerprintOf(report);
    this.#parts.bases.forget(newest);
    return { kind: 'signed', position, baseDocumentId, file, cms, extension, digitalSignature, fingerprint };
  }

  /**
   * Extends the document for long-term validation after its last signer, if the tenant's level asks for it. Only
   * waits for authorities.
   */
  async #extend(
    { session, at }: SentSignature,
    signed: SignedDocument,
    signal: AbortSignal,
  ): Promise<SignedDocument> {
    const { trust } = this.#parts;
    const { signatureLevel: level } = session.tenant;
    const timestamps = timestampsFor(this.#parts.timestamps, session.tenant);
    if (level === 'B' || timestamps === undefined || !isLastSigner(session)) return signed;
    const options = { trust, timestamps, now: at, signal };
    const file = await this.#asking.run(
      () => asBusyWhileUnavailable(() => extendForLongTerm(signed.file, level, options)),
      turnOf(session),
    );
    const whole = new Uint8Array(file);
    const { digitalSignature } = signed;
    return {
      ...signed,
      file: whole,
      extension: whole.subarray(signed.file.length),
      digitalSignature: { ...digitalSignature, signedPdfHash: hashOf(whole) },
    };
  }

  /** The signing request, if it is the latest one and made for the newest revision. */
  async #find({
    session,
    document,
    position,
    signatureRequestId,
  }: Omit<SentSignature, 'signature'>): Promise<{ request: SigningRequest; newest: string }> {
    const { database } = this.#core;
    const request = await findSigningRequest(database, session.sessionId, position);
    if (request?.signatureRequestId !== signatureRequestId) {
      throw new Problem('conflict', 'The prepared signature was replaced. Prepare it again.');
    }
    const newest = await newestRevision(database, session, document);
    if (request.baseDocumentId !== newest) throw staleRevision();
    return { request, newest };
  }

  #stamp({ session, signature }: SentSignature, limit: AbortSignal): Promise<Uint8Array | undefined> {
    const timestamps = timestampsFor(this.#parts.timestamps, session.tenant);
    return asBusyWhileUnavailable(async () => timestamps?.stamp(signature, limit));
  }

  /** Verifies only the new signature: the bytes that earlier ones cover have not changed. */
  async #verify(
    file: Uint8Array,
    fieldName: string,
    { lists, now, signal }: { lists: RevocationLists; now: Date; signal: AbortSignal },
  ): Promise<SignatureReport | undefined> {
    const { roots } = this.#parts.trust;
    const located = await locateSignatures(file, { fieldName });
    const [report] = await verifySignatures(file, { trust: { roots, lists }, now, signal, located });
    return report;
  }

  #requireTimestamp({ session }: SentSignature, report: SignatureReport | undefined): void {
    const isWanted = timestampsFor(this.#parts.timestamps, session.tenant) !== undefined;
    if (!isWanted || report?.timestamp?.valid === true) return;
    throw unavailable('The timestamp is invalid.', 2);
  }
}

/** Makes the CMS: PAdES B-B, or B-T with a timestamp. */
function wrap(
  { chain, algorithm, dataToSign }: SigningRequest,
  signature: Uint8Array,
  token: Uint8Array | undefined,
): Uint8Array {
  const unsignedAttrs = token && [timestampAttribute(token)];
  const signedAttrs = attributesIn(dataToSign);
  return signedData({ chain, signedAttrs, algorithm, signature, unsignedAttrs });
}

function keyAlgorithm(algorithm: SigningRequest['algorithm']): SignatureAlgorithm {
  return { scheme: algorithm === 'RSASSA-PKCS1-v1_5' ? 'RSA' : 'ECDSA', hash: 'SHA-256' };
}
