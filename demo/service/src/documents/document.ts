import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Queries } from '../storage/database.ts';

/** What the examination at upload found that the pages may not show (signer API, section 3a). */
export const documentWarningSchema = z.object({ code: z.string(), page: z.number().optional() });
export type DocumentWarning = z.infer<typeof documentWarningSchema>;

/** What is known about a stored document; its bytes lie in the document store under the same id. */
export interface StoredDocument {
  readonly documentId: string;
  readonly tenantId: string;
  readonly filename: string;
  readonly mediaType: 'application/pdf' | 'application/pkcs7-mime';
  /** `sha256:` and 64 hex digits. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** Only for PDFs whose pages were counted. */
  readonly pages: number | undefined;
  /** Only for uploads. */
  readonly warnings?: readonly DocumentWarning[];
}

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

/** `sha256:` and the SHA-256 of the bytes in hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

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
