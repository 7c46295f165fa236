import type { ChangesSince, SignatureReport, Trust } from '@sign-session/verify';
import type { Core } from '../core/core.ts';
import { fitsPortal, turnOf, type Session, type SessionDocument } from '../domain/session.ts';
import { findPortalUpdate } from '../documents/portal-updates.ts';
import { HOUR_MS } from '../domain/clock.ts';
import { tooMany } from '../domain/problem.ts';
import type { RateRule } from '../limits/rate-limits.ts';
import { IDENTIFIER_BYTES, identifyingUpdate } from '../pdf/document-update.ts';
import { PdfRefusedError, verifyAddition } from '../pdf/inspect-pdf.ts';
import { Limiter } from '../support/limiter.ts';
import { digitalSignatureOf, fingerprintOf, type SignedDocument } from './complete-signature.ts';
import type { SigningSubject } from './prepare-signature.ts';
import { refusalOf, refused, type CertificateRefusal, type SigningRefusal } from './certificate-check.ts';

/** A document that the signer signed elsewhere and handed in. */
interface HandedInDocument extends SigningSubject {
  readonly file: Uint8Array<ArrayBuffer>;
  /** The service's time. */
  readonly at: Date;
}

/** What later steps need. */
export type HandedInSignature = Pick<
  SignedDocument,
  'kind' | 'position' | 'baseDocumentId' | 'file' | 'digitalSignature' | 'fingerprint'
>;

/** What the portal adds has about 30 kB. */
const MOST_ADDED = 300_000;

/** Clocks differ: the portal's states the time of the signature. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Files that one session may have looked at: each costs seconds, and none costs an attempt. */
const FILES: RateRule = { name: 'portal-files', most: 30, windowMs: HOUR_MS };

/** What the portal's certificates name (2.16.76.3.2, by the level of the account). */
const GOV_BR_POLICY = /^2\.16\.76\.3\.2\./;

/** The portal's own is `Signature1`. */
const FIELD_NAME = /^[\w .-]{1,100}$/;

/** For callers in this process, who do not go away. */
const NEVER = new AbortController().signal;

/** Reading the largest document to append to it takes some hundred megabytes for a few seconds. */
const UPDATES = { atOnce: 2, waiting: 16 };

/**
 * Documents that were signed at the gov.br portal, which the signer hands in. They are advanced signatures, by an
 * authority beside ICP-Brasil's.
 */
export class GovBrSignatures {
  readonly #core: Core;
  readonly #parts;
  readonly #updates = new Limiter(UPDATES);

  constructor(
    core: Core,
    parts: {
      /** The portal's authority; undefined: nothing is offered. */
      trust: Trust | undefined;
      /** The portal's address. */
      portalUrl: string;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /** Where signers sign. */
  get portalUrl(): string {
    return this.#parts.portalUrl;
  }

  /** Whether a session may be signed so: where its tenant allows it and the portal's authority is known. */
  isOffered(session: Session): boolean {
    return (
      this.#parts.trust !== undefined &&
      session.tenant.certificateSources.includes('GOV_BR') &&
      fitsPortal(session)
    );
  }

  /**
   * What comes behind the document in the file that the signer signs: an update that changes nothing but the file's
   * identifier, so that what is signed is of this session alone. It stays the same for the session.
   * @throws Problem `service-unavailable`; TooBusyError
   */
  async prepare({ session, document }: SigningSubject): Promise<Uint8Array<ArrayBuffer>> {
    const { database, random } = this.#core;
    const { sessionId } = session;
    const known = await findPortalUpdate(database, sessionId);
    if (known !== undefined) return known;
    const appended = await this.#updates.run(
      async () => identifyingUpdate(await this.#read(document), random(IDENTIFIER_BYTES)),
      turnOf(session),
    );
    await database.query(
      `INSERT INTO portal_updates (session_id, appended) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [sessionId, appended],
    );
    return (await findPortalUpdate(database, sessionId)) ?? appended;
  }

  /**
   * Checks that the file is the one that `prepare` made for the session, byte for byte, followed by one signature and
   * nothing else; and that the signature is the signer's, by the portal's authority. Its stamp may be anywhere: the evidence says where.
   * @throws Problem `service-unavailable` when it takes too long; TooBusyError, InspectionError
   */
  async check({
    session,
    document,
    position,
    file,
    at,
  }: HandedInDocument): Promise<CertificateRefusal | HandedInSignature> {
    const { database } = this.#core;
    const { trust } = this.#parts;
    if (trust === undefined) throw new Error('Nothing is signed at the portal.');
    const appended = await findPortalUpdate(database, session.sessionId);
    if (appended === undefined) return refused('other-document');
    const base = Buffer.concat([await this.#read(document), appended]);
    if (!Buffer.from(file.subarray(0, base.length)).equals(base)) return refused('other-document');
    if (file.length === base.length) return refused('document-unsigned');
    if (file.length > base.length + MOST_ADDED) return refused('document-changed');
    await this.#count(session);
    const found = await this.#verify(file, base.length, session, { trust, at });
    if (found === undefined) return refused('document-changed');
    const { reports, changes } = found;
    const added = reports.filter(({ coverage }) => file.length - coverage.bytesAfter > base.length);
    const [report] = added;
    const refusal =
      additionRefusal(added, changes) ??
      refusalOf(report, session.request.signer, at) ??
      portalRefusal(report, session, at);
    if (refusal !== undefined) return refused(refusal, report?.revocation.failures);
    const digitalSignature = digitalSignatureOf(report, file, at);
    const marks = changes.marks.map(({ page, rect }) => ({ page, rect: rect && [...rect] }));
    return {
      kind: 'signed',
      position,
      baseDocumentId: document.documentId,
      file,
      fingerprint: fingerprintOf(report),
      digitalSignature: { ...digitalSignature, signedAtPortal: 'gov.br', ...(marks.length > 0 && { marks }) },
    };
  }

  async #read({ documentId }: SessionDocument): Promise<Uint8Array> {
    const bytes = await this.#core.documents.read(documentId);
    if (bytes === undefined) throw new Error('The document to sign is not in the store.');
    return bytes;
  }

  /** @throws Problem `rate-limit` */
  async #count({ sessionId }: Session): Promise<void> {
    const wait = await this.#core.rateLimits.spend(FILES, sessionId);
    if (wait > 0) throw tooMany('Too many files were handed in.', wait);
  }

  /** @returns undefined where nothing can read the file */
  async #verify(
    file: Uint8Array,
    length: number,
    { tenant }: Session,
    { trust, at: now }: { readonly trust: Trust; readonly at: Date },
  ) {
    try {
      const verification = { trust, now, signal: NEVER };
      return await verifyAddition(file, length, verification, { owner: tenant.tenantId });
    } catch (error) {
      if (error instanceof PdfRefusedError) return undefined;
      throw error;
    }
  }
}

/** Why what came behind the document is not one signature alone. */
function additionRefusal(
  added: readonly SignatureReport[],
  { fileState, level, revisions }: ChangesSince,
): SigningRefusal | undefined {
  if (added.length === 0) return 'document-unsigned';
  if (added.length > 1 || revisions !== 1) return 'document-changed';
  const isSignature = level === 'signatures' && (fileState === 'same' || fileState === 'marked');
  return isSignature ? undefined : 'document-changed';
}

/** Why it is no signature that the portal made for this session, though it is the signer's. */
function portalRefusal(
  report: SignatureReport | undefined,
  { createdAt }: Session,
  at: Date,
): SigningRefusal | undefined {
  const { claimedAt, signer, fieldName = '', isFollowed } = report ?? {};
  if (!FIELD_NAME.test(fieldName) || isFollowed === true) return 'document-changed';
  if (signer?.policies.some(policy => GOV_BR_POLICY.test(policy)) !== true) return 'certificate-untrusted';
  // One of an earlier session over the same document would be no act of this one.
  const time = claimedAt?.getTime() ?? 0;
  const isOfSession =
    time >= createdAt.getTime() - CLOCKS_DIFFER_MS && time <= at.getTime() + CLOCKS_DIFFER_MS;
  return isOfSession ? undefined : 'other-document';
}
