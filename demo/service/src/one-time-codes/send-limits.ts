const HOUR_MS = 3_600_000;

/** Between two codes of a session. */
export const RESEND_PAUSE_MS = 30_000;
export const SENDS_PER_SESSION = 5;
/** Across sessions: nobody's phone is made to ring by opening many of them. */
export const SENDS_PER_DESTINATION = 10;

/** When codes were sent in the last hour, oldest first. */
export interface SentLately {
  readonly inSession: readonly Date[];
  readonly toDestination: readonly Date[];
  /** The session's last one reached nobody: there is nothing to wait for. It counts nonetheless. */
  readonly lastFailed: boolean;
}

/** From when on only `most` are left within the hour, one more included. */
function roomAfter(sent: readonly Date[], most: number): number {
  const blocking = sent.at(-most);
  return sent.length < most || blocking === undefined ? 0 : blocking.getTime() + HOUR_MS;
}

/** The earliest time at which another code may be sent; a time in the past when it may be at once. */
export function nextSendAt({ inSession, toDestination, lastFailed }: SentLately): Date {
  const last = inSession.at(-1);
  const pause = last === undefined || lastFailed ? 0 : last.getTime() + RESEND_PAUSE_MS;
  const session = roomAfter(inSession, SENDS_PER_SESSION);
  const destination = roomAfter(toDestination, SENDS_PER_DESTINATION);
  return new Date(Math.max(pause, session, destination));
}

/** The start of the hour that counts. */
export function lately(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}
