import * as z from 'zod';
import { QUOTA_DIMENSIONS } from '../../src/domain/tenant.ts';
import type { EventType } from '../../event-types.ts';

/**
 * `data` of each event type: the members of the service interface ("data per type") under its names, plus those
 * that this service adds where "not shown" leaves it open. Strict: no other member may appear, such as a signer's
 * number.
 */

const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]+$`));
const time = z.iso.datetime();
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** The metadata of the sessions and envelopes in tests. */
export const METADATA = { order: '7' };
const metadata = z.strictObject({ order: z.literal('7') });

const session = { sessionId: id('ss'), transactionId: id('tx'), metadata };
const member = { envelopeId: id('env'), signerIndex: z.number() };
const signer = z.strictObject({ name: z.string(), userExternalId: z.string() });

const created = { ...session, status: z.literal('ACTIVE'), profile: z.string(), expiresAt: time };
const completed = z.strictObject({
  ...session,
  status: z.literal('COMPLETED'),
  evidenceId: id('ev'),
  signer,
  completedAt: time,
});
const cancelled = z.strictObject({
  ...session,
  status: z.literal('CANCELLED'),
  cancelledBy: z.enum(['integrator', 'signer']),
  cancelledAt: time,
  reason: z.string(),
});
const expired = z.strictObject({ ...session, status: z.literal('EXPIRED'), expiredAt: time });

const envelope = {
  envelopeId: id('env'),
  signingMode: z.enum(['PARALLEL', 'SEQUENTIAL']),
  totalSigners: z.literal(2),
  metadata,
};
const signed = z.strictObject({
  sessionId: id('ss'),
  transactionId: id('tx'),
  signerIndex: z.number(),
  evidenceId: id('ev'),
});

const enrollment = { userExternalId: z.string(), expiresAt: time };

export const EVENT_DATA: Readonly<Record<EventType, z.ZodType<Readonly<Record<string, unknown>>>>> = {
  'TRANSACTION.CREATED': z.strictObject({ ...created, ...member }),
  'TRANSACTION.COMPLETED': completed,
  'TRANSACTION.CANCELLED': cancelled,
  'TRANSACTION.FAILED': z.strictObject({
    ...session,
    status: z.literal('FAILED'),
    reason: z.literal('FINALIZATION_FAILED'),
    detail: z.string().min(1),
    failedAt: time,
  }),
  'TRANSACTION.EXPIRED': expired,
  'TRANSACTION.FALLBACK': z.strictObject({
    ...session,
    profile: z.literal('BIOMETRIC_SERPRO_AUTO_FALLBACK'),
    fromStep: z.literal('SERPRO_IDENTITY_CHECK'),
    toStep: z.literal('DOCUMENT_PHOTO_MATCH'),
    reason: z.literal('identity-unavailable'),
    fallbackAt: time,
  }),
  'TRANSACTION.DEADLINE_APPROACHING': z.strictObject({
    ...session,
    status: z.literal('ACTIVE'),
    deadline: time,
    businessDaysLeft: z.number().max(2),
  }),
  'STEP.PURPOSE_DISCLOSURE_SENT': z.strictObject({
    ...session,
    stepId: id('stp'),
    notificationChannel: z.string(),
    disclosureVersion: z.string(),
    disclosureTextHash: hash,
    sentAt: time,
  }),
  'SIGNING_SESSION.CREATED': z.strictObject(created),
  'SIGNING_SESSION.COMPLETED': completed,
  'SIGNING_SESSION.CANCELLED': cancelled,
  'SIGNING_SESSION.EXPIRED': expired,
  'ENVELOPE.CREATED': z.strictObject({
    ...envelope,
    status: z.literal('CREATED'),
    documentHash: hash,
    expiresAt: time,
  }),
  'ENVELOPE.ALL_SIGNED': z.strictObject({
    ...envelope,
    status: z.literal('COMPLETED'),
    completedAt: time,
    sessions: z.array(signed).length(2),
  }),
  'ENVELOPE.CANCELLED': z.strictObject({
    ...envelope,
    status: z.literal('CANCELLED'),
    cancelledAt: time,
    cancelledCount: z.literal(1),
    preservedSignedCount: z.literal(0),
    reason: z.string(),
  }),
  'ENVELOPE.EXPIRED': z.strictObject({ ...envelope, status: z.literal('EXPIRED'), expiredAt: time }),
  'ENROLLMENT.EXPIRING': z.strictObject({ ...enrollment, daysUntilExpiry: z.literal([30, 7]) }),
  'ENROLLMENT.EXPIRED': z.strictObject(enrollment),
  'QUOTA.WARNING': z.strictObject({
    dimension: z.enum(QUOTA_DIMENSIONS),
    used: z.literal(2),
    limit: z.literal(2),
    percentUsed: z.literal(100),
    threshold: z.literal(80),
    period: z.string().regex(/^\d{4}-\d{2}$/),
    resetInSeconds: z.number().positive(),
  }),
  'API.DEPRECATION_NOTICE': z.strictObject({
    endpoint: z.string(),
    method: z.literal('POST'),
    path: z.string(),
    deprecatedAt: time,
    sunsetAt: time,
    replacement: z.string(),
    message: z.string(),
  }),
};
