import { HOUR_MS } from '../domain/clock.ts';

/** Minimum time between two codes of a session. */
const RESEND_PAUSE_MS = 30_000;
const SENDS_PER_SESSION = 5;
/** Across all sessions of a tenant, so that nobody can flood a phone by opening many. */
const SENDS_PER_DESTINATION = 10;
/** Across all tenants: so many that one of them alone can't keep the others' signers from their codes. */
const SENDS_FROM_ALL = 30;

/** Times of the codes sent in the last hour, oldest first. */
export interface RecentSends {
  readonly inSession: readonly Date[];
  /** Of the tenant. */
  readonly toDestination: readonly Date[];
  /** Of all tenants. */
  readonly fromAll: readonly Date[];
  /** Whether the session's last code could not be delivered: no pause is needed then, but it still counts. */
  readonly lastFailed: boolean;
}

/** When another code may be sent, and what it has to wait for. */
export interface NextSend {
  readonly at: Date;
  /** A sentence for the integrator. */
  readonly reason: string;
}

const REASONS = {
  pause: 'A code was sent less than 30 seconds ago.',
  session: `The session has had ${SENDS_PER_SESSION} codes within an hour.`,
  destination: `The address or number has had ${SENDS_PER_DESTINATION} codes within an hour, in all sessions together.`,
  all: `The address or number has had ${SENDS_FROM_ALL} codes within an hour.`,
} as const;

/** The time from which one more send stays within `most` per hour. */
function nextWithin(sent: readonly Date[], most: number): number {
  const blocking = sent.at(-most);
  return sent.length < most || blocking === undefined ? 0 : blocking.getTime() + HOUR_MS;
}

/** The earliest time at which another code may be sent, in the past if it may be sent now, and which limit that is. */
export function nextSend({ inSession, toDestination, fromAll, lastFailed }: RecentSends): NextSend {
  const last = inSession.at(-1);
  const times = {
    all: nextWithin(fromAll, SENDS_FROM_ALL),
    destination: nextWithin(toDestination, SENDS_PER_DESTINATION),
    session: nextWithin(inSession, SENDS_PER_SESSION),
    pause: last === undefined || lastFailed ? 0 : last.getTime() + RESEND_PAUSE_MS,
  };
  const latest = Math.max(...Object.values(times));
  const [limit = 'pause'] = (['all', 'destination', 'session'] as const).filter(
    name => times[name] === latest,
  );
  return { at: new Date(latest), reason: REASONS[limit] };
}

/** One hour before `now`. */
export function anHourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}
