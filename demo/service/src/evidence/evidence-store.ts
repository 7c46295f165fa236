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

type EvidenceRow = {
  evidence_id: string;
  session_id: string;
  canonical: string;
  evidence_hash: string;
  pack_document_id: string;
  signed_document_id: string | null;
  signed_hash: string | null;
  evidence_page_id: string | null;
};

export async function insertEvidence(queries: Queries, evidence: Evidence, at: Date): Promise<void> {
  await queries.query(
    `INSERT INTO evidence (evidence_id, session_id, canonical, evidence_hash, pack_document_id,
       signed_document_id, evidence_page_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      evidence.evidenceId,
      evidence.sessionId,
      evidence.canonical,
      evidence.evidenceHash,
      evidence.packDocumentId,
      evidence.signedDocumentId ?? null,
      evidence.evidencePageId ?? null,
      at,
    ],
  );
}

export async function findEvidence(queries: Queries, evidenceId: string): Promise<Evidence | undefined> {
  const [row] = await queries.query<EvidenceRow>(
    `SELECT evidence.*, hash AS signed_hash
     FROM evidence LEFT JOIN documents ON document_id = signed_document_id WHERE evidence_id = $1`,
    [evidenceId],
  );
  if (row === undefined) return undefined;
  return {
    evidenceId: row.evidence_id,
    sessionId: row.session_id,
    canonical: row.canonical,
    evidenceHash: row.evidence_hash,
    packDocumentId: row.pack_document_id,
    signedDocumentId: row.signed_document_id ?? undefined,
    signedHash: row.signed_hash ?? undefined,
    evidencePageId: row.evidence_page_id ?? undefined,
  };
}
