import { z } from '@hono/zod-openapi';
import { text } from '../http/request-values.ts';
import { cnpjRequest, cpfRequest, email } from '../sessions/signer-request.ts';
import type { Queries } from '../storage/database.ts';

/** One way to name a person; in the body of a request, since addresses are logged. */
export const personSchema = z
  .object({
    cpf: cpfRequest.optional(),
    cnpj: cnpjRequest.optional(),
    email: email.optional(),
    userExternalId: text(200).optional(),
  })
  .refine(person => Object.values(person).filter(value => value !== undefined).length === 1, {
    message: 'Takes exactly one of cpf, cnpj, email and userExternalId.',
  })
  .openapi('Person');
export type Person = z.output<typeof personSchema>;

/** A session of a person. */
export interface SessionOfPerson {
  readonly sessionId: string;
  readonly status: string;
  readonly envelopeId: string | undefined;
  /** Of its signer, whatever they are named by. */
  readonly cpf: string | undefined;
}

type PersonRow = {
  session_id: string;
  status: string;
  envelope_id: string | null;
  cpf: string | null;
};

/** By what a person is named; each has an index. */
const NAMED_BY = {
  cpf: `request->'signer'->>'cpf' = $2`,
  cnpj: `request->'signer'->>'cnpj' = $2`,
  email: `lower(request->'signer'->>'email') = lower($2)`,
  userExternalId: `request->'signer'->>'userExternalId' = $2`,
} as const satisfies Record<keyof Person, string>;

/** The sessions in which a person is the signer, of one tenant, oldest first. */
export async function sessionsOf(
  queries: Queries,
  { tenantId, person, now }: { readonly tenantId: string; readonly person: Person; readonly now: Date },
): Promise<SessionOfPerson[]> {
  const sessions: SessionOfPerson[] = [];
  for (const name of ['cpf', 'cnpj', 'email', 'userExternalId'] as const) {
    const value = person[name];
    if (value !== undefined) sessions.push(...(await sessionsNamed(queries, tenantId, { name, value, now })));
  }
  return sessions;
}

async function sessionsNamed(
  queries: Queries,
  tenantId: string,
  { name, value, now }: { readonly name: keyof Person; readonly value: string; readonly now: Date },
): Promise<SessionOfPerson[]> {
  const rows = await queries.query<PersonRow>(
    `SELECT session_id, status, envelope_id, request->'signer'->>'cpf' AS cpf FROM sessions
     WHERE tenant_id = $1 AND ${NAMED_BY[name]} AND (erase_at IS NULL OR erase_at > $3)
     ORDER BY created_at, session_id`,
    [tenantId, value, now],
  );
  return rows.map(row => ({
    sessionId: row.session_id,
    status: row.status,
    envelopeId: row.envelope_id ?? undefined,
    cpf: row.cpf ?? undefined,
  }));
}

/** By which reference photos are kept: the CPFs of the sessions, and what the person is named by. */
export function photoKeys(
  sessions: readonly SessionOfPerson[],
  { cpf, userExternalId }: Person,
): { readonly cpfs: string[]; readonly userExternalId: string | null } {
  const cpfs = new Set([cpf, ...sessions.map(session => session.cpf)].filter(each => each !== undefined));
  return { cpfs: [...cpfs], userExternalId: userExternalId ?? null };
}
