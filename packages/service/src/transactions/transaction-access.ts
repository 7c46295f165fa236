import * as z from 'zod';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { isFinalizedByCall, type Session } from '../domain/session.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The path parameter of every route of a transaction. */
export const transactionParams = z.object({ transactionId: idSchema });
type TransactionParams = z.output<typeof transactionParams>;

/**
 * The session behind a transaction, expired first if its time has passed.
 * @throws Problem `not-found` for an unknown transaction and another tenant's
 */
export async function openTransaction(
  sessions: Sessions,
  principal: Principal,
  { transactionId }: TransactionParams,
): Promise<Session> {
  const session = await sessions.findByTransaction(transactionId);
  if (session === undefined || session.tenant.tenantId !== clientOf(principal).tenantId) throw notFound();
  return session;
}

/**
 * Like `openTransaction`, for a transaction whose steps the integrator performs.
 * @throws Problem `not-found`; `conflict` for one whose steps the signer performs in a session
 */
export async function openDirectTransaction(
  sessions: Sessions,
  principal: Principal,
  params: TransactionParams,
): Promise<Session> {
  const session = await openTransaction(sessions, principal, params);
  if (isFinalizedByCall(session)) return session;
  throw new Problem('conflict', 'The signer performs the steps of this transaction in its session.');
}

/** @throws Problem `conflict` for a transaction whose document has not been uploaded yet */
export function requireDocument({ purpose, document }: Session): void {
  if (purpose !== 'DOCUMENT_SIGNATURE' || document !== undefined) return;
  throw new Problem('conflict', 'The transaction has no document yet. Upload it first.');
}
