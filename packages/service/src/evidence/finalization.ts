import type { Core } from '../core/core.ts';
import type { BatchPlace } from '../domain/batch.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { describeFile, type StoredDocument } from '../domain/document.ts';
import { hashOf } from '../domain/sha256.ts';
import { insertDocument, removingOnFailure } from '../documents/issued-documents.ts';
import { randomId } from '../domain/ids.ts';
import type { Locale } from '../domain/locales.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import type { Queries } from '../storage/database.ts';
import { insertEvidence, type Evidence } from './evidence-store.ts';
import { InterruptedError } from '../support/errors.ts';
import { severalAtOnce } from '../support/several-at-once.ts';
import { UnsealableDocumentError } from '../pdf/unsealable-document-error.ts';
import { canonicalJson, composePack } from './pack.ts';
import type { Sealer } from './sealer.ts';

/**
 * The evidence or the sealed document cannot be made, now or later, because of the document. The message contains no
 * data of the signer.
 */
export class FinalizationError extends Error {
  override readonly name = 'FinalizationError';
}

/** Evidence whose documents are stored, but whose rows are not written yet. */
export interface PreparedEvidence extends Evidence {
  readonly documents: readonly StoredDocument[];
}

interface MadeDocument extends StoredDocument {
  readonly bytes: Uint8Array;
}

type PackContent = Omit<Parameters<typeof composePack>[1], 'signedHash'>;

/**
 * Both are absent for the authentication of an action; `signedPdf` also if the signer did not sign with a
 * certificate.
 */
interface Pdfs {
  readonly original: Uint8Array | undefined;
  readonly signedPdf: Uint8Array | undefined;
}

const SIGNED_SUFFIX: Record<Locale, string> = { 'pt-BR': 'assinado', en: 'signed', es: 'firmado' };
const EVIDENCE_SUFFIX: Record<Locale, string> = { 'pt-BR': 'evidencias', en: 'evidence', es: 'evidencias' };

/** @throws FinalizationError when the bytes that the signer agreed to are gone or have changed */
function requireOriginal({ document }: Session, original: Uint8Array | undefined): void {
  if (document === undefined) return;
  if (original === undefined) throw new FinalizationError('The original document is not in the store.');
  if (hashOf(original) !== document.hash)
    throw new FinalizationError('The original document has changed in the store.');
}

/** Makes the evidence: the pack, its CMS container and the sealed document. */
export class Finalization {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      sealer: Sealer;
      /** Whether QA wants this session's finalization to fail; always false outside local mode. */
      breaks: (sessionId: string) => boolean;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Makes and stores all documents.
   * @param session with all its steps completed
   * @param signedPdf the document with the signer's own signature; nothing is added to it
   * @throws FinalizationError when the document is the cause, so that a retry would fail too; InterruptedError for
   *   any other failure to make them, since it may pass
   */
  async prepare(
    session: Session,
    context: SigningContext & { readonly at: Date; readonly place?: BatchPlace },
    signedPdf?: Uint8Array,
  ): Promise<PreparedEvidence> {
    const { documents, random } = this.#core;
    const { breaks } = this.#parts;
    if (breaks(session.sessionId)) throw new FinalizationError('A failure was requested for tests.');
    const original = session.document && (await this.#original(session.document, signedPdf));
    requireOriginal(session, original);
    const evidenceId = randomId('ev', random);
    const salt = Buffer.from(random(16)).toString('hex');
    const { at: completedAt, ...seen } = context;
    const facts = { evidenceId, salt, completedAt, ...seen };
    let made;
    try {
      made = await this.#make(session, { original, signedPdf }, facts);
    } catch (cause) {
      if (cause instanceof UnsealableDocumentError) throw new FinalizationError(cause.message, { cause });
      throw new InterruptedError('The evidence could not be made.', { cause });
    }
    const { documents: files } = made;
    const ids = files.map(file => file.documentId);
    await removingOnFailure(documents, ids, async () => {
      await severalAtOnce(files, files.length, ({ documentId, bytes }) => documents.write(documentId, bytes));
    });
    return { ...made, evidenceId, sessionId: session.sessionId };
  }

  /**
   * Writes the rows, in the transaction that completes the session.
   * @param staged the document's position in its batch, for evidence that is released later
   */
  async insert(
    queries: Queries,
    prepared: PreparedEvidence,
    at: Date,
    staged?: { readonly position: number },
  ): Promise<void> {
    await Promise.all([
      ...prepared.documents.map(document => insertDocument(queries, document, at)),
      insertEvidence(queries, prepared, at, staged),
    ]);
  }

  /** A signed document begins with it, and its hash is compared. */
  async #original(
    { documentId, sizeBytes, hash }: SessionDocument,
    signedPdf: Uint8Array | undefined,
  ): Promise<Uint8Array | undefined> {
    return signedPdf?.subarray(0, sizeBytes) ?? this.#core.documents.read(documentId, undefined, hash);
  }

  async #make(session: Session, pdfs: Pdfs, facts: PackContent) {
    const { sealer } = this.#parts;
    const { environment } = session.tenant;
    const { signed, page } = await this.#seal(session, pdfs, facts);
    const canonical = canonicalJson(composePack(session, { ...facts, signedHash: signed?.hash }));
    const evidenceHash = hashOf(canonical);
    const pack = await sealer.wrapPack(new TextEncoder().encode(canonical), facts.completedAt, environment);
    const packFile = this.#document(session, `${facts.evidenceId}.p7m`, 'application/pkcs7-mime', pack);
    return {
      canonical,
      evidenceHash,
      packDocumentId: packFile.documentId,
      signedDocumentId: signed?.documentId,
      signedHash: signed?.hash,
      evidencePageId: page?.documentId,
      sealedBy: sealer.sealedBy(environment),
      documents: [packFile, signed, page].filter(file => file !== undefined),
    };
  }

  /** Seals the document. Returns nothing for the authentication of an action, whose evidence is the pack alone. */
  async #seal(
    session: Session,
    { original, signedPdf }: Pdfs,
    facts: PackContent,
  ): Promise<{ signed?: MadeDocument; page?: MadeDocument }> {
    const { document, locale, tenant } = session;
    if (document === undefined || original === undefined) return {};
    const { links } = this.#core;
    const { sealer } = this.#parts;
    const verifierUrl = links.verifierUrl(facts.evidenceId);
    const content = { session, document, tenant, verifierUrl, ...facts };
    const { sealed, separateEvidencePage } =
      signedPdf === undefined
        ? await sealer.sealDocument(original, content)
        : { sealed: signedPdf, separateEvidencePage: await sealer.sealEvidencePage(content, signedPdf) };
    const name = (suffix: string) => `${document.filename.replace(/\.pdf$/i, '')}-${suffix}.pdf`;
    const signed = this.#document(session, name(SIGNED_SUFFIX[locale]), 'application/pdf', sealed);
    if (separateEvidencePage === undefined) return { signed };
    const pageName = name(EVIDENCE_SUFFIX[locale]);
    return { signed, page: this.#document(session, pageName, 'application/pdf', separateEvidencePage) };
  }

  #document(
    session: Session,
    filename: string,
    mediaType: StoredDocument['mediaType'],
    bytes: Uint8Array,
  ): MadeDocument {
    const documentId = randomId('doc', this.#core.random);
    const { tenantId } = session.tenant;
    return { ...describeFile(bytes, { documentId, tenantId, filename, mediaType }), bytes };
  }
}
