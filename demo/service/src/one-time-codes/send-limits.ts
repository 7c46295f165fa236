const HOUR_MS = 3_600_000;

/** Minimum time between two codes of a session. */
export const RESEND_PAUSE_MS = 30_000;
export const SENDS_PER_SESSION = 5;
/** Across all sessions, so that nobody can flood a phone by opening many. */
export const SENDS_PER_DESTINATION = 10;

/** Times of the codes sent in the last hour, oldest first. */
export interface SentLately {
  readonly inSession: readonly Date[];
  readonly toDestination: readonly Date[];
  /** Whether the session's last code could not be delivered: no pause is needed then, but it still counts. */
  readonly lastFailed: boolean;
}

/** The time from which one more send stays within `most` per hour. */
function roomAfter(sent: readonly Date[], most: number): number {
  const blocking = sent.at(-most);
  return sent.length < most || blocking === undefined ? 0 : blocking.getTime() + HOUR_MS;
}

/** The earliest time at which another code may be sent; in the past if it may be sent now. */
export function nextSendAt({ inSession, toDestination, lastFailed }: SentLately): Date {
  const last = inSession.at(-1);
  const pause = last === undefined || lastFailed ? 0 : last.getTime() + RESEND_PAUSE_MS;
  const session = roomAfter(inSession, SENDS_PER_SESSION);
  const destination = roomAfter(toDestination, SENDS_PER_DESTINATION);
  return new Date(Math.max(pause, session, destination));
}

/** One hour before `now`. */
export function lately(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}
