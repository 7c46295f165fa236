import type { ServiceEvent } from '../outbox/outbox.ts';
import { deadlineEvent } from './session-events.ts';
import type { Session } from '../domain/session.ts';
import { businessDaysLeft, latestWithin } from '../domain/business-days.ts';

/** Business days before the deadline (service interface, "Events": TRANSACTION.DEADLINE_APPROACHING). */
const WARNING_DAYS = 2;

/** Deadlines before this time are close enough for a warning. */
export const warnedUpTo = (now: Date): Date => latestWithin(now, WARNING_DAYS);

/** Whether NT65 sets a deadline: the session's expiry, of a session with a notice of purpose. */
export const hasDeadline = ({ steps }: Session): boolean =>
  steps.some(({ type }) => type === 'PURPOSE_DISCLOSURE');

/** The event that warns the integrator of a session's deadline. */
export function deadlineWarning(session: Session, now: Date): ServiceEvent {
  return deadlineEvent(session, businessDaysLeft(now, session.expiresAt), now);
}

/**
 * The warning for a session that is being created. Most sessions live for an hour, and signing sessions for a day
 * at most, so they are due for a warning at once. Emitting it with the creation saves a search and an update later.
 * @returns `undefined` when there is more time, or no deadline
 */
export function warningAtOnce(session: Session): ServiceEvent | undefined {
  const { expiresAt, createdAt } = session;
  if (!hasDeadline(session)) return undefined;
  return expiresAt < warnedUpTo(createdAt) ? deadlineWarning(session, createdAt) : undefined;
}
