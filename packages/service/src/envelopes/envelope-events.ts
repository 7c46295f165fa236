import type { EventType } from '../../event-types.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import type { Envelope, Member } from '../domain/envelope.ts';

/** Envelope events belong to no single transaction, so they carry no transaction id. */
function eventOf(envelope: Envelope, type: EventType, at: Date, data: Record<string, unknown>): ServiceEvent {
  const { envelopeId, tenantId, signingMode, totalSigners, request } = envelope;
  const metadata = request.metadata === undefined ? {} : { metadata: request.metadata };
  return { type, tenantId, at, data: { envelopeId, signingMode, totalSigners, ...data, ...metadata } };
}

export function envelopeCreatedEvent(envelope: Envelope): ServiceEvent {
  const { createdAt, expiresAt, document } = envelope;
  const data = { status: 'CREATED', documentHash: document.hash, expiresAt: expiresAt.toISOString() };
  return eventOf(envelope, 'ENVELOPE.CREATED', createdAt, data);
}

export function allSignedEvent(envelope: Envelope, members: readonly Member[], at: Date): ServiceEvent {
  const sessions = members.map(({ sessionId, transactionId, signerIndex, evidenceId }) => {
    return { sessionId, transactionId, signerIndex, evidenceId };
  });
  const data = { status: 'COMPLETED', completedAt: at.toISOString(), sessions };
  return eventOf(envelope, 'ENVELOPE.ALL_SIGNED', at, data);
}

export function envelopeCancelledEvent(
  envelope: Envelope,
  counts: { readonly cancelledCount: number; readonly preservedSignedCount: number },
  reason: string | undefined,
  at: Date,
): ServiceEvent {
  const data = { status: 'CANCELLED', cancelledAt: at.toISOString(), ...counts };
  return eventOf(envelope, 'ENVELOPE.CANCELLED', at, reason === undefined ? data : { ...data, reason });
}

export function envelopeExpiredEvent(envelope: Envelope, at: Date): ServiceEvent {
  const data = { status: 'EXPIRED', expiredAt: envelope.expiresAt.toISOString() };
  return eventOf(envelope, 'ENVELOPE.EXPIRED', at, data);
}
