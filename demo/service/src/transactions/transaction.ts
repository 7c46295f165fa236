import { z } from '@hono/zod-openapi';
import { describeResult } from '../domain/step-result.ts';
import type { Session } from '../domain/session.ts';
import { stepResultSchema, STEP_ERRORS, type Step } from '../domain/step.ts';

/** Where a transaction stands (signer API, section 7). */
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

/** Told from the session behind it, so that the two never disagree. */
export function statusOf({ status, document, steps }: Session): TransactionStatus {
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
    type: z.string(),
    status: z.string(),
    order: z.number(),
    attempts: z.number(),
    maxAttempts: z.number(),
    error: z.enum(STEP_ERRORS).optional().describe('Why the last try did not pass it.'),
    errorDetail: z.string().optional().describe('Addresses that were asked, and what came of it.'),
    startedAt: time.optional(),
    completedAt: time.optional(),
    result: stepResultSchema
      .extend({
        matchScore: z.number().optional(),
        livenessScore: z.number().optional(),
        provider: z.string().optional(),
        documentType: z.string().optional(),
        documentValid: z.boolean().optional(),
      })
      .optional()
      .describe('What it left, as the evidence will say it.'),
  })
  .openapi('TransactionStep');

export const transactionAnswer = z
  .object({
    tenantId: z.string(),
    transactionId: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    purpose: z.string(),
    policy: z.object({ profile: z.string(), customSteps: z.array(z.string()).optional() }),
    signer: z.looseObject({ name: z.string() }),
    action: z.looseObject({ type: z.string() }).optional(),
    document: z.object({ hash: z.string(), filename: z.string() }).optional(),
    steps: z.array(stepAnswer),
    metadata: z.record(z.string(), z.unknown()).optional(),
    documentGroupId: z.string().optional().describe('The envelope, of a signer’s transaction in one.'),
    signerIndex: z.number().optional(),
    totalSigners: z.number().optional(),
    evidenceId: z.string().optional(),
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

/** The transaction as its integrator sees it: the signer with their numbers, who are their own client. */
export function describeTransaction(session: Session): z.output<typeof transactionAnswer> {
  const { tenant, transactionId, purpose, profile, request, document, evidence, endedAt } = session;
  return transactionAnswer.parse({
    tenantId: tenant.tenantId,
    transactionId,
    status: statusOf(session),
    purpose,
    policy:
      profile === 'CUSTOM' ? { profile, customSteps: session.steps.map(({ type }) => type) } : { profile },
    signer: request.signer,
    action: request.action,
    document: document && { hash: document.hash, filename: document.filename },
    steps: session.steps.map(step => describeStep(session, step)),
    metadata: request.metadata,
    documentGroupId: session.envelope?.envelopeId,
    signerIndex: session.envelope?.signerIndex,
    totalSigners: session.envelope?.totalSigners,
    evidenceId: evidence?.evidenceId,
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: updatedAt(session).toISOString(),
    completedAt: evidence && endedAt?.toISOString(),
  });
}

function updatedAt({ createdAt, endedAt, steps }: Session): Date {
  const times = steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt]);
  return [createdAt, endedAt, ...times].reduce<Date>(
    (latest, next) => (next !== undefined && next > latest ? next : latest),
    createdAt,
  );
}
