import { z } from '@hono/zod-openapi';
import { findDocument } from '../documents/stored-documents.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { Principal } from '../domain/principal.ts';
import type { Database } from '../storage/database.ts';

/** A document that not everybody may have: null for those, and where there is none. */
export const documentLink = z.object({ url: z.string(), filename: z.string() }).nullable();

/** A presigned link to a document, if there is one. */
export async function linkTo(
  { database, presigned }: { readonly database: Database; readonly presigned: PresignedUrls },
  documentId: string | undefined,
): Promise<z.infer<typeof documentLink>> {
  const document = documentId === undefined ? undefined : await findDocument(database, documentId);
  if (documentId === undefined || document === undefined) return null;
  return { url: await presigned.create(documentId), filename: document.filename };
}

/** Whether it is a client of the tenant that may read evidence. */
export function mayReadEvidence(principal: Principal, tenantId: string): boolean {
  return (
    principal.kind === 'client' &&
    principal.tenantId === tenantId &&
    principal.scopes.includes('evidence:read')
  );
}
