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

const ZONE_OFFSET = '-03:00';

/** Day and month of Brazil's national holidays (Laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023). */
const FIXED_HOLIDAYS: readonly string[] = [
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '11-20',
  '12-25',
];

/**
 * Days relative to Easter on which banks are closed: Carnival, Good Friday, Corpus Christi (CMN Resolution 4.880).
 */
const MOVABLE_HOLIDAYS: readonly number[] = [-48, -47, -2, 60];

/** A calendar day, as midnight UTC of that date, so that days are always 24 hours apart. */
type Day = Date;

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });

function dayOf(time: Date): Day {
  return new Date(`${dayFormat.format(time)}T00:00:00Z`);
}

const addDays = (day: Day, days: number): Day => new Date(day.getTime() + days * DAY_MS);

/** Easter Sunday in the Gregorian calendar (the anonymous algorithm of 1876, as Meeus gives it). */
export function easterOf(year: number): Day {
  const century = Math.floor(year / 100);
  const skipped = Math.floor((8 * century + 13) / 25);
  const epact = (19 * (year % 19) + century - Math.floor(century / 4) - skipped + 15) % 30;
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - (year % 19)) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(new Date(Date.UTC(year, 2, 28)), moon - weekday);
}

function isHoliday(day: Day): boolean {
  if (FIXED_HOLIDAYS.includes(day.toISOString().slice(5, 10))) return true;
  const fromEaster = (day.getTime() - easterOf(day.getUTCFullYear()).getTime()) / DAY_MS;
  return MOVABLE_HOLIDAYS.includes(fromEaster);
}

const isBusinessDay = (day: Day): boolean =>
  day.getUTCDay() !== 0 && day.getUTCDay() !== 6 && !isHoliday(day);

/** The number of business days after today, up to and including the deadline's day. */
export function businessDaysLeft(now: Date, deadline: Date): number {
  const last = dayOf(deadline);
  let left = 0;
  for (let day = addDays(dayOf(now), 1); day <= last; day = addDays(day, 1))
    if (isBusinessDay(day)) left += 1;
  return left;
}

/** The latest time at which a deadline has at most this number of business days left. */
export function latestWithin(now: Date, businessDays: number): Date {
  let day = dayOf(now);
  for (let left = businessDays + 1; left > 0; left -= isBusinessDay(day) ? 1 : 0) day = addDays(day, 1);
  // Midnight of the first day that has one business day more.
  return new Date(`${day.toISOString().slice(0, 10)}T00:00:00${ZONE_OFFSET}`);
}
