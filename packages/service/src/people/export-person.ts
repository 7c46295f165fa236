import { SESSION_STATUSES, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import { actionSchema, metadataSchema, signerSchema } from '../domain/session.ts';
import { describedResult } from '../domain/step-result.ts';
import { PERFORMERS } from '../domain/step.ts';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import type { Database, Queries } from '../storage/database.ts';
import { photoKeys, sessionsOf, type Person } from './person.ts';

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
export type PersonExport = z.output<typeof exportAnswer>;

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
         WHERE documents.document_id = sessions.document_id OR documents.document_id IN
           (SELECT document_id FROM batch_documents WHERE batch_documents.session_id = sessions.session_id)) AS documents,
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
