import * as z from 'zod';
import { LOCALES } from '../domain/locales.ts';
import { SESSION_STATUSES, SIGNING_MODES } from '../domain/session.ts';
import { documentWarningSchema } from '../domain/document.ts';
import type { Queries } from '../storage/database.ts';
import {
  ENVELOPE_STATUSES,
  envelopeRequestSchema,
  type Envelope,
  type EnvelopeStatus,
  type Member,
} from '../domain/envelope.ts';

const envelopeRow = z.object({
  envelope_id: z.string(),
  tenant_id: z.string(),
  status: z.enum(ENVELOPE_STATUSES),
  signing_mode: z.enum(SIGNING_MODES),
  total_signers: z.number(),
  locale: z.enum(LOCALES),
  request: envelopeRequestSchema,
  document_id: z.string(),
  filename: z.string(),
  hash: z.string(),
  size_bytes: z.number(),
  pages: z.number().nullable(),
  warnings: z.array(documentWarningSchema),
  signed_document_id: z.string().nullable(),
  combined_document_id: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  expires_at: z.date(),
  erase_at: z.date().nullable(),
});

const memberRow = z.object({
  session_id: z.string(),
  transaction_id: z.string(),
  signer_index: z.number(),
  signer_name: z.string(),
  profile: z.string(),
  status: z.enum(SESSION_STATUSES),
  ended_at: z.date().nullable(),
  evidence_id: z.string().nullable(),
});

export async function insertEnvelope(queries: Queries, envelope: Envelope): Promise<void> {
  await queries.query(
    `INSERT INTO envelopes (envelope_id, tenant_id, status, signing_mode, total_signers, locale, request,
       document_id, created_at, updated_at, expires_at, erase_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12)`,
    [
      envelope.envelopeId,
      envelope.tenantId,
      envelope.status,
      envelope.signingMode,
      envelope.totalSigners,
      envelope.locale,
      JSON.stringify(envelope.request),
      envelope.document.documentId,
      envelope.createdAt,
      envelope.updatedAt,
      envelope.expiresAt,
      envelope.eraseAt ?? null,
    ],
  );
}

/** Finds an envelope. It may be due to expire or to be erased, so read it through `Envelopes`. */
export async function findEnvelope(queries: Queries, envelopeId: string): Promise<Envelope | undefined> {
  const [found] = await queries.query(
    `SELECT envelopes.*, filename, hash, size_bytes, pages, warnings
     FROM envelopes JOIN documents USING (document_id) WHERE envelope_id = $1`,
    [envelopeId],
  );
  if (found === undefined) return undefined;
  const row = envelopeRow.parse(found);
  const { document_id: documentId, filename, hash, size_bytes: sizeBytes, pages, warnings } = row;
  return {
    envelopeId: row.envelope_id,
    tenantId: row.tenant_id,
    status: row.status,
    signingMode: row.signing_mode,
    totalSigners: row.total_signers,
    locale: row.locale,
    request: row.request,
    document: { documentId, filename, hash, sizeBytes, pages: pages ?? undefined, warnings },
    signedDocumentId: row.signed_document_id ?? undefined,
    combinedDocumentId: row.combined_document_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    eraseAt: row.erase_at ?? undefined,
  };
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
    const row = memberRow.parse(found);
    const evidenceId = row.evidence_id ?? undefined;
    return {
      sessionId: row.session_id,
      transactionId: row.transaction_id,
      signerIndex: row.signer_index,
      signerName: row.signer_name,
      profile: row.profile,
      status: row.status,
      completedAt: evidenceId === undefined ? undefined : (row.ended_at ?? undefined),
      evidenceId,
    };
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
