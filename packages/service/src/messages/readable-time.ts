import { TIME_ZONE } from '../domain/clock.ts';
import type { Locale } from '../domain/locales.ts';

/** Formats a date and time in the language, with its zone. */
export function readableTime(time: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONE,
    timeZoneName: 'short',
  }).format(time);
}

/** Formats a time of day in the language, with its zone, for what expires within the hour. */
export function readableHour(time: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONE,
    timeZoneName: 'short',
  }).format(time);
}
