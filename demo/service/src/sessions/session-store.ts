import * as z from 'zod';
import type { EachAlone } from '../each-alone.ts';
import type { Queries } from '../storage/database.ts';
import { tenantRow, toTenant } from '../tenants/tenant.ts';
import { LOCALES } from './locales.ts';
import {
  endingSchema,
  PROFILES,
  PURPOSES,
  SESSION_KINDS,
  SESSION_STATUSES,
  SIGNING_MODES,
  sessionRequestSchema,
  type Ending,
  type Membership,
  type Session,
  type SessionDocument,
  type SessionStatus,
} from './session.ts';
import { STEP_COLUMNS, stepRow, stepsAsJson, toStep } from './step-store.ts';

const sessionRow = z.object({
  session_id: z.string(),
  transaction_id: z.string(),
  tenant: tenantRow,
  status: z.enum(SESSION_STATUSES),
  kind: z.enum(SESSION_KINDS),
  purpose: z.enum(PURPOSES),
  profile: z.enum(PROFILES),
  locale: z.enum(LOCALES),
  request: sessionRequestSchema,
  document_id: z.string().nullable(),
  filename: z.string().nullable(),
  hash: z.string().nullable(),
  size_bytes: z.number().nullable(),
  pages: z.number().nullable(),
  secret_key_id: z.string(),
  created_at: z.date(),
  expires_at: z.date(),
  erase_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  ending: endingSchema.nullable(),
  version: z.number(),
  evidence_id: z.string().nullable(),
  signed_document_id: z.string().nullable(),
  envelope_id: z.string().nullable(),
  signer_index: z.number().nullable(),
  signing_mode: z.enum(SIGNING_MODES).nullable(),
  total_signers: z.number().nullable(),
  completed_indexes: z.array(z.number()).nullable(),
  steps: z.array(stepRow),
});

function toDocument(row: z.infer<typeof sessionRow>): SessionDocument | undefined {
  const { document_id: documentId, filename, hash, size_bytes: sizeBytes, pages } = row;
  if (documentId === null || filename === null || hash === null || sizeBytes === null) return undefined;
  return { documentId, filename, hash, sizeBytes, pages: pages ?? undefined };
}

/** The first signer before this one who has not signed; one who was not added yet counts as well. */
function firstMissing(signerIndex: number, completed: readonly number[]): number | undefined {
  for (let index = 1; index < signerIndex; index += 1) if (!completed.includes(index)) return index;
  return undefined;
}

function toMembership(row: z.infer<typeof sessionRow>): Membership | undefined {
  const { envelope_id: envelopeId, signer_index: signerIndex, signing_mode: signingMode } = row;
  const { total_signers: totalSigners, completed_indexes: found } = row;
  if (envelopeId === null || signerIndex === null || signingMode === null || totalSigners === null) {
    return undefined;
  }
  const completed = found ?? [];
  const waitingForIndex = signingMode === 'SEQUENTIAL' ? firstMissing(signerIndex, completed) : undefined;
  const completedSessions = completed.length;
  return { envelopeId, signingMode, signerIndex, totalSigners, completedSessions, waitingForIndex };
}

function toSession(row: z.infer<typeof sessionRow>): Session {
  const { evidence_id: evidenceId, signed_document_id: signedDocumentId } = row;
  return {
    sessionId: row.session_id,
    transactionId: row.transaction_id,
    tenant: toTenant(row.tenant),
    status: row.status,
    kind: row.kind,
    purpose: row.purpose,
    profile: row.profile,
    locale: row.locale,
    request: row.request,
    document: toDocument(row),
    // Sorted here: for the few steps of a session, the database takes longer to set up a sort than to read them.
    steps: row.steps.map(toStep).toSorted((one, other) => one.order - other.order),
    evidence:
      evidenceId === null ? undefined : { evidenceId, signedDocumentId: signedDocumentId ?? undefined },
    ending: row.ending ?? undefined,
    envelope: toMembership(row),
    secretKeyId: row.secret_key_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    eraseAt: row.erase_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.version,
  };
}

const SELECT_SESSION = `
  SELECT sessions.*, to_jsonb(tenants) AS tenant, documents.filename, documents.hash, documents.size_bytes,
    documents.pages, evidence.evidence_id, evidence.signed_document_id,
    envelopes.signing_mode, envelopes.total_signers,
    (SELECT json_agg(steps) FROM steps WHERE steps.session_id = sessions.session_id) AS steps,
    (SELECT array_agg(members.signer_index) FROM sessions AS members
     WHERE members.envelope_id = sessions.envelope_id AND members.status = 'COMPLETED') AS completed_indexes
  FROM sessions
  JOIN tenants USING (tenant_id)
  LEFT JOIN documents USING (document_id)
  LEFT JOIN envelopes USING (envelope_id)
  LEFT JOIN evidence USING (session_id)`;

/** A session by one of its two ids. It may be due to expire or to be erased: read through `Sessions`. */
export async function findSession(
  queries: Queries,
  by: { sessionId: string } | { transactionId: string },
): Promise<Session | undefined> {
  const [column, id] =
    'sessionId' in by ? ['session_id', by.sessionId] : ['transaction_id', by.transactionId];
  const [found] = await queries.query(`${SELECT_SESSION} WHERE sessions.${column} = $1`, [id]);
  return found && toSession(sessionRow.parse(found));
}

/** Sessions by their ids, in that order. */
export async function findSessions(queries: Queries, sessionIds: readonly string[]): Promise<Session[]> {
  const rows = await findRows(queries, sessionIds);
  return rows.map(row => toSession(sessionRow.parse(row)));
}

/**
 * The same without those that can no longer be read, which are reported.
 * @throws what the database throws: only what it answered can be found unreadable
 */
export async function findReadableSessions(
  queries: Queries,
  sessionIds: readonly string[],
  alone: EachAlone,
): Promise<Session[]> {
  const rows = new Map((await findRows(queries, sessionIds)).map(row => [row.session_id, row]));
  const sessions: Session[] = [];
  await alone.do([...rows.keys()], async id => {
    sessions.push(toSession(sessionRow.parse(rows.get(id))));
  });
  return sessions;
}

function findRows(queries: Queries, sessionIds: readonly string[]): Promise<{ session_id: string }[]> {
  return queries.query(
    `${SELECT_SESSION} WHERE sessions.session_id = ANY($1) ORDER BY array_position($1::text[], sessions.session_id)`,
    [sessionIds],
  );
}

/** @param told what its integrator is told in the same transaction, besides its creation */
export async function insertSession(
  queries: Queries,
  session: Session,
  told: { readonly deadlineTold: boolean },
): Promise<void> {
  await queries.query(
    `WITH session AS (
       INSERT INTO sessions (session_id, transaction_id, tenant_id, status, purpose, profile, locale, request,
         document_id, secret_key_id, created_at, expires_at, erase_at, kind, envelope_id, signer_index,
         invitation_waits, deadline_told)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     )
     INSERT INTO steps (step_id, session_id, position, type, status, max_attempts, started_at)
     SELECT step_id, $1, position, type, status, max_attempts, started_at
     FROM jsonb_to_recordset($19::jsonb) AS step ${STEP_COLUMNS}`,
    [
      session.sessionId,
      session.transactionId,
      session.tenant.tenantId,
      session.status,
      session.purpose,
      session.profile,
      session.locale,
      JSON.stringify(session.request),
      session.document?.documentId ?? null,
      session.secretKeyId,
      session.createdAt,
      session.expiresAt,
      session.eraseAt ?? null,
      session.kind,
      session.envelope?.envelopeId ?? null,
      session.envelope?.signerIndex ?? null,
      session.envelope !== undefined && session.request.inviteSent === true,
      told.deadlineTold,
      stepsAsJson(session.steps),
    ],
  );
}

/** Ends a session that `lockUnchanged` holds. */
export async function endSession(
  queries: Queries,
  sessionId: string,
  end: { status: Exclude<SessionStatus, 'ACTIVE'>; at: Date; ending?: Ending },
): Promise<void> {
  await queries.query(
    `UPDATE sessions SET status = $2, ended_at = $3, ending = $4::jsonb, version = version + 1
     WHERE session_id = $1`,
    [sessionId, end.status, end.at, end.ending === undefined ? null : JSON.stringify(end.ending)],
  );
}

/** Tells everybody who read the session before that it has changed since. */
export async function markChanged(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [sessionId]);
}
