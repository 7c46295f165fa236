import * as z from 'zod';
import type { BatchDocument } from '../domain/batch.ts';
import { documentWarningSchema } from '../domain/document.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';

/** A document of a batch, and what became of it. */
export interface ListedDocument extends BatchDocument {
  /** Whether its signer has signed it with their certificate, while others are left. */
  readonly isSigned: boolean;
  /** These three only once the whole batch is completed. */
  readonly evidenceId: string | undefined;
  readonly signedDocumentId: string | undefined;
  readonly signedHash: string | undefined;
}

const listedRow = rowSchema({
  position: z.number(),
  title: z.string(),
  documentId: z.string(),
  filename: z.string(),
  hash: z.string(),
  sizeBytes: z.number(),
  pages: nullable(z.number()),
  warnings: z.array(documentWarningSchema),
  isSigned: z.boolean(),
  evidenceId: nullable(z.string()),
  signedDocumentId: nullable(z.string()),
  signedHash: nullable(z.string()),
});

/** Makes a session one over a batch, in the transaction that writes the session and its documents. */
export async function insertBatch(
  queries: Queries,
  sessionId: string,
  batch: { readonly batchId: string; readonly documentsHash: string },
  documents: readonly Pick<BatchDocument, 'documentId' | 'position' | 'title'>[],
): Promise<void> {
  const { batchId, documentsHash } = batch;
  await queries.query('UPDATE sessions SET batch_id = $2, documents_hash = $3 WHERE session_id = $1', [
    sessionId,
    batchId,
    documentsHash,
  ]);
  const rows = documents.map(({ documentId, position, title }) => [documentId, position, title]);
  await queries.query(
    `INSERT INTO batch_documents (session_id, document_id, position, title)
     SELECT $1, item->>0, (item->>1)::int, item->>2 FROM jsonb_array_elements($2::jsonb) AS item`,
    [sessionId, JSON.stringify(rows)],
  );
}

const LIST = `SELECT position, title, documents.document_id, documents.filename, documents.hash, documents.size_bytes,
    documents.pages, documents.warnings, evidence_id, signed_document_id, signed.hash AS signed_hash,
    EXISTS (SELECT 1 FROM signing_requests AS request WHERE request.session_id = batch_documents.session_id
      AND request.position = batch_documents.position AND cms IS NOT NULL) AS is_signed
  FROM batch_documents JOIN documents USING (document_id)
  LEFT JOIN evidence ON evidence.session_id = batch_documents.session_id
    AND document_position = position AND released
  LEFT JOIN documents AS signed ON signed.document_id = signed_document_id
  WHERE batch_documents.session_id = $1`;

/** The documents of a batch in order; none for any other session. */
export async function listBatchDocuments(queries: Queries, sessionId: string): Promise<ListedDocument[]> {
  const rows = await queries.query(`${LIST} ORDER BY position`, [sessionId]);
  return rows.map(row => listedRow.parse(row));
}

/** One of them: each of hundreds is prepared and completed by itself. @param position from 1 */
export async function findBatchDocument(
  queries: Queries,
  sessionId: string,
  position: number,
): Promise<ListedDocument | undefined> {
  const [row] = await queries.query(`${LIST} AND position = $2`, [sessionId, position]);
  return row && listedRow.parse(row);
}

/** What the documents of a batch are called as files, by their places. */
export async function batchFilenames(
  queries: Queries,
  sessionId: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await queries.query<{ position: number; filename: string }>(
    `SELECT position, filename FROM batch_documents JOIN documents USING (document_id) WHERE session_id = $1`,
    [sessionId],
  );
  return new Map(rows.map(({ position, filename }) => [position, filename]));
}

/** The hashes of a batch's documents in order. */
export async function batchHashes(queries: Queries, sessionId: string): Promise<string[]> {
  const rows = await queries.query<{ hash: string }>(
    `SELECT hash FROM batch_documents JOIN documents USING (document_id) WHERE session_id = $1 ORDER BY position`,
    [sessionId],
  );
  return rows.map(row => row.hash);
}
