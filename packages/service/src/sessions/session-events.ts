import type { StepError, StepType } from '@sign-session/session-rules';
import type { EventType } from '../../event-types.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import type { Batch, Membership, Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';

/**
 * The session data that every event carries. It is kept apart so that an event can also be made for a session that
 * can no longer be read.
 */
export interface EventSubject extends Pick<Session, 'sessionId' | 'transactionId' | 'kind' | 'expiresAt'> {
  readonly tenant: Pick<Session['tenant'], 'tenantId'>;
  readonly request: Pick<Session['request'], 'metadata'>;
  readonly envelope: Pick<Membership, 'envelopeId' | 'signerIndex'> | undefined;
  readonly batch?: Pick<Batch, 'batchId' | 'total'> | undefined;
}

function eventOf(
  session: EventSubject,
  type: EventType,
  at: Date,
  data: Record<string, unknown>,
): ServiceEvent {
  const { tenant, transactionId, sessionId, request, envelope, batch } = session;
  const member = envelope && { envelopeId: envelope.envelopeId, signerIndex: envelope.signerIndex };
  const ofBatch = batch && { batchId: batch.batchId, documentCount: batch.total };
  const metadata = request.metadata === undefined ? {} : { metadata: request.metadata };
  return {
    type,
    tenantId: tenant.tenantId,
    transactionId,
    at,
    data: { sessionId, transactionId, ...member, ...ofBatch, ...data, ...metadata },
  };
}

/** The signer as named in events (service interface, "data per type"). */
function signerOf(session: Session): { name: string; userExternalId?: string } {
  const { name, userExternalId } = session.request.signer;
  return { name, ...(userExternalId === undefined ? {} : { userExternalId }) };
}

/**
 * Returns nothing for trust sessions: the interface has no event for their creation. A session without a page of
 * its own counts as a transaction.
 */
export function createdEvents(session: Session): ServiceEvent[] {
  if (session.kind === 'trust') return [];
  const data = {
    status: 'ACTIVE',
    profile: session.profile,
    expiresAt: session.expiresAt.toISOString(),
  };
  const type = session.kind === 'signing' ? 'SIGNING_SESSION.CREATED' : 'TRANSACTION.CREATED';
  return [eventOf(session, type, session.createdAt, data)];
}

/** Two events complete a signing session: one for the transaction, one for the session. */
export function completedEvents(session: Session, evidenceId: string, at: Date): ServiceEvent[] {
  const data = {
    status: 'COMPLETED',
    evidenceId,
    signer: signerOf(session),
    completedAt: at.toISOString(),
  };
  const completed = eventOf(session, 'TRANSACTION.COMPLETED', at, data);
  if (session.kind !== 'signing') return [completed];
  return [completed, eventOf(session, 'SIGNING_SESSION.COMPLETED', at, data)];
}

export function cancelledEvent(
  session: EventSubject,
  by: 'integrator' | 'signer',
  reason: string | undefined,
  at: Date,
): ServiceEvent {
  const type = session.kind === 'signing' ? 'SIGNING_SESSION.CANCELLED' : 'TRANSACTION.CANCELLED';
  return eventOf(session, type, at, {
    status: 'CANCELLED',
    cancelledBy: by,
    cancelledAt: at.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  });
}

export function expiredEvent(session: EventSubject, at: Date): ServiceEvent {
  const type = session.kind === 'signing' ? 'SIGNING_SESSION.EXPIRED' : 'TRANSACTION.EXPIRED';
  return eventOf(session, type, at, {
    status: 'EXPIRED',
    expiredAt: session.expiresAt.toISOString(),
  });
}

/** @param detail a diagnostic message without the signer's data */
export function failedEvent(session: Session, detail: string, at: Date): ServiceEvent {
  return eventOf(session, 'TRANSACTION.FAILED', at, {
    status: 'FAILED',
    reason: 'FINALIZATION_FAILED',
    detail,
    failedAt: at.toISOString(),
  });
}

/** The deadline is close (NT65). */
export function deadlineEvent(session: Session, daysLeft: number, at: Date): ServiceEvent {
  return eventOf(session, 'TRANSACTION.DEADLINE_APPROACHING', at, {
    status: session.status,
    deadline: session.expiresAt.toISOString(),
    businessDaysLeft: daysLeft,
  });
}

/** The signer was shown the notice of purpose (NT65). */
export function disclosureSentEvent(session: Session, step: Step, channel: string, at: Date): ServiceEvent {
  const { version, textHash } = disclosureIn(session.locale);
  return eventOf(session, 'STEP.PURPOSE_DISCLOSURE_SENT', at, {
    stepId: step.stepId,
    notificationChannel: channel,
    disclosureVersion: version,
    disclosureTextHash: textHash,
    sentAt: at.toISOString(),
  });
}

/** A check failed or could not be made, and another step replaces it. */
export function fallbackEvent(
  session: Session,
  { from, to, reason }: { from: StepType; to: StepType; reason: StepError },
  at: Date,
): ServiceEvent {
  return eventOf(session, 'TRANSACTION.FALLBACK', at, {
    profile: session.profile,
    fromStep: from,
    toStep: to,
    reason,
    fallbackAt: at.toISOString(),
  });
}
