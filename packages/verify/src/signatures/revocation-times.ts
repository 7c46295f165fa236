/** Clocks differ: what says that it begins in a minute is taken. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** From when to when a list or a responder's answer holds. */
interface Term {
  readonly thisUpdate: Date;
  /** Without one it is over at once (RFC 5280, 5.1.2.5), or, of an answer, after five minutes. */
  readonly nextUpdate: Date | undefined;
}

/** What is known of time where a list or an answer is to be judged. */
export interface KnownTimes {
  readonly now: Date;
  /** When the signature was certainly there, as a timestamp proves. Only for data that the document itself carries. */
  readonly existedAt?: Date | undefined;
  /** When the data was certainly there, as a document timestamp proves that covers it. */
  readonly provenAt?: Date | undefined;
}

/**
 * The time at which a list or an answer tells of a signature; undefined where it doesn't:
 * now, if it still holds; when a document timestamp covered it together with the signature, if it held then; and now, if it
 * was made after the signature was there, since the certificate was good for longer than it was needed
 * (EN 319 102-1, 5.6.2.2).
 * @param issuerEnds after that, nobody knows when its key has signed, unless a timestamp proves it
 */
export function judgedAt(
  term: Term,
  { now, existedAt, provenAt }: KnownTimes,
  issuerEnds: Date,
): Date | undefined {
  if (holdsAt(term, now)) return now;
  if (existedAt === undefined || !hasBegun(term, now)) return undefined;
  if (provenAt !== undefined && provenAt >= existedAt && holdsAt(term, provenAt)) return provenAt;
  return term.thisUpdate >= existedAt && now <= issuerEnds ? now : undefined;
}

/**
 * Whether a list or an answer that does not call a certificate revoked means that it is good: authorities forget
 * certificates once they are over, unless they say that they keep them (RFC 5280, 3.3; RFC 6960, 4.4.4).
 * @param keptSince those that ended later are kept
 */
export function remembers(thisUpdate: Date, keptSince: Date | undefined, notAfter: Date): boolean {
  return thisUpdate <= notAfter || (keptSince !== undefined && keptSince <= notAfter);
}

function holdsAt(term: Term, at: Date): boolean {
  return hasBegun(term, at) && term.nextUpdate !== undefined && at <= term.nextUpdate;
}

function hasBegun({ thisUpdate }: Term, at: Date): boolean {
  return thisUpdate.getTime() - CLOCK_SKEW_MS <= at.getTime();
}

/** Until when an answer counts that states no next update. */
export function briefly(thisUpdate: Date): Date {
  return new Date(thisUpdate.getTime() + CLOCK_SKEW_MS);
}
