/** The source of every time in the service. */
export interface Clock {
  now(): Date;
}

/** The true time, by this machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The time zone of deadlines and of those who read messages. It has had no daylight saving time since 2019. */
export const TIME_ZONE = 'America/Sao_Paulo';
