import { z } from '@hono/zod-openapi';
import type { Session } from '../domain/session.ts';
import { findDocument } from '../documents/stored-documents.ts';
import { findEnvelope } from '../envelopes/envelope-store.ts';
import type { StoredEvidence } from '../evidence/evidence-store.ts';
import type { Queries } from '../storage/database.ts';

/** Hashes of the files that an evidence has besides its own document, so that whoever was given one finds it here. */
export const knownFiles = z.object({
  combinedHash: z
    .string()
    .optional()
    .describe('Of the document with all signatures of an envelope, once it was made'),
  evidencePageHash: z
    .string()
    .optional()
    .describe('Of the evidence page, where the document could take no page of its own'),
  batchFiles: z
    .array(z.object({ position: z.number(), signedHash: z.string() }))
    .optional()
    .describe(
      'Of all documents that were signed together, in order; the originals are not told of each other',
    ),
});

export type KnownFiles = z.infer<typeof knownFiles>;

/** Finds them in the database; what was erased is left out. */
export async function findKnownFiles(
  queries: Queries,
  { evidencePageId }: StoredEvidence,
  { sessionId, envelope, batch }: Session,
): Promise<KnownFiles> {
  const hashOf = async (documentId: string | undefined) =>
    documentId === undefined ? undefined : (await findDocument(queries, documentId))?.hash;
  const whole = envelope && (await findEnvelope(queries, envelope.envelopeId));
  // Before all have signed, it holds the signatures of some.
  const combined = whole?.status === 'COMPLETED' ? whole : undefined;
  return {
    combinedHash: await hashOf(combined?.signedDocumentId ?? combined?.combinedDocumentId),
    evidencePageHash: await hashOf(evidencePageId),
    ...(batch !== undefined && { batchFiles: await batchFilesOf(queries, sessionId) }),
  };
}

async function batchFilesOf(queries: Queries, sessionId: string): Promise<KnownFiles['batchFiles']> {
  const rows = await queries.query<{ position: number; hash: string }>(
    `SELECT document_position AS position, hash FROM evidence JOIN documents ON document_id = signed_document_id
     WHERE session_id = $1 AND released ORDER BY document_position`,
    [sessionId],
  );
  return rows.map(({ position, hash: signedHash }) => ({ position, signedHash }));
}
