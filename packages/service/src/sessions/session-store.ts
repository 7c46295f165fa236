/** Sessions and their steps in the database. */
import {
  PROFILES,
  SESSION_STATUSES,
  type SessionStatus,
  STEP_ERRORS,
  STEP_STATUSES,
  STEP_TYPES,
} from '@sign-session/session-rules';
import * as z from 'zod';
import { documentWarningSchema } from '../domain/document.ts';
import { LOCALES } from '../domain/locales.ts';
import {
  type Ending,
  endingSchema,
  type Membership,
  membershipOf,
  PURPOSES,
  type Session,
  SESSION_KINDS,
  sessionRequestSchema,
  SIGNING_MODES,
} from '../domain/session.ts';
import { dropUnsent } from '../messages/message-queue.ts';
import { PERFORMERS, type Step, stepResultSchema } from '../domain/step.ts';
import { jsonTime, nullable, type Queries, rowSchema, type SqlValue } from '../storage/database.ts';
import type { IsolatedRunner } from '../support/isolated-runner.ts';
import { tenantRow } from '../tenants/tenant-store.ts';

/** A step as JSON, which is how the session query returns it. */
const stepRow = rowSchema({
  stepId: z.string(),
  type: z.enum(STEP_TYPES),
  status: z.enum(STEP_STATUSES),
  position: z.number(),
  attempts: z.number(),
  maxAttempts: z.number(),
  error: nullable(z.enum(STEP_ERRORS)),
  errorDetail: nullable(z.string()),
  startedAt: nullable(jsonTime),
  completedAt: nullable(jsonTime),
  performedBy: nullable(z.enum(PERFORMERS)),
  result: nullable(stepResultSchema),
});

function toStep({ position: order, ...step }: z.infer<typeof stepRow>): Step {
  return { ...step, order };
}

/** Steps as JSON for `jsonb_to_recordset` with {@link STEP_COLUMNS}. */
function stepsAsJson(steps: readonly Step[]): string {
  return JSON.stringify(
    steps.map(step => ({
      step_id: step.stepId,
      type: step.type,
      status: step.status,
      position: step.order,
      attempts: step.attempts,
      max_attempts: step.maxAttempts,
      error: step.error,
      started_at: step.startedAt,
      completed_at: step.completedAt,
      result: step.result,
    })),
  );
}

const STEP_COLUMNS = `(step_id text, type text, status text, position integer, attempts integer,
  max_attempts integer, error text, started_at timestamptz, completed_at timestamptz, result jsonb)`;

/** The columns of a step that can change, with their database types. */
const CHANGING = {
  step_id: 'text',
  status: 'text',
  attempts: 'integer',
  error: 'text',
  error_detail: 'text',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
  performed_by: 'text',
  result: 'jsonb',
} as const;

function changingValues(step: Step): SqlValue[] {
  const { stepId, status, attempts, error = null, errorDetail = null } = step;
  const { startedAt = null, completedAt = null, performedBy = null, result } = step;
  const asJson = result === undefined ? null : JSON.stringify(result);
  return [stepId, status, attempts, error, errorDetail, startedAt, completedAt, performedBy, asJson];
}

/**
 * Builds an update with one VALUES row per step. Every action runs it, and parsing JSON instead would take a
 * quarter of its time.
 * @param first number of the first parameter of the first step; the session's id is parameter 1
 * @param from a relation that must have a row for anything to be written
 */
function updateOf(steps: number, first: number, from = ''): string {
  const types = Object.values(CHANGING);
  const row = (index: number) => {
    const start = first + index * types.length;
    return `(${types.map((type, at) => `$${start + at}::${type}`).join(', ')})`;
  };
  const rows = Array.from({ length: steps }, (_, index) => row(index));
  return `UPDATE steps SET status = now.status, attempts = now.attempts, error = now.error,
      error_detail = now.error_detail, started_at = now.started_at, completed_at = now.completed_at,
      performed_by = now.performed_by, result = now.result
    FROM ${from} (VALUES ${rows.join(', ')}) AS now (${Object.keys(CHANGING).join(', ')})
    WHERE steps.session_id = $1 AND steps.step_id = now.step_id`;
}

/** Caches one statement per number of steps: databases recognise prepared statements by their text. */
function byCount(make: (steps: number) => string): (steps: number) => string {
  const made = new Map<number, string>();
  return steps => {
    const sql = made.get(steps) ?? make(steps);
    made.set(steps, sql);
    return sql;
  };
}

const updateText = byCount(steps => updateOf(steps, 2));

const advanceText = byCount(
  steps => `WITH held AS (
      UPDATE sessions SET version = version + 1 WHERE session_id = $1 AND version = $2 RETURNING 1
    ), written AS (${updateOf(steps, 3, 'held,')})
    SELECT 1 FROM held`,
);

/** The last version of each step, if one changed twice. */
function newestVersions(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map(step => [step.stepId, step])).values()];
}

/** Updates steps of a session that is locked and about to end. */
export async function updateSteps(
  queries: Queries,
  sessionId: string,
  steps: readonly Step[],
): Promise<void> {
  const latest = newestVersions(steps);
  if (latest.length === 0) return;
  await queries.query(updateText(latest.length), [sessionId, ...latest.flatMap(changingValues)]);
}

/**
 * Updates at least one step of a session that continues. Raises the session's version in the same statement, so
 * that everyone who read it before notices the change.
 * @returns false when the version no longer matched; nothing is written then
 */
export async function advanceSteps(
  queries: Queries,
  { sessionId, version }: { readonly sessionId: string; readonly version: number },
  steps: readonly Step[],
): Promise<boolean> {
  const latest = newestVersions(steps);
  const values = [sessionId, version, ...latest.flatMap(changingValues)];
  const held = await queries.query(advanceText(latest.length), values);
  return held.length > 0;
}

/** Related rows, which the query returns as JSON in one column each. */
const documentOfRow = rowSchema({
  documentId: z.string(),
  filename: z.string(),
  hash: z.string(),
  sizeBytes: z.number(),
  pages: nullable(z.number()),
  warnings: z.array(documentWarningSchema),
  isSigned: z.boolean(),
});

const evidenceOfRow = rowSchema({
  evidenceId: z.string(),
  signedDocumentId: nullable(z.string()),
  signedHash: nullable(z.string()),
});

const batchOfRow = rowSchema({
  batchId: z.string(),
  total: z.number(),
  documentsHash: z.string(),
  sealed: nullable(z.number()),
});

const envelopeOfRow = rowSchema({
  envelopeId: z.string(),
  signingMode: z.enum(SIGNING_MODES),
  signerIndex: z.number(),
  totalSigners: z.number(),
  completedIndexes: nullable(z.array(z.number())),
});

const sessionRow = rowSchema({
  sessionId: z.string(),
  transactionId: z.string(),
  tenant: tenantRow,
  status: z.enum(SESSION_STATUSES),
  kind: z.enum(SESSION_KINDS),
  purpose: z.enum(PURPOSES),
  profile: z.enum(PROFILES),
  locale: z.enum(LOCALES),
  request: sessionRequestSchema,
  document: nullable(documentOfRow),
  secretKeyId: z.string(),
  createdAt: z.date(),
  openedAt: nullable(z.date()),
  expiresAt: z.date(),
  eraseAt: nullable(z.date()),
  endedAt: nullable(z.date()),
  ending: nullable(endingSchema),
  version: z.number(),
  evidence: nullable(evidenceOfRow),
  batch: nullable(batchOfRow),
  envelope: nullable(envelopeOfRow),
  steps: z.array(stepRow),
});

function toMembership({ completedIndexes = [], ...place }: z.infer<typeof envelopeOfRow>): Membership {
  return membershipOf(place, completedIndexes);
}

function toSession(found: unknown): Session {
  const { steps, envelope, ...session } = sessionRow.parse(found);
  return {
    ...session,
    // Sort here: for a few steps, setting up a sort in the database takes longer than reading them.
    steps: steps.map(toStep).toSorted((one, other) => one.order - other.order),
    envelope: envelope && toMembership(envelope),
  };
}

/**
 * Uses subqueries instead of joins: each related table is one JSON column, and one that a session does not use is
 * not queried.
 */
const SELECT_SESSION = `
  SELECT session_id, transaction_id, status, kind, purpose, profile, locale, request, secret_key_id, created_at,
    opened_at, expires_at, erase_at, ended_at, ending, version,
    (SELECT to_jsonb(tenants) FROM tenants WHERE tenants.tenant_id = sessions.tenant_id) AS tenant,
    CASE WHEN document_id IS NOT NULL THEN
      (SELECT json_build_object('document_id', document_id, 'filename', filename, 'hash', hash,
         'size_bytes', size_bytes, 'pages', pages, 'warnings', warnings, 'is_signed', is_signed)
       FROM documents WHERE documents.document_id = sessions.document_id)
    END AS document,
    (SELECT json_build_object('evidence_id', evidence_id, 'signed_document_id', signed_document_id,
       'signed_hash', (SELECT hash FROM documents WHERE documents.document_id = evidence.signed_document_id))
     FROM evidence WHERE evidence.session_id = sessions.session_id AND document_position = 1 AND released
    ) AS evidence,
    CASE WHEN batch_id IS NOT NULL THEN
      (SELECT json_build_object('batch_id', batch_id, 'documents_hash', documents_hash, 'total', count(*),
         'sealed', (SELECT (SELECT count(*) FROM evidence WHERE evidence.session_id = sessions.session_id)
           FROM batch_sealings WHERE batch_sealings.session_id = sessions.session_id))
       FROM batch_documents WHERE batch_documents.session_id = sessions.session_id)
    END AS batch,
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
  return found && toSession(found);
}

/** Finds sessions by id, in the given order. */
export async function findSessions(queries: Queries, sessionIds: readonly string[]): Promise<Session[]> {
  const rows = await findRows(queries, sessionIds);
  return rows.map(toSession);
}

/**
 * Like `findSessions`, but leaves out sessions that cannot be parsed, and reports them.
 * @throws what the database throws; only parse errors are caught
 */
export async function findReadableSessions(
  queries: Queries,
  sessionIds: readonly string[],
  alone: IsolatedRunner,
): Promise<Session[]> {
  const rows = new Map((await findRows(queries, sessionIds)).map(row => [row.session_id, row]));
  const sessions: Session[] = [];
  await alone.runEach([...rows.keys()], async id => {
    sessions.push(toSession(rows.get(id)));
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

/** Ends a session that `lockIfUnchanged` has locked: it needs no invitation and no code any more. */
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
  await dropUnsent(queries, sessionId);
}

/** Records when the signer first opened the session; later calls change nothing. No view depends on it. */
export async function recordOpening(queries: Queries, sessionId: string, at: Date): Promise<void> {
  await queries.query('UPDATE sessions SET opened_at = $2 WHERE session_id = $1 AND opened_at IS NULL', [
    sessionId,
    at,
  ]);
}

/** Raises the version, so that everyone who read the session before notices the change. */
export async function markChanged(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [sessionId]);
}
