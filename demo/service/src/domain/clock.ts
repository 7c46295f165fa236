/** The source of every time in the service. */
export interface Clock {
  now(): Date;
}

/** The true time, by this machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
