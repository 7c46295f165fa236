/** A transaction as integrators read it, and who may. */
import { z } from '@hono/zod-openapi';
import { PROFILES, STEP_ERRORS, STEP_STATUSES, STEP_TYPES } from '@sign-session/session-rules';
import { idSchema } from '../domain/ids.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import { notFound, Problem } from '../domain/problem.ts';
import {
  actionSchema,
  answeredSigner,
  answerSigner,
  isFinalizedByCall,
  metadataSchema,
  PURPOSES,
  type Session,
} from '../domain/session.ts';
import { describedResult, describeResult, PERFORMER_WORDS, PERFORMERS, type Step } from '../domain/step.ts';
import { batchAnswer } from '../sessions/answers.ts';
import { hasDeadline, warnedUpTo } from '../sessions/deadlines.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Status of a transaction (signer API, section 7). */
export const TRANSACTION_STATUSES = [
  'CREATED',
  'DOCUMENT_UPLOADED',
  'IN_PROGRESS',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Derived from the session, so that the two never disagree. */
function statusOf({ status, document, steps }: Session): TransactionStatus {
  if (status !== 'ACTIVE') return status;
  if (steps.some(hasBegun)) return 'IN_PROGRESS';
  return document === undefined ? 'CREATED' : 'DOCUMENT_UPLOADED';
}

function hasBegun({ status, attempts }: Step): boolean {
  return status !== 'PENDING' || attempts > 0;
}

const time = z.string().describe('ISO 8601, UTC');

export const stepAnswer = z
  .object({
    tenantId: z.string(),
    transactionId: z.string(),
    stepId: z.string(),
    type: z.enum(STEP_TYPES),
    status: z.enum(STEP_STATUSES),
    order: z.number(),
    attempts: z.number(),
    maxAttempts: z.number(),
    error: z.enum(STEP_ERRORS).optional().describe('Why the last try did not pass it.'),
    errorDetail: z
      .string()
      .optional()
      .describe('Addresses that were asked, and what came of it; which limit of codes was reached.'),
    startedAt: time.optional(),
    completedAt: time.optional(),
    performedBy: z.enum(PERFORMERS).optional().describe(PERFORMER_WORDS),
    result: describedResult.optional(),
  })
  .openapi('TransactionStep');

export const transactionAnswer = z
  .object({
    tenantId: z.string(),
    transactionId: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    purpose: z.enum(PURPOSES),
    policy: z.object({ profile: z.enum(PROFILES), customSteps: z.array(z.enum(STEP_TYPES)).optional() }),
    signer: answeredSigner,
    action: actionSchema.optional(),
    document: z.object({ hash: z.string(), filename: z.string() }).optional(),
    batch: batchAnswer.optional().describe('Of several documents. `document` is the first of them.'),
    steps: z.array(stepAnswer),
    metadata: metadataSchema.optional(),
    documentGroupId: z
      .string()
      .optional()
      .describe('The envelope, of a signer’s transaction in one; else the group that you named.'),
    signerIndex: z.number().optional(),
    totalSigners: z.number().optional(),
    evidenceId: z.string().optional(),
    submissionDeadline: time
      .optional()
      .describe('NT65: of a transaction with a notice of purpose. What is signed later cannot be submitted.'),
    deadlineStatus: z.enum(['PENDING', 'APPROACHING', 'OVERDUE']).optional(),
    expiresAt: time,
    createdAt: time,
    updatedAt: time.describe('Of the last step that began or ended, or of the end.'),
    completedAt: time.optional(),
  })
  .openapi('Transaction');

export function describeStep(session: Session, step: Step): z.output<typeof stepAnswer> {
  return stepAnswer.parse({
    ...step,
    tenantId: session.tenant.tenantId,
    transactionId: session.transactionId,
    result: step.result && describeResult(step.result),
    startedAt: step.startedAt?.toISOString(),
    completedAt: step.completedAt?.toISOString(),
  });
}

/** The transaction as the integrator sees it: signer data unmasked, since the signer is their own client. */
export function describeTransaction(session: Session, now: Date): z.output<typeof transactionAnswer> {
  const { tenant, transactionId, purpose, profile, request, document, evidence, endedAt } = session;
  return transactionAnswer.parse({
    tenantId: tenant.tenantId,
    transactionId,
    status: statusOf(session),
    purpose,
    policy:
      profile === 'CUSTOM' ? { profile, customSteps: session.steps.map(({ type }) => type) } : { profile },
    signer: answerSigner(request.signer),
    action: request.action,
    document: document && { hash: document.hash, filename: document.filename },
    batch: session.batch,
    steps: session.steps.map(step => describeStep(session, step)),
    metadata: request.metadata,
    documentGroupId: session.envelope?.envelopeId ?? request.group?.documentGroupId,
    signerIndex: session.envelope?.signerIndex ?? request.group?.signerIndex,
    totalSigners: session.envelope?.totalSigners ?? request.group?.totalSigners,
    evidenceId: evidence?.evidenceId,
    ...deadlineOf(session, now),
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: updatedAt(session).toISOString(),
    completedAt: evidence && endedAt?.toISOString(),
  });
}

/** Once the session has ended in time, the status stays what it was then. */
function deadlineOf(session: Session, now: Date) {
  if (!hasDeadline(session)) return {};
  const { expiresAt, endedAt = now } = session;
  const approaching = expiresAt < warnedUpTo(endedAt) ? ('APPROACHING' as const) : ('PENDING' as const);
  return {
    submissionDeadline: expiresAt.toISOString(),
    deadlineStatus: endedAt < expiresAt ? approaching : ('OVERDUE' as const),
  };
}

function updatedAt({ createdAt, endedAt, steps }: Session): Date {
  const times = steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt]);
  return [createdAt, endedAt, ...times].reduce<Date>(
    (latest, next) => (next !== undefined && next > latest ? next : latest),
    createdAt,
  );
}

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
