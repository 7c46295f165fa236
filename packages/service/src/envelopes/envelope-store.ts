/** Envelopes in the database, and their erasure. */
import { SESSION_STATUSES } from '@sign-session/session-rules';
import * as z from 'zod';
import { documentWarningSchema } from '../domain/document.ts';
import {
  type Envelope,
  ENVELOPE_STATUSES,
  envelopeRequestSchema,
  type EnvelopeStatus,
  type Member,
} from '../domain/envelope.ts';
import { LOCALES } from '../domain/locales.ts';
import { SIGNING_MODES } from '../domain/session.ts';
import { insertRow, nullable, type Queries, rowSchema } from '../storage/database.ts';

const envelopeRow = rowSchema({
  envelopeId: z.string(),
  tenantId: z.string(),
  status: z.enum(ENVELOPE_STATUSES),
  signingMode: z.enum(SIGNING_MODES),
  totalSigners: z.number(),
  locale: z.enum(LOCALES),
  request: envelopeRequestSchema,
  documentId: z.string(),
  filename: z.string(),
  hash: z.string(),
  sizeBytes: z.number(),
  pages: nullable(z.number()),
  warnings: z.array(documentWarningSchema),
  signedDocumentId: nullable(z.string()),
  combinedDocumentId: nullable(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
  expiresAt: z.date(),
  eraseAt: nullable(z.date()),
});

const memberRow = rowSchema({
  sessionId: z.string(),
  transactionId: z.string(),
  signerIndex: z.number(),
  signerName: z.string(),
  profile: z.string(),
  status: z.enum(SESSION_STATUSES),
  endedAt: nullable(z.date()),
  evidenceId: nullable(z.string()),
});

export async function insertEnvelope(
  queries: Queries,
  { document: { documentId }, ...envelope }: Envelope,
): Promise<void> {
  await insertRow(queries, 'envelopes', { ...envelope, documentId });
}

/** Finds an envelope. It may be due to expire or to be erased, so read it through `Envelopes`. */
export async function findEnvelope(queries: Queries, envelopeId: string): Promise<Envelope | undefined> {
  const [found] = await queries.query(
    `SELECT envelopes.*, filename, hash, size_bytes, pages, warnings
     FROM envelopes JOIN documents USING (document_id) WHERE envelope_id = $1`,
    [envelopeId],
  );
  if (found === undefined) return undefined;
  const { documentId, filename, hash, sizeBytes, pages, warnings, ...envelope } = envelopeRow.parse(found);
  return { ...envelope, document: { documentId, filename, hash, sizeBytes, pages, warnings } };
}

/** Locks an envelope's row until the transaction ends, and reads it. Lock it before any of its members. */
export async function lockEnvelope(queries: Queries, envelopeId: string): Promise<Envelope | undefined> {
  await queries.query('SELECT envelope_id FROM envelopes WHERE envelope_id = $1 FOR UPDATE', [envelopeId]);
  return findEnvelope(queries, envelopeId);
}

/** Members in signer order; one that was replaced comes before its replacement. */
export async function listMembers(queries: Queries, envelopeId: string): Promise<Member[]> {
  const rows = await queries.query(
    `SELECT session_id, transaction_id, signer_index, coalesce(request->'signer'->>'name', '') AS signer_name,
       profile, status, ended_at, evidence_id
     FROM sessions LEFT JOIN evidence USING (session_id) WHERE envelope_id = $1
     ORDER BY signer_index, status IN ('ACTIVE', 'COMPLETED'), sessions.created_at, session_id`,
    [envelopeId],
  );
  return rows.map(found => {
    const { endedAt, ...member } = memberRow.parse(found);
    return { ...member, completedAt: member.evidenceId === undefined ? undefined : endedAt };
  });
}

/** Sets the status of an envelope that is locked. */
export async function setEnvelopeStatus(
  queries: Queries,
  envelopeId: string,
  status: EnvelopeStatus,
  at: Date,
): Promise<void> {
  await queries.query('UPDATE envelopes SET status = $2, updated_at = $3 WHERE envelope_id = $1', [
    envelopeId,
    status,
    at,
  ]);
}

type ErasedRow = { envelope_id: string; document_id: string; combined_document_id: string | null };

/**
 * Locks the envelopes that are due for erasure until the transaction ends. Like any change of an envelope, locks
 * them before their members.
 * @returns their ids
 */
export async function lockDueEnvelopes(queries: Queries, now: Date, atMost: number): Promise<string[]> {
  const rows = await queries.query<{ envelope_id: string }>(
    `SELECT envelope_id FROM envelopes WHERE erase_at <= $1 AND status NOT IN ('CREATED', 'ACTIVE')
     ORDER BY envelope_id LIMIT $2 FOR UPDATE`,
    [now, atMost],
  );
  return rows.map(row => row.envelope_id);
}

/**
 * Erases those of the locked envelopes that have no members left; the members are due at the same time.
 * @returns their ids, and those of their documents
 */
export async function eraseEnvelopes(
  queries: Queries,
  held: readonly string[],
): Promise<{ envelopes: string[]; documents: string[] }> {
  const gone = await queries.query<ErasedRow>(
    `DELETE FROM envelopes WHERE envelope_id = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.envelope_id = envelopes.envelope_id)
     RETURNING envelope_id, document_id, combined_document_id`,
    [held],
  );
  return {
    envelopes: gone.map(row => row.envelope_id),
    documents: gone.flatMap(row => [
      row.document_id,
      ...(row.combined_document_id === null ? [] : [row.combined_document_id]),
    ]),
  };
}
