/** Prepares a document to be signed with a certificate. */
import type { Trust } from '@sign-session/verify';
import { bytesToSign, PADES_AD_RB, PADES_AD_RT, signedAttributes } from '../cms/signed-data.ts';
import type { Core } from '../core/core.ts';
import { randomId } from '../domain/ids.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { type Session, type SessionDocument, turnOf } from '../domain/session.ts';
import { sha256 } from '../domain/sha256.ts';
import type { Tenant } from '../domain/tenant.ts';
import { IDENTIFIER_BYTES } from '../pdf/document-update.ts';
import { prepareUpdate } from '../pdf/sealable-update.ts';
import { byteRangeAround, SIGNATURE_BYTES } from '../pdf/signature-field.ts';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';
import { Limiter } from '../support/limiter.ts';
import {
  type CertificateChain,
  readChain,
  refusalBeforeSigning,
  type CertificateRefusal,
} from './certificate-check.ts';
import { type BaseDocuments, newestRevision, type SigningLease } from './revisions.ts';
import type { SigningRequest } from './signing-requests.ts';

/** The timestamp authorities of the service. */
export interface TimestampSources {
  /** Used for every signature; absent if none is configured. */
  readonly always: TimestampAuthority | undefined;
  /** The test authority's own, used when a tenant's level needs timestamps and no other is configured. */
  readonly local: TimestampAuthority | undefined;
}

/**
 * The timestamp authority for a tenant's signatures; undefined if they need none.
 * @throws Problem `feature-not-enabled` if they need one and none is configured
 */
export function timestampsFor(
  { always, local }: TimestampSources,
  { signatureLevel }: Tenant,
): TimestampAuthority | undefined {
  if (always !== undefined || signatureLevel === 'B') return always;
  if (local !== undefined) return local;
  const detail = `Signatures of the level ${signatureLevel} need a timestamp authority, and none is set.`;
  throw new Problem('feature-not-enabled', detail);
}

/**
 * Room for a timestamp with its chain beside the signature (ISO 32000-2 sets no limit; readers accept any size).
 */
const TIMESTAMP_BYTES = 16 * 1024;

/** Room for attributes, names and a 4096-bit signature, without the certificates. */
const BARE_SIGNATURE_BYTES = 3 * 1024;
const LARGEST_USUAL_MODULUS = 512;

/** Updating the largest document takes some hundred megabytes for a few seconds. */
const UPDATES_AT_ONCE = 2;
const UPDATES_WAITING = 16;

/** A signing request with the values that are sent to the signer but not stored. */
export interface PreparedRequest extends SigningRequest {
  /** SHA-256 of `dataToSign`, hex. */
  readonly hashToSign: string;
  readonly byteRange: readonly number[];
}

/** What a signature is for. */
export interface SigningSubject {
  readonly session: Session;
  readonly document: SessionDocument;
  /** Of the document in its batch, from 1; 1 in any other session. */
  readonly position: number;
}

/** The outcome of preparing a signature. */
export type Preparation =
  CertificateRefusal | { readonly kind: 'prepared'; readonly request: PreparedRequest };

/** Prepares signatures over the newest revision of a session's document. */
export class SignaturePreparation {
  readonly #core: Core;
  readonly #parts;
  readonly #updates = new Limiter({ atOnce: UPDATES_AT_ONCE, waiting: UPDATES_WAITING });

  constructor(
    core: Core,
    parts: { bases: BaseDocuments; lease: SigningLease; trust: Trust; timestamps: TimestampSources },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Checks the certificate first, so that nobody signs for nothing. Then makes the update with its signature
   * placeholder and the attributes to sign: contentType, messageDigest, signingCertificateV2 and the policy,
   * without a signing time (ETSI EN 319 142-1, 6.3; AD-RB and AD-RT v1.3).
   * @param pems the signer's certificate first
   * @param at the service's time, which the signature states
   * @throws Problem `validation-error`, `service-unavailable`; `feature-not-enabled` when the tenant's level needs
   *   timestamps that the service cannot get; TooBusyError
   */
  async prepare(subject: SigningSubject, pems: readonly string[], at: Date): Promise<Preparation> {
    const { session } = subject;
    const timestamped = timestampsFor(this.#parts.timestamps, session.tenant) !== undefined;
    const chain = readChain(pems);
    this.#requireFittingSize(chain);
    const { trust } = this.#parts;
    const refusal = await refusalBeforeSigning(chain.certificates, session.request.signer, { trust, at });
    if (refusal !== undefined) return refusal;
    // Take the turn only after the revocation check, which can be slow.
    await this.#parts.lease.acquire(session);
    return { kind: 'prepared', request: await this.#prepare({ ...subject, timestamped }, chain, at) };
  }

  /**
   * What was prepared before, with what is not stored of it: the signer has authorised exactly that, so it must not be
   * prepared anew.
   * @returns undefined when another signature was added meanwhile
   * @throws Problem `service-unavailable`; TooBusyError
   */
  async again(
    { session, document }: SigningSubject,
    request: SigningRequest,
  ): Promise<PreparedRequest | undefined> {
    const { database } = this.#core;
    const { bases, lease } = this.#parts;
    await lease.acquire(session);
    const { baseDocumentId, dataToSign, placeholder, appended } = request;
    if ((await newestRevision(database, session, document)) !== baseDocumentId) return undefined;
    const base = await this.#updates.run(() => bases.read(baseDocumentId), turnOf(session));
    return {
      ...request,
      hashToSign: sha256(dataToSign).toString('hex'),
      byteRange: byteRangeAround(placeholder, base.length + appended.length),
    };
  }

  async #prepare(
    subject: SigningSubject & { readonly timestamped: boolean },
    { certificates, algorithm }: CertificateChain,
    at: Date,
  ): Promise<PreparedRequest> {
    const { baseDocumentId, update } = await this.#update(subject, at);
    const { messageDigest, appended, placeholder, fieldName, byteRange } = update;
    const certificate = certificates[0].der;
    const policy = subject.timestamped ? PADES_AD_RT : PADES_AD_RB;
    const attributes = signedAttributes({ messageDigest, certificate, policy });
    const dataToSign = bytesToSign(attributes);
    return {
      signatureRequestId: randomId('sig', this.#core.random),
      sessionId: subject.session.sessionId,
      position: subject.position,
      baseDocumentId,
      chain: certificates.map(({ der }) => der),
      algorithm,
      dataToSign,
      hashToSign: sha256(dataToSign).toString('hex'),
      appended,
      placeholder,
      fieldName,
      byteRange,
    };
  }

  #requireFittingSize({ certificates }: CertificateChain): void {
    const [{ publicKey: key }] = certificates;
    const more = key.type === 'RSA' ? Math.max(0, key.modulus.length - LARGEST_USUAL_MODULUS) : 0;
    const size = certificates.reduce((sum, { der }) => sum + der.length, BARE_SIGNATURE_BYTES + more);
    if (size > SIGNATURE_BYTES) throw invalid('/certificateChainPems', 'Must be smaller: 13 KB in all.');
  }

  async #update(
    { session, document, timestamped }: SigningSubject & { readonly timestamped: boolean },
    signedAt: Date,
  ) {
    const cmsBytes = SIGNATURE_BYTES + (timestamped ? TIMESTAMP_BYTES : 0);
    const { database, random } = this.#core;
    const { bases, lease } = this.#parts;
    try {
      return await this.#updates.run(async () => {
        const baseDocumentId = await newestRevision(database, session, document);
        const base = await bases.read(baseDocumentId);
        const update = await prepareUpdate(base, {
          signedAt,
          cmsBytes,
          identifier: random(IDENTIFIER_BYTES),
        });
        return { baseDocumentId, update };
      }, turnOf(session));
    } catch (error) {
      await lease.release(session);
      throw error;
    }
  }
}
