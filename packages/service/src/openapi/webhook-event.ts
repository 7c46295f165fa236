import { PROFILES, STEP_ERRORS, STEP_TYPES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import type { EventType } from '../../event-types.ts';
import { metadataSchema } from '../domain/session.ts';
import { NOTIFICATION_CHANNELS } from '../domain/step.ts';
import { QUOTA_DIMENSIONS } from '../domain/tenant.ts';

/* `data` of each event type (service interface, "data per type"). Members may be added without a new version. */

const time = z.iso.datetime().describe('ISO 8601, UTC');
const metadata = metadataSchema.optional().describe('What you gave at creation. Absent without any.');

const session = {
  sessionId: z.string(),
  transactionId: z.string(),
  envelopeId: z.string().optional().describe('Of a signer in an envelope.'),
  signerIndex: z.number().optional().describe('Of a signer in an envelope.'),
  batchId: z.string().optional().describe('Of a session over several documents.'),
  documentCount: z.number().optional().describe('Of a session over several documents: how many.'),
  metadata,
};
const created = z.object({
  ...session,
  status: z.literal('ACTIVE'),
  profile: z.enum(PROFILES),
  expiresAt: time,
});
const completed = z.object({
  ...session,
  status: z.literal('COMPLETED'),
  evidenceId: z.string(),
  signer: z.object({ name: z.string(), userExternalId: z.string().optional() }),
  completedAt: time,
});
const cancelled = z.object({
  ...session,
  status: z.literal('CANCELLED'),
  cancelledBy: z.enum(['integrator', 'signer']),
  cancelledAt: time,
  reason: z.string().optional(),
});
const expired = z.object({ ...session, status: z.literal('EXPIRED'), expiredAt: time });
const failed = z.object({
  ...session,
  status: z.literal('FAILED'),
  reason: z.literal('FINALIZATION_FAILED'),
  detail: z.string().describe('For diagnosis. Do not show it to signers.'),
  failedAt: time,
});
const fallback = z.object({
  ...session,
  profile: z.enum(PROFILES),
  fromStep: z.enum(STEP_TYPES),
  toStep: z.enum(STEP_TYPES),
  reason: z.enum(STEP_ERRORS).describe('The error of the step that was left.'),
  fallbackAt: time,
});
const deadline = z.object({
  ...session,
  status: z.literal('ACTIVE'),
  deadline: time,
  businessDaysLeft: z.number().describe('Business days of Brazilian banks, at most 2.'),
});
const disclosure = z.object({
  ...session,
  stepId: z.string(),
  notificationChannel: z.enum(NOTIFICATION_CHANNELS),
  disclosureVersion: z.string(),
  disclosureTextHash: z.string(),
  sentAt: time,
});

const envelope = {
  envelopeId: z.string(),
  signingMode: z.enum(['PARALLEL', 'SEQUENTIAL']),
  totalSigners: z.number(),
  metadata,
};
const envelopeCreated = z.object({
  ...envelope,
  status: z.literal('CREATED'),
  documentHash: z.string(),
  expiresAt: time,
});
const allSigned = z.object({
  ...envelope,
  status: z.literal('COMPLETED'),
  completedAt: time,
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      transactionId: z.string(),
      signerIndex: z.number(),
      evidenceId: z.string(),
    }),
  ),
});
const envelopeCancelled = z.object({
  ...envelope,
  status: z.literal('CANCELLED'),
  cancelledAt: time,
  cancelledCount: z.number(),
  preservedSignedCount: z.number(),
  reason: z.string().optional(),
});
const envelopeExpired = z.object({ ...envelope, status: z.literal('EXPIRED'), expiredAt: time });

const enrollment = { userExternalId: z.string().optional(), expiresAt: time };
const enrollmentExpiring = z.object({
  ...enrollment,
  daysUntilExpiry: z.literal([30, 7]).describe('Which of the two warnings this is.'),
});

const quotaWarning = z.object({
  dimension: z.enum(QUOTA_DIMENSIONS),
  used: z.number(),
  limit: z.number().describe('Of the plan, without tolerance.'),
  percentUsed: z.number(),
  threshold: z.number(),
  period: z.string().describe('The month, such as 2026-11.'),
  resetInSeconds: z.number(),
});
const deprecation = z.object({
  endpoint: z.string(),
  method: z.string(),
  path: z.string(),
  deprecatedAt: time,
  sunsetAt: time,
  replacement: z.string().optional(),
  message: z.string().optional(),
});

export interface EventEntry {
  readonly description: string;
  readonly data: z.ZodObject;
  /** Whether deliveries refer to a transaction. */
  readonly transaction: 'always' | 'sometimes' | 'never';
}

const about = (description: string, data: z.ZodObject): EventEntry => {
  return { description, data, transaction: 'always' };
};
const aboutNone = (description: string, data: z.ZodObject): EventEntry => {
  return { description, data, transaction: 'never' };
};
const aboutPhoto = (description: string, data: z.ZodObject): EventEntry => {
  return { description, data, transaction: 'sometimes' };
};

/** Every event type with its meaning and data. */
export const EVENT_ENTRIES: Readonly<Record<EventType, EventEntry>> = {
  'TRANSACTION.CREATED': about(
    'A transaction was created, directly or for a signer of an envelope.',
    created,
  ),
  'TRANSACTION.COMPLETED': about('All steps are done, and the evidence pack exists.', completed),
  'TRANSACTION.CANCELLED': about('The integrator withdrew it, or the signer declined.', cancelled),
  'TRANSACTION.FAILED': about('All steps passed, but creating the evidence failed.', failed),
  'TRANSACTION.EXPIRED': about('It was not completed in time.', expired),
  'TRANSACTION.FALLBACK': about('A step had no answer, and another step takes its place.', fallback),
  'TRANSACTION.DEADLINE_APPROACHING': about(
    'At most two business days are left until the deadline.',
    deadline,
  ),
  'STEP.PURPOSE_DISCLOSURE_SENT': about('The signer was given the notice of the purpose.', disclosure),
  'SIGNING_SESSION.CREATED': about('A signing session was created.', created),
  'SIGNING_SESSION.COMPLETED': about('A signing session is completed.', completed),
  'SIGNING_SESSION.CANCELLED': about('A signing session was withdrawn or declined.', cancelled),
  'SIGNING_SESSION.EXPIRED': about('A signing session was not completed in time.', expired),
  'ENVELOPE.CREATED': aboutNone('An envelope was created.', envelopeCreated),
  'ENVELOPE.ALL_SIGNED': aboutNone('All signers of an envelope have signed.', allSigned),
  'ENVELOPE.CANCELLED': aboutNone('An envelope was cancelled. Existing signatures stay.', envelopeCancelled),
  'ENVELOPE.EXPIRED': aboutNone('Not all signers of an envelope signed in time.', envelopeExpired),
  'ENROLLMENT.EXPIRING': aboutPhoto(
    'A signer’s reference photo will be destroyed in 30 or in 7 days.',
    enrollmentExpiring,
  ),
  'ENROLLMENT.EXPIRED': aboutPhoto(
    'A signer’s reference photo was destroyed. The next matched face replaces it.',
    z.object(enrollment),
  ),
  'QUOTA.WARNING': aboutNone(
    'The use of a monthly quota crossed 80 %. Sent once per quota and month.',
    quotaWarning,
  ),
  'API.DEPRECATION_NOTICE': aboutNone(
    'A deprecated endpoint was called. Sent once per endpoint and day.',
    deprecation,
  ),
};
