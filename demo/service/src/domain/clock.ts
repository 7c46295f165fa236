/** What every time in the service is read from. */
export interface Clock {
  now(): Date;
}

/** The true time, as far as this machine knows it. */
export const systemClock: Clock = { now: () => new Date() };
