/** Evidence rows, and what they hold for sealing. */
import * as z from 'zod';
import type { BatchPlace } from '../domain/batch.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import type { Tenant } from '../domain/tenant.ts';
import { insertRow, nullable, type Queries, rowSchema } from '../storage/database.ts';

/** The facts that the evidence page shows. */
export interface SealingInput {
  /** With all its steps completed. */
  readonly session: Session;
  /** The session's document. */
  readonly document: SessionDocument;
  /** Of a document that is signed together with others. */
  readonly place?: BatchPlace | undefined;
  readonly tenant: Tenant;
  readonly evidenceId: string;
  readonly verifierUrl: string;
  readonly completedAt: Date;
  /** The signer's address when they signed. */
  readonly ipAddress: string | undefined;
  /** What the signer's browser called itself then. */
  readonly userAgent: string | undefined;
}

/** The subject of the service's sealing certificate. */
const sealHolderSchema = z.object({
  name: z.string(),
  cnpj: z.string().optional().describe('14 digits or capital letters'),
  issuer: z.string().describe('The issuing authority'),
});
export type SealHolder = Readonly<z.output<typeof sealHolderSchema>>;

/** A completed session's evidence; the document store holds its documents. */
export interface Evidence {
  readonly evidenceId: string;
  readonly sessionId: string;
  /** The pack as canonical JSON. */
  readonly canonical: string;
  /** SHA-256 of the canonical bytes: `sha256:` and hex. */
  readonly evidenceHash: string;
  readonly packDocumentId: string;
  /** Absent if there was no document to sign. */
  readonly signedDocumentId: string | undefined;
  /** Hash of the signed document: `sha256:` and hex. */
  readonly signedHash: string | undefined;
  /** Only if the document has signatures and no page could be appended. */
  readonly evidencePageId: string | undefined;
  /** Whose certificate sealed it. Undefined: the one that the service made for itself. */
  readonly sealedBy: SealHolder | undefined;
}

/** Evidence with the document that it is about; there is none where an action was confirmed. */
export interface StoredEvidence extends Evidence {
  readonly originalDocumentId: string | undefined;
}

const storedEvidenceRow = rowSchema({
  evidenceId: z.string(),
  sessionId: z.string(),
  canonical: z.string(),
  evidenceHash: z.string(),
  packDocumentId: z.string(),
  signedDocumentId: nullable(z.string()),
  signedHash: nullable(z.string()),
  evidencePageId: nullable(z.string()),
  originalDocumentId: nullable(z.string()),
  sealedBy: nullable(sealHolderSchema),
});

/** @param staged the document's position in its batch, for evidence that {@link releaseEvidence} releases later */
export async function insertEvidence(
  queries: Queries,
  evidence: Evidence,
  at: Date,
  staged?: { readonly position: number },
): Promise<void> {
  const { evidenceId, sessionId, canonical, evidenceHash, sealedBy, ...documents } = evidence;
  const { packDocumentId, signedDocumentId, evidencePageId } = documents;
  const ids = { packDocumentId, signedDocumentId, evidencePageId };
  await insertRow(queries, 'evidence', {
    evidenceId,
    sessionId,
    canonical,
    evidenceHash,
    ...ids,
    createdAt: at,
    documentPosition: staged?.position ?? 1,
    released: staged === undefined,
    sealedBy,
  });
}

/** The positions of a batch's documents that are sealed. */
export async function stagedPositions(queries: Queries, sessionId: string): Promise<Set<number>> {
  const rows = await queries.query<{ document_position: number }>(
    'SELECT document_position FROM evidence WHERE session_id = $1',
    [sessionId],
  );
  return new Set(rows.map(row => row.document_position));
}

/** The id of the first document's evidence. @throws Error while it is not staged */
export async function firstStaged(queries: Queries, sessionId: string): Promise<string> {
  const [row] = await queries.query<{ evidence_id: string }>(
    'SELECT evidence_id FROM evidence WHERE session_id = $1 AND document_position = 1',
    [sessionId],
  );
  if (row === undefined) throw new Error('The first document of the batch is not sealed.');
  return row.evidence_id;
}

/** From here on, the evidence of a batch's documents is found. */
export async function releaseEvidence(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE evidence SET released = true WHERE session_id = $1', [sessionId]);
}

/**
 * Deletes the evidence of documents that will not be released.
 * @returns the ids of its documents, whose rows are deleted, and whose bytes must be removed after the commit
 */
export async function discardStaged(queries: Queries, sessionId: string): Promise<string[]> {
  const rows = await queries.query<{ ids: string[] }>(
    `DELETE FROM evidence WHERE session_id = $1 AND NOT released
     RETURNING array_remove(ARRAY[pack_document_id, signed_document_id, evidence_page_id], NULL) AS ids`,
    [sessionId],
  );
  const ids = rows.flatMap(row => row.ids);
  if (ids.length > 0) await queries.query('DELETE FROM documents WHERE document_id = ANY($1)', [ids]);
  return ids;
}

/** Finds evidence that is released. */
export async function findEvidence(
  queries: Queries,
  evidenceId: string,
): Promise<StoredEvidence | undefined> {
  const [row] = await queries.query(
    `SELECT evidence.*, hash AS signed_hash,
       coalesce((SELECT document_id FROM batch_documents
         WHERE batch_documents.session_id = evidence.session_id AND position = document_position),
         (SELECT document_id FROM sessions WHERE sessions.session_id = evidence.session_id)) AS original_document_id
     FROM evidence LEFT JOIN documents ON document_id = signed_document_id
     WHERE evidence_id = $1 AND released`,
    [evidenceId],
  );
  return row && storedEvidenceRow.parse(row);
}
