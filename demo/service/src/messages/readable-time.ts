import type { Locale } from '../domain/locales.ts';

/** The zone that the service's users live in; a message cannot ask its reader's device. */
const TIME_ZONE = 'America/Sao_Paulo';

/** A date and time as people of that language write it, with its zone. */
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

/** A time of day as people of that language write it, with its zone, for what is over within the hour. */
export function readableHour(time: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONE,
    timeZoneName: 'short',
  }).format(time);
}
