import type { EventType, ServiceEvent } from '../outbox/outbox.ts';
import type { Session } from './session.ts';

function eventOf(session: Session, type: EventType, at: Date, data: Record<string, unknown>): ServiceEvent {
  const { tenantId, transactionId, sessionId, request } = session;
  const metadata = request.metadata === undefined ? {} : { metadata: request.metadata };
  return { type, tenantId, transactionId, at, data: { sessionId, transactionId, ...data, ...metadata } };
}

/** The signer as events name them (service interface, "data per type"). */
function signerOf(session: Session): { name: string; userExternalId?: string } {
  const { name, userExternalId } = session.request.signer;
  return { name, ...(userExternalId === undefined ? {} : { userExternalId }) };
}

export function createdEvent(session: Session): ServiceEvent {
  return eventOf(session, 'SIGNING_SESSION.CREATED', session.createdAt, {
    status: 'ACTIVE',
    profile: session.profile,
    expiresAt: session.expiresAt.toISOString(),
  });
}

/** Completion is told twice: for the transaction and for the signing session. */
export function completedEvents(session: Session, evidenceId: string, at: Date): ServiceEvent[] {
  const data = {
    status: 'COMPLETED',
    evidenceId,
    signer: signerOf(session),
    completedAt: at.toISOString(),
  };
  return [
    eventOf(session, 'TRANSACTION.COMPLETED', at, data),
    eventOf(session, 'SIGNING_SESSION.COMPLETED', at, data),
  ];
}

export function cancelledEvent(
  session: Session,
  by: 'integrator' | 'signer',
  reason: string | undefined,
  at: Date,
): ServiceEvent {
  return eventOf(session, 'SIGNING_SESSION.CANCELLED', at, {
    status: 'CANCELLED',
    cancelledBy: by,
    cancelledAt: at.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  });
}

export function expiredEvent(session: Session, at: Date): ServiceEvent {
  return eventOf(session, 'SIGNING_SESSION.EXPIRED', at, {
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
