import type { Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import { putJob, type JobTable } from '../queue/job-table.ts';
import type { Queries } from '../storage/database.ts';

/** The checks that sessions wait for: one per session at a time, due by the service's clock. */
export const CHECK_JOBS: JobTable = { name: 'identity_checks', key: 'session_id' };

/** A check to run. */
interface QueuedCheck {
  readonly session: Session;
  readonly step: Step;
  readonly at: Date;
  /** The signer's device, for the evidence, in case the check is the last step. */
  readonly sealedContext: string;
}

/** Queues a check in the transaction that brings the session to its step, with all data that it needs. */
export async function queueCheck(queries: Queries, queued: QueuedCheck): Promise<void> {
  const { session, step, at, sealedContext } = queued;
  const { sessionId: session_id } = session;
  await putJob(queries, CHECK_JOBS, { session_id, step_id: step.stepId, due_at: at, context: sealedContext });
}
