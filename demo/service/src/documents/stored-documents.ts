import { documentWarningSchema, type StoredDocument } from '../domain/document.ts';
import * as z from 'zod';
import type { Queries } from '../storage/database.ts';

const documentRow = z.object({
  document_id: z.string(),
  tenant_id: z.string(),
  filename: z.string(),
  media_type: z.enum(['application/pdf', 'application/pkcs7-mime']),
  hash: z.string(),
  size_bytes: z.number(),
  pages: z.number().nullable(),
  warnings: z.array(documentWarningSchema),
});

export async function insertDocument(queries: Queries, document: StoredDocument, at: Date): Promise<void> {
  await queries.query(
    `INSERT INTO documents
       (document_id, tenant_id, filename, media_type, hash, size_bytes, pages, created_at, warnings)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      document.documentId,
      document.tenantId,
      document.filename,
      document.mediaType,
      document.hash,
      document.sizeBytes,
      document.pages ?? null,
      at,
      JSON.stringify(document.warnings ?? []),
    ],
  );
}

export async function findDocument(
  queries: Queries,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const [found] = await queries.query('SELECT * FROM documents WHERE document_id = $1', [documentId]);
  if (found === undefined) return undefined;
  const row = documentRow.parse(found);
  return {
    documentId: row.document_id,
    tenantId: row.tenant_id,
    filename: row.filename,
    mediaType: row.media_type,
    hash: row.hash,
    sizeBytes: row.size_bytes,
    pages: row.pages ?? undefined,
    warnings: row.warnings,
  };
}
