import { Problem } from '../../domain/problem.ts';
import type { Session } from '../../domain/session.ts';
import type { Queries } from '../../storage/database.ts';
import { countPrepared, countSigned, openRequests, type OpenRequest } from '../signing-requests.ts';

/** How many documents of the session are to be signed yet. */
export async function documentsLeft(queries: Queries, { batch, sessionId }: Session): Promise<number> {
  return batch === undefined ? 1 : batch.total - (await countSigned(queries, sessionId));
}

/**
 * All that is to be signed, since it is signed at once.
 * @param first comes first
 * @throws Problem `conflict` while a document is not prepared
 */
export async function allPrepared(
  queries: Queries,
  { batch, sessionId }: Session,
  first?: OpenRequest,
): Promise<OpenRequest[]> {
  if (batch === undefined && first !== undefined) return [first];
  const open = await openRequests(queries, sessionId);
  if ((await countPrepared(queries, sessionId)) < (batch?.total ?? 1))
    throw new Problem('conflict', 'Prepare the signatures of all documents first: they are made at once.');
  if (first === undefined) return open;
  return [first, ...open.filter(({ position }) => position !== first.position)];
}
