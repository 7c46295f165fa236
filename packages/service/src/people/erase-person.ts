import { z } from '@hono/zod-openapi';
import type { Queries } from '../storage/database.ts';
import { photoKeys, sessionsOf, type Person } from './person.ts';

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
export type Erasure = z.output<typeof erasureAnswer>;

/**
 * Marks a person's ended sessions to be erased, which the next sweep does, and deletes their reference photo. From now
 * on the sessions are not found any more. Outside the sandbox their ids and hashes stay (`erased_sessions`).
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
  return {
    erased: [...erased],
    kept: sessions
      .filter(({ sessionId }) => !erased.has(sessionId))
      .map(({ sessionId, envelopeId }) => ({
        sessionId,
        reason: envelopeId === undefined ? ('ACTIVE' as const) : ('ENVELOPE' as const),
      })),
    referencePhoto: (await erasePhoto(queries, of.tenantId, photoKeys(sessions, of.person)))
      ? 'ERASED'
      : 'NONE',
  };
}

async function erasePhoto(
  queries: Queries,
  tenantId: string,
  { cpfs, userExternalId }: ReturnType<typeof photoKeys>,
): Promise<boolean> {
  const rows = await queries.query<{ user_external_id: string | null }>(
    `DELETE FROM enrollments WHERE tenant_id = $1 AND (cpf = ANY($2) OR user_external_id = $3)
     RETURNING user_external_id`,
    [tenantId, cpfs, userExternalId],
  );
  const users = [...rows.map(row => row.user_external_id), userExternalId].filter(user => user !== null);
  await forgetAddresses(queries, tenantId, new Set(users));
  return rows.length > 0;
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
