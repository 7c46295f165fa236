import type { ServiceEvent } from '../outbox/outbox.ts';
import { deadlineEvent } from './session-events.ts';
import type { Session } from '../domain/session.ts';
import { businessDaysLeft, latestWithin } from '../domain/business-days.ts';

/** Business days before the deadline (service interface, "Events": TRANSACTION.DEADLINE_APPROACHING). */
const WARNING_DAYS = 2;

/** The time up to which a deadline is near enough to warn of. */
export const warnedUpTo = (now: Date): Date => latestWithin(now, WARNING_DAYS);

/** What tells the integrator that little time is left, of a session that this is told of. */
export function deadlineWarning(session: Session, now: Date): ServiceEvent {
  return deadlineEvent(session, businessDaysLeft(now, session.expiresAt), now);
}

/**
 * The same for a session that is being created: most live for an hour, and none of signing for more than a day, so
 * that their end is near from the first moment. Told with their creation, they need not be found and written again.
 * @returns `undefined` where there is more time, or where nothing sets a deadline
 */
export function warningAtOnce(session: Session): ServiceEvent | undefined {
  const { steps, expiresAt, createdAt } = session;
  if (!steps.some(({ type }) => type === 'PURPOSE_DISCLOSURE')) return undefined;
  return expiresAt < warnedUpTo(createdAt) ? deadlineWarning(session, createdAt) : undefined;
}
