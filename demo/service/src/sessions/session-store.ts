import * as z from 'zod';
import type { EachAlone } from '../support/each-alone.ts';
import { documentWarningSchema } from '../domain/document.ts';
import type { Queries } from '../storage/database.ts';
import { tenantRow, toTenant } from '../tenants/tenant-store.ts';
import { LOCALES } from '../domain/locales.ts';
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
} from '../domain/session.ts';
import { STEP_COLUMNS, stepRow, stepsAsJson, toStep } from './step-store.ts';

/** Related rows, which the query returns as JSON in one column each. */
const documentOfRow = z.object({
  document_id: z.string(),
  filename: z.string(),
  hash: z.string(),
  size_bytes: z.number(),
  pages: z.number().nullable(),
  warnings: z.array(documentWarningSchema),
});

const evidenceOfRow = z.object({
  evidence_id: z.string(),
  signed_document_id: z.string().nullable(),
  signed_hash: z.string().nullable(),
});

const envelopeOfRow = z.object({
  envelope_id: z.string(),
  signing_mode: z.enum(SIGNING_MODES),
  signer_index: z.number(),
  total_signers: z.number(),
  completed_indexes: z.array(z.number()).nullable(),
});

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
  document: documentOfRow.nullable(),
  secret_key_id: z.string(),
  created_at: z.date(),
  expires_at: z.date(),
  erase_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  ending: endingSchema.nullable(),
  version: z.number(),
  evidence: evidenceOfRow.nullable(),
  envelope: envelopeOfRow.nullable(),
  steps: z.array(stepRow),
});

function toDocument(row: z.infer<typeof documentOfRow>): SessionDocument {
  const { document_id: documentId, filename, hash, size_bytes: sizeBytes, pages, warnings } = row;
  return { documentId, filename, hash, sizeBytes, pages: pages ?? undefined, warnings };
}

function toEvidence(row: z.infer<typeof evidenceOfRow>): Session['evidence'] {
  return {
    evidenceId: row.evidence_id,
    signedDocumentId: row.signed_document_id ?? undefined,
    signedHash: row.signed_hash ?? undefined,
  };
}

/** The first earlier signer who has not signed, including one who was not added yet. */
function firstMissing(signerIndex: number, completed: readonly number[]): number | undefined {
  for (let index = 1; index < signerIndex; index += 1) if (!completed.includes(index)) return index;
  return undefined;
}

function toMembership(row: z.infer<typeof envelopeOfRow>): Membership {
  const { envelope_id: envelopeId, signing_mode: signingMode } = row;
  const { signer_index: signerIndex, total_signers: totalSigners } = row;
  const completed = row.completed_indexes ?? [];
  const waitingForIndex = signingMode === 'SEQUENTIAL' ? firstMissing(signerIndex, completed) : undefined;
  const completedSessions = completed.length;
  return { envelopeId, signingMode, signerIndex, totalSigners, completedSessions, waitingForIndex };
}

function toSession(row: z.infer<typeof sessionRow>): Session {
  const { document, evidence, envelope } = row;
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
    document: document === null ? undefined : toDocument(document),
    // Sort here: for a few steps, setting up a sort in the database takes longer than reading them.
    steps: row.steps.map(toStep).toSorted((one, other) => one.order - other.order),
    evidence: evidence === null ? undefined : toEvidence(evidence),
    ending: row.ending ?? undefined,
    envelope: envelope === null ? undefined : toMembership(envelope),
    secretKeyId: row.secret_key_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    eraseAt: row.erase_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    version: row.version,
  };
}

/**
 * Uses subqueries instead of joins: each related table is one JSON column, and one that a session does not use is
 * not queried.
 */
const SELECT_SESSION = `
  SELECT session_id, transaction_id, status, kind, purpose, profile, locale, request, secret_key_id, created_at,
    expires_at, erase_at, ended_at, ending, version,
    (SELECT to_jsonb(tenants) FROM tenants WHERE tenants.tenant_id = sessions.tenant_id) AS tenant,
    CASE WHEN document_id IS NOT NULL THEN
      (SELECT json_build_object('document_id', document_id, 'filename', filename, 'hash', hash,
         'size_bytes', size_bytes, 'pages', pages, 'warnings', warnings)
       FROM documents WHERE documents.document_id = sessions.document_id)
    END AS document,
    (SELECT json_build_object('evidence_id', evidence_id, 'signed_document_id', signed_document_id,
       'signed_hash', (SELECT hash FROM documents WHERE documents.document_id = evidence.signed_document_id))
     FROM evidence WHERE evidence.session_id = sessions.session_id) AS evidence,
    CASE WHEN envelope_id IS NOT NULL THEN
      (SELECT json_build_object('envelope_id', envelope_id, 'signing_mode', signing_mode,
         'signer_index', sessions.signer_index, 'total_signers', total_signers,
         'completed_indexes', (SELECT json_agg(members.signer_index) FROM sessions AS members
           WHERE members.envelope_id = sessions.envelope_id AND members.status = 'COMPLETED'))
       FROM envelopes WHERE envelopes.envelope_id = sessions.envelope_id)
    END AS envelope,
    (SELECT json_agg(steps) FROM steps WHERE steps.session_id = sessions.session_id) AS steps
  FROM sessions`;

const BY_SESSION_ID = `${SELECT_SESSION} WHERE session_id = $1`;
const BY_TRANSACTION_ID = `${SELECT_SESSION} WHERE transaction_id = $1`;

/** Finds a session by either of its ids. It may be due to expire or to be erased, so read it through `Sessions`. */
export async function findSession(
  queries: Queries,
  by: { sessionId: string } | { transactionId: string },
): Promise<Session | undefined> {
  const [found] =
    'sessionId' in by
      ? await queries.query(BY_SESSION_ID, [by.sessionId])
      : await queries.query(BY_TRANSACTION_ID, [by.transactionId]);
  return found && toSession(sessionRow.parse(found));
}

/** Finds sessions by id, in the given order. */
export async function findSessions(queries: Queries, sessionIds: readonly string[]): Promise<Session[]> {
  const rows = await findRows(queries, sessionIds);
  return rows.map(row => toSession(sessionRow.parse(row)));
}

/**
 * Like `findSessions`, but leaves out sessions that cannot be parsed, and reports them.
 * @throws what the database throws; only parse errors are caught
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
    `${SELECT_SESSION} WHERE session_id = ANY($1) ORDER BY array_position($1::text[], session_id)`,
    [sessionIds],
  );
}

/** @param told whether the deadline warning is recorded in the same transaction */
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

/** Ends a session that `lockUnchanged` has locked. */
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

/** Raises the version, so that everyone who read the session before notices the change. */
export async function markChanged(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [sessionId]);
}
