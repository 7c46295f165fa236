import type { EventType } from '../../outbox/event-types.ts';
import { DOCUMENT_HASH, IDS, TIMES } from './values.ts';

type Data = Readonly<Record<string, unknown>>;

const metadata = { order: '7' };
const session = { sessionId: IDS.session, transactionId: IDS.transaction, metadata };
const created = { ...session, status: 'ACTIVE', profile: 'CLICK_ONLY', expiresAt: TIMES.expires };
const completed = {
  ...session,
  status: 'COMPLETED',
  evidenceId: IDS.evidence,
  signer: { name: 'Maria da Silva', userExternalId: 'user-7' },
  completedAt: TIMES.completed,
};
const cancelled = {
  ...session,
  status: 'CANCELLED',
  cancelledBy: 'integrator',
  cancelledAt: TIMES.completed,
  reason: 'No longer needed',
};
const expired = { ...session, status: 'EXPIRED', expiredAt: TIMES.expires };
const envelope = { envelopeId: IDS.envelope, signingMode: 'PARALLEL', totalSigners: 2, metadata };
const enrollment = { userExternalId: 'user-7', expiresAt: '2027-11-20T15:04:41.120Z' };

/** Example of `data` for each event type. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, Data>> = {
  'TRANSACTION.CREATED': { ...created, envelopeId: IDS.envelope, signerIndex: 1 },
  'TRANSACTION.COMPLETED': completed,
  'TRANSACTION.CANCELLED': cancelled,
  'TRANSACTION.FAILED': {
    ...session,
    status: 'FAILED',
    reason: 'FINALIZATION_FAILED',
    detail: 'The evidence could not be sealed.',
    failedAt: TIMES.completed,
  },
  'TRANSACTION.EXPIRED': expired,
  'TRANSACTION.FALLBACK': {
    ...session,
    profile: 'BIOMETRIC_SERPRO_AUTO_FALLBACK',
    fromStep: 'SERPRO_IDENTITY_CHECK',
    toStep: 'DOCUMENT_PHOTO_MATCH',
    reason: 'identity-unavailable',
    fallbackAt: TIMES.completed,
  },
  'TRANSACTION.DEADLINE_APPROACHING': {
    ...session,
    status: 'ACTIVE',
    deadline: '2026-11-24T14:58:03.500Z',
    businessDaysLeft: 2,
  },
  'STEP.PURPOSE_DISCLOSURE_SENT': {
    ...session,
    stepId: IDS.step,
    notificationChannel: 'hosted_page',
    disclosureVersion: '2026-11',
    disclosureTextHash: DOCUMENT_HASH,
    sentAt: TIMES.created,
  },
  'SIGNING_SESSION.CREATED': created,
  'SIGNING_SESSION.COMPLETED': completed,
  'SIGNING_SESSION.CANCELLED': cancelled,
  'SIGNING_SESSION.EXPIRED': expired,
  'ENVELOPE.CREATED': {
    ...envelope,
    status: 'CREATED',
    documentHash: DOCUMENT_HASH,
    expiresAt: TIMES.nextDay,
  },
  'ENVELOPE.ALL_SIGNED': {
    ...envelope,
    status: 'COMPLETED',
    completedAt: TIMES.completed,
    sessions: [
      {
        sessionId: IDS.session,
        transactionId: IDS.transaction,
        signerIndex: 1,
        evidenceId: IDS.evidence,
      },
      {
        sessionId: 'ss_0D2F4G6H8J1K3Z5X7C9V0B2N4M',
        transactionId: IDS.otherTransaction,
        signerIndex: 2,
        evidenceId: 'ev_1S3D5F7G9H0J2K4Z6X8C1V3B5N',
      },
    ],
  },
  'ENVELOPE.CANCELLED': {
    ...envelope,
    status: 'CANCELLED',
    cancelledAt: TIMES.completed,
    cancelledCount: 1,
    preservedSignedCount: 0,
    reason: 'No longer needed',
  },
  'ENVELOPE.EXPIRED': { ...envelope, status: 'EXPIRED', expiredAt: TIMES.nextDay },
  'ENROLLMENT.EXPIRING': { ...enrollment, daysUntilExpiry: 30 },
  'ENROLLMENT.EXPIRED': enrollment,
  'QUOTA.WARNING': {
    dimension: 'monthlyTrustSessions',
    used: 2,
    limit: 2,
    percentUsed: 100,
    threshold: 80,
    period: '2026-11',
    resetInSeconds: 896_516,
  },
  'API.DEPRECATION_NOTICE': {
    endpoint: 'POST /admin/tenants/{id}/mode',
    method: 'POST',
    path: '/admin/tenants/{id}/mode',
    deprecatedAt: '2025-09-01T00:00:00.000Z',
    sunsetAt: '2026-09-01T00:00:00.000Z',
    replacement: 'POST /admin/tenants/{id}/credentials',
    message: 'Credentials belong to an environment: name the mode when they are made.',
  },
};
