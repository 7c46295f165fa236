import * as z from 'zod';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import { insertRow } from '../storage/insert-row.ts';
import type { Queries } from '../storage/database.ts';

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
}

const evidenceRow = rowSchema({
  evidenceId: z.string(),
  sessionId: z.string(),
  canonical: z.string(),
  evidenceHash: z.string(),
  packDocumentId: z.string(),
  signedDocumentId: nullable(z.string()),
  signedHash: nullable(z.string()),
  evidencePageId: nullable(z.string()),
});

export async function insertEvidence(queries: Queries, evidence: Evidence, at: Date): Promise<void> {
  const { evidenceId, sessionId, canonical, evidenceHash, ...documents } = evidence;
  const { packDocumentId, signedDocumentId, evidencePageId } = documents;
  const ids = { packDocumentId, signedDocumentId, evidencePageId };
  await insertRow(queries, 'evidence', {
    evidenceId,
    sessionId,
    canonical,
    evidenceHash,
    ...ids,
    createdAt: at,
  });
}

export async function findEvidence(queries: Queries, evidenceId: string): Promise<Evidence | undefined> {
  const [row] = await queries.query(
    `SELECT evidence.*, hash AS signed_hash
     FROM evidence LEFT JOIN documents ON document_id = signed_document_id WHERE evidence_id = $1`,
    [evidenceId],
  );
  return row && evidenceRow.parse(row);
}
