import type { SigningContext } from '../domain/signing-context.ts';
import type { Session } from '../domain/session.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import { putJob, type JobTable } from '../queue/job-table.ts';
import type { Queries } from '../storage/database.ts';

/** Batches whose steps are passed: one per session. */
export const SEALING_JOBS: JobTable = { name: 'batch_sealings', key: 'session_id' };

/**
 * Queues the sealing of a batch's documents, in the transaction that passes the last step. From then on the session
 * neither expires nor can be cancelled.
 * @param context the signer's device at that step, for the evidence
 */
export async function queueSealing(
  queries: Queries,
  { sessionId: session_id }: Session,
  { at, fieldCipher, context }: { at: Date; fieldCipher: FieldCipher; context: SigningContext },
): Promise<void> {
  const sealed = fieldCipher.seal(JSON.stringify(context));
  await putJob(queries, SEALING_JOBS, { session_id, accepted_at: at, context: sealed });
}
