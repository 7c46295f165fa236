import { documentWarningSchema, type StoredDocument } from '../domain/document.ts';
import * as z from 'zod';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import { insertRow } from '../storage/insert-row.ts';
import type { Queries } from '../storage/database.ts';

const documentRow = rowSchema({
  documentId: z.string(),
  tenantId: z.string(),
  filename: z.string(),
  mediaType: z.enum(['application/pdf', 'application/pkcs7-mime']),
  hash: z.string(),
  sizeBytes: z.number(),
  pages: nullable(z.number()),
  warnings: z.array(documentWarningSchema),
});

export async function insertDocument(queries: Queries, document: StoredDocument, at: Date): Promise<void> {
  const { documentId, tenantId, filename, mediaType, hash, sizeBytes, pages } = document;
  const { warnings = [], isSigned = false } = document;
  const file = { documentId, tenantId, filename, mediaType, hash, sizeBytes, pages, createdAt: at };
  await insertRow(queries, 'documents', { ...file, warnings, isSigned });
}

export async function findDocument(
  queries: Queries,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const [found] = await queries.query('SELECT * FROM documents WHERE document_id = $1', [documentId]);
  return found && documentRow.parse(found);
}
