import { signedData } from '../cms/signed-data.ts';
import { attributesIn } from '../cms/signed-attributes.ts';
import { timestampAttribute } from '../cms/timestamp-attribute.ts';
import { hashOf } from '../domain/sha256.ts';
import { Problem, unavailable } from '../domain/problem.ts';
import { withSignature } from '../pdf/prepared-update.ts';
import { isLastSigner, turnOf } from '../domain/session.ts';
import type { DigitalSignature } from '../domain/step.ts';
import { checkSignature, type SignatureAlgorithm } from '@sign-session/certificates';
import {
  locateSignatures,
  checkPathRevocation,
  timeLimit,
  type RevocationFailure,
  type SignatureReport,
  type RevocationLists,
  type Trust,
  verifySignatures,
} from '@sign-session/verify';
import { RecordingLists } from '../signatures/recording-lists.ts';
import type { Database } from '../storage/database.ts';
import { ConcurrencyLimiter } from '../support/concurrency-limiter.ts';
import type { BaseDocuments } from './base-documents.ts';
import { chainOf } from './certificate-chain.ts';
import type { SigningSubject } from './prepare-signature.ts';
import { digitalSignatureOf, fingerprintOf } from './digital-signature.ts';
import { pathOf } from './certificate-check.ts';
import { refusalOf, refused, type Refused } from './refusals.ts';
import { newestRevision, staleRevision, type SigningLease } from './revisions.ts';
import { findSigningRequest, type SigningRequest } from './signing-requests.ts';
import { extendForLongTerm } from './long-term.ts';
import { timestampsFor, type TimestampSources } from './timestamp-sources.ts';
import { inTime } from '../support/in-time.ts';
import { unlessUnavailable } from './unavailable-authorities.ts';

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
export type CompletedSignature = Refused | SignedDocument;

export interface SignatureCompletionOptions {
  readonly database: Database;
  readonly bases: BaseDocuments;
  readonly lease: SigningLease;
  readonly trust: Trust;
  readonly timestamps: TimestampSources;
}

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
  readonly #options: SignatureCompletionOptions;
  readonly #asking = new ConcurrencyLimiter(ASKING);
  readonly #checks = new ConcurrencyLimiter(CHECKS);

  constructor(options: SignatureCompletionOptions) {
    this.#options = options;
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
    const { lease } = this.#options;
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
    const { trust } = this.#options;
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
    const base = await this.#options.bases.read(newest);
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
    this.#options.bases.forget(newest);
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
    const { trust } = this.#options;
    const { signatureLevel: level } = session.tenant;
    const timestamps = timestampsFor(this.#options.timestamps, session.tenant);
    if (level === 'B' || timestamps === undefined || !isLastSigner(session)) return signed;
    const options = { trust, timestamps, now: at, signal };
    const file = await this.#asking.run(
      () => unlessUnavailable(() => extendForLongTerm(signed.file, level, options)),
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
    const { database } = this.#options;
    const request = await findSigningRequest(database, session.sessionId, position);
    if (request?.signatureRequestId !== signatureRequestId) {
      throw new Problem('conflict', 'The prepared signature was replaced. Prepare it again.');
    }
    const newest = await newestRevision(database, session, document);
    if (request.baseDocumentId !== newest) throw staleRevision();
    return { request, newest };
  }

  #stamp({ session, signature }: SentSignature, limit: AbortSignal): Promise<Uint8Array | undefined> {
    const timestamps = timestampsFor(this.#options.timestamps, session.tenant);
    return unlessUnavailable(async () => timestamps?.stamp(signature, limit));
  }

  /** Verifies only the new signature: the bytes that earlier ones cover have not changed. */
  async #verify(
    file: Uint8Array,
    fieldName: string,
    { lists, now, signal }: { lists: RevocationLists; now: Date; signal: AbortSignal },
  ): Promise<SignatureReport | undefined> {
    const { roots } = this.#options.trust;
    const located = await locateSignatures(file, { fieldName });
    const [report] = await verifySignatures(file, { trust: { roots, lists }, now, signal, located });
    return report;
  }

  #requireTimestamp({ session }: SentSignature, report: SignatureReport | undefined): void {
    const isWanted = timestampsFor(this.#options.timestamps, session.tenant) !== undefined;
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
