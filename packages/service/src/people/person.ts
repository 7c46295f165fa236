/** A person's sessions: finding, exporting and erasing them. */
import { z } from '@hono/zod-openapi';
import { SESSION_STATUSES, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import { mailboxSpellings } from '../domain/contacts.ts';
import { actionSchema, metadataSchema, signerSchema } from '../domain/session.ts';
import { describedResult, PERFORMERS } from '../domain/step.ts';
import { cnpjRequest, cpfRequest, emailText, userIdText } from '../sessions/shared-request.ts';
import { type Database, nullable, type Queries, rowSchema } from '../storage/database.ts';
import { eraseEvents } from '../webhooks/delivery-store.ts';

/** One way to name a person; in the body of a request, since addresses are logged. */
export const personSchema = z
  .object({
    cpf: cpfRequest.optional(),
    cnpj: cnpjRequest.optional(),
    email: emailText.optional(),
    userExternalId: userIdText.optional(),
  })
  .refine(person => Object.values(person).filter(value => value !== undefined).length === 1, {
    message: 'Takes exactly one of cpf, cnpj, email and userExternalId.',
  })
  .openapi('Person');
type Person = z.output<typeof personSchema>;

/** A session of a person. */
interface SessionOfPerson {
  readonly sessionId: string;
  readonly status: string;
  readonly envelopeId: string | undefined;
  /** Of its signer, whatever they are named by. */
  readonly cpf: string | undefined;
  readonly userExternalId: string | undefined;
}

type PersonRow = {
  session_id: string;
  status: string;
  envelope_id: string | null;
  cpf: string | null;
  user_external_id: string | null;
};

/** By what a person is named; each has an index. */
const NAMED_BY = {
  cpf: `request->'signer'->>'cpf' = $2`,
  cnpj: `request->'signer'->>'cnpj' = $2`,
  email: `lower(request->'signer'->>'email') = lower($2)`,
  userExternalId: `request->'signer'->>'userExternalId' = $2`,
} as const satisfies Record<keyof Person, string>;

/** The sessions in which a person is the signer, of one tenant; by each name oldest first. */
async function sessionsOf(
  queries: Queries,
  { tenantId, person, now }: { readonly tenantId: string; readonly person: Person; readonly now: Date },
): Promise<SessionOfPerson[]> {
  const sessions: SessionOfPerson[] = [];
  for (const name of ['cpf', 'cnpj', 'email', 'userExternalId'] as const) {
    const value = person[name];
    if (value === undefined) continue;
    for (const spelling of name === 'email' ? mailboxSpellings(value) : [value])
      sessions.push(...(await sessionsNamed(queries, tenantId, { name, value: spelling, now })));
  }
  return sessions;
}

async function sessionsNamed(
  queries: Queries,
  tenantId: string,
  { name, value, now }: { readonly name: keyof Person; readonly value: string; readonly now: Date },
): Promise<SessionOfPerson[]> {
  const rows = await queries.query<PersonRow>(
    `SELECT session_id, status, envelope_id, request->'signer'->>'cpf' AS cpf,
       request->'signer'->>'userExternalId' AS user_external_id FROM sessions
     WHERE tenant_id = $1 AND ${NAMED_BY[name]} AND (erase_at IS NULL OR erase_at > $3)
     ORDER BY created_at, session_id`,
    [tenantId, value, now],
  );
  return rows.map(row => ({
    sessionId: row.session_id,
    status: row.status,
    envelopeId: row.envelope_id ?? undefined,
    cpf: row.cpf ?? undefined,
    userExternalId: row.user_external_id ?? undefined,
  }));
}

/** By which reference photos are kept: the CPFs of the sessions, and what the person is named by. */
function photoKeys(
  sessions: readonly SessionOfPerson[],
  { cpf, userExternalId }: Person,
): { readonly cpfs: string[]; readonly userExternalId: string | null } {
  const cpfs = new Set([cpf, ...sessions.map(session => session.cpf)].filter(each => each !== undefined));
  return { cpfs: [...cpfs], userExternalId: userExternalId ?? null };
}

export const erasureAnswer = z
  .object({
    erased: z.array(z.string()).describe('Ids of the sessions that are erased, with documents and evidence'),
    kept: z
      .array(
        z.object({
          sessionId: z.string(),
          reason: z
            .enum(['ACTIVE', 'ENVELOPE'])
            .describe('`ACTIVE`: cancel it first. `ENVELOPE`: the document is the other signers’, too.'),
        }),
      )
      .describe('Sessions that stay as they are'),
    referencePhoto: z.enum(['ERASED', 'NONE']),
  })
  .openapi('Erasure');
type Erasure = z.output<typeof erasureAnswer>;

/**
 * Marks a person's ended sessions to be erased, which the next sweep does, and deletes their reference photo with the
 * events about it. From now on the sessions are not found any more. Outside the sandbox their ids and hashes stay
 * (`erased_sessions`).
 */
export async function erasePerson(
  queries: Queries,
  of: { readonly tenantId: string; readonly person: Person; readonly now: Date },
): Promise<Erasure> {
  const sessions = await sessionsOf(queries, of);
  const ids = sessions
    .filter(({ status, envelopeId }) => status !== 'ACTIVE' && envelopeId === undefined)
    .map(({ sessionId }) => sessionId);
  const marked = await queries.query<{ session_id: string }>(
    `UPDATE sessions SET erase_at = $2, erased_by_request = true
       WHERE session_id = ANY($1) AND status <> 'ACTIVE' RETURNING session_id`,
    [ids, of.now],
  );
  const erased = new Set(marked.map(row => row.session_id));
  const photo = await erasePhoto(queries, of.tenantId, photoKeys(sessions, of.person));
  const users = [...photo.users, ...sessions.flatMap(({ userExternalId = [] }) => userExternalId)];
  await erasePhotoEvents(queries, of.tenantId, users);
  return {
    erased: [...erased],
    kept: sessions
      .filter(({ sessionId }) => !erased.has(sessionId))
      .map(({ sessionId, envelopeId }) => ({
        sessionId,
        reason: envelopeId === undefined ? ('ACTIVE' as const) : ('ENVELOPE' as const),
      })),
    referencePhoto: photo.existed ? 'ERASED' : 'NONE',
  };
}

/** @returns whether there was one, and the users that it was kept under */
async function erasePhoto(
  queries: Queries,
  tenantId: string,
  { cpfs, userExternalId }: ReturnType<typeof photoKeys>,
): Promise<{ readonly existed: boolean; readonly users: readonly string[] }> {
  const rows = await queries.query<{ user_external_id: string | null }>(
    `DELETE FROM enrollments WHERE tenant_id = $1 AND (cpf = ANY($2) OR user_external_id = $3)
     RETURNING user_external_id`,
    [tenantId, cpfs, userExternalId],
  );
  const users = [...rows.map(row => row.user_external_id), userExternalId].filter(user => user !== null);
  await forgetAddresses(queries, tenantId, new Set(users));
  return { existed: rows.length > 0, users };
}

/** Events about the photos of users, which name them; also about those that have expired. */
async function erasePhotoEvents(queries: Queries, tenantId: string, users: readonly string[]): Promise<void> {
  const held = await queries.query<{ event_id: string }>(
    `SELECT event_id FROM outbox WHERE event_type IN ('ENROLLMENT.EXPIRING', 'ENROLLMENT.EXPIRED')
       AND tenant_id = $1 AND data->>'userExternalId' = ANY($2) ORDER BY event_id FOR UPDATE`,
    [tenantId, users],
  );
  await eraseEvents(
    queries,
    held.map(row => row.event_id),
  );
}

/** The address of a request that set or deleted the photo of a user names them. */
async function forgetAddresses(
  queries: Queries,
  tenantId: string,
  users: ReadonlySet<string>,
): Promise<void> {
  if (users.size === 0) return;
  const kept = await queries.query<{ route: string }>(
    `SELECT DISTINCT route FROM idempotency_keys WHERE scope = $1 AND route LIKE '/v1/users/%/enrollment'`,
    [tenantId],
  );
  const theirs = kept.filter(({ route }) => users.has(userIn(route)));
  await queries.query('DELETE FROM idempotency_keys WHERE scope = $1 AND route = ANY($2)', [
    tenantId,
    theirs.map(({ route }) => route),
  ]);
}

function userIn(route: string): string {
  const encoded = route.split('/')[3] ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

const time = z.string().describe('ISO 8601, UTC');

/** The result as it is described, or none. */
const step = z.object({
  type: z.enum(STEP_TYPES),
  status: z.enum(STEP_STATUSES),
  attempts: z.number(),
  startedAt: time.optional(),
  completedAt: time.optional(),
  performedBy: z.enum(PERFORMERS).optional(),
  result: describedResult.optional(),
});

const exportedSession = z.object({
  sessionId: z.string(),
  transactionId: z.string(),
  status: z.enum(SESSION_STATUSES),
  signer: signerSchema.describe('As the session was created'),
  action: actionSchema.optional(),
  metadata: metadataSchema.optional(),
  createdAt: time,
  openedAt: time.optional(),
  endedAt: time.optional(),
  steps: z.array(step),
  evidence: z.array(z.string()).describe('Evidence packs: the JSON whose SHA-256 is the evidence hash'),
  documents: z.array(z.object({ filename: z.string(), hash: z.string() })),
  events: z.array(z.object({ type: z.string(), at: time })).describe('What your webhooks were told of'),
});

export const exportAnswer = z
  .object({
    sessions: z.array(exportedSession),
    referencePhoto: z
      .object({ enrolledAt: time, expiresAt: time })
      .optional()
      .describe('Kept encrypted; its picture is not in the answer'),
  })
  .openapi('PersonExport');
type PersonExport = z.output<typeof exportAnswer>;

const iso = z.date().transform(date => date.toISOString());
const exportedRow = rowSchema({
  ...exportedSession.omit({ signer: true, action: true, metadata: true }).shape,
  request: exportedSession.pick({ signer: true, action: true, metadata: true }),
  createdAt: iso,
  openedAt: nullable(iso),
  endedAt: nullable(iso),
}).transform(({ request, ...session }) => ({ ...session, ...request }));

/** Everything that is stored of a person's sessions, except bytes: those of documents and pictures have routes of their own. */
export async function exportPerson(
  database: Database,
  of: { readonly tenantId: string; readonly person: Person; readonly now: Date },
): Promise<PersonExport> {
  const found = await sessionsOf(database, of);
  const rows = await database.query(
    `SELECT session_id, transaction_id, status, request, created_at, opened_at, ended_at,
       (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('type', type, 'status', status,
           'attempts', attempts, 'startedAt', started_at, 'completedAt', completed_at, 'performedBy', performed_by, 'result', result))
         ORDER BY position), '[]') FROM steps WHERE steps.session_id = sessions.session_id) AS steps,
       (SELECT coalesce(jsonb_agg(canonical ORDER BY document_position), '[]') FROM evidence
         WHERE evidence.session_id = sessions.session_id AND released) AS evidence,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('filename', filename, 'hash', hash)), '[]') FROM documents
         WHERE documents.document_id IN (SELECT sessions.document_id UNION ALL
           SELECT document_id FROM batch_documents WHERE batch_documents.session_id = sessions.session_id)) AS documents,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('type', event_type, 'at', occurred_at)
         ORDER BY occurred_at), '[]') FROM outbox WHERE outbox.transaction_id = sessions.transaction_id) AS events
     FROM sessions WHERE session_id = ANY($1) ORDER BY created_at, session_id`,
    [found.map(({ sessionId }) => sessionId)],
  );
  return {
    sessions: rows.map(row => exportedRow.parse(row)),
    referencePhoto: await photoOf(database, of, photoKeys(found, of.person)),
  };
}

async function photoOf(
  queries: Queries,
  { tenantId, now }: { readonly tenantId: string; readonly now: Date },
  { cpfs, userExternalId }: ReturnType<typeof photoKeys>,
): Promise<PersonExport['referencePhoto']> {
  const [row] = await queries.query<{ enrolled_at: Date; expires_at: Date }>(
    `SELECT enrolled_at, expires_at FROM enrollments
     WHERE tenant_id = $1 AND (cpf = ANY($2) OR user_external_id = $3) AND expires_at > $4`,
    [tenantId, cpfs, userExternalId, now],
  );
  return row && { enrolledAt: row.enrolled_at.toISOString(), expiresAt: row.expires_at.toISOString() };
}
