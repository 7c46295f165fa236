import type { EventType } from '../outbox/event-types.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import type { Membership, Session } from '../domain/session.ts';
import type { Step, StepError, StepType } from '../domain/step.ts';

/** What every event says of its session, and what can be told of one that can otherwise no longer be read. */
export interface EventSubject extends Pick<Session, 'sessionId' | 'transactionId' | 'kind' | 'expiresAt'> {
  readonly tenant: Pick<Session['tenant'], 'tenantId'>;
  readonly request: Pick<Session['request'], 'metadata'>;
  readonly envelope: Pick<Membership, 'envelopeId' | 'signerIndex'> | undefined;
}

function eventOf(
  session: EventSubject,
  type: EventType,
  at: Date,
  data: Record<string, unknown>,
): ServiceEvent {
  const { tenant, transactionId, sessionId, request, envelope } = session;
  const member = envelope && { envelopeId: envelope.envelopeId, signerIndex: envelope.signerIndex };
  const metadata = request.metadata === undefined ? {} : { metadata: request.metadata };
  return {
    type,
    tenantId: tenant.tenantId,
    transactionId,
    at,
    data: { sessionId, transactionId, ...member, ...data, ...metadata },
  };
}

/** The signer as events name them (service interface, "data per type"). */
function signerOf(session: Session): { name: string; userExternalId?: string } {
  const { name, userExternalId } = session.request.signer;
  return { name, ...(userExternalId === undefined ? {} : { userExternalId }) };
}

/** Nothing for trust sessions: the interface has no event for their creation. What has no page of its own is a transaction. */
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

/** The completion of a signing session is told twice: for the transaction and for the session. */
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

/** @param detail a diagnostic without the signer's data */
export function failedEvent(session: Session, detail: string, at: Date): ServiceEvent {
  return eventOf(session, 'TRANSACTION.FAILED', at, {
    status: 'FAILED',
    reason: 'FINALIZATION_FAILED',
    detail,
    failedAt: at.toISOString(),
  });
}

/** Little time is left (NT65). */
export function deadlineEvent(session: Session, daysLeft: number, at: Date): ServiceEvent {
  return eventOf(session, 'TRANSACTION.DEADLINE_APPROACHING', at, {
    status: session.status,
    deadline: session.expiresAt.toISOString(),
    businessDaysLeft: daysLeft,
  });
}

/** The notice of what the signer's data is used for was given (NT65). */
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

/** A check that did not pass, or had no answer, gave way to another step. */
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
