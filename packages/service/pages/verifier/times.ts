import type { Locale } from '../../../../src/index.ts';

/** `en` puts the month first and uses a 12-hour clock. */
const FORMAT_LOCALE: Readonly<Record<Locale, string>> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es' };

/**
 * A time in the reader's time zone and in UTC: `23 de nov. de 2026, 14:03 BRT (17:03 UTC)`.
 * @param timeZone the reader's, unless given
 */
export function readableTime(iso: string | Date, locale: Locale, timeZone?: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return String(iso);
  const local = dateAndTime(time, locale, timeZone);
  const utc = dateAndTime(time, locale, 'UTC');
  if (local.date === utc.date && local.hour === utc.hour) return `${utc.date}, ${utc.hour} UTC`;
  const beside = local.date === utc.date ? utc.hour : `${utc.date}, ${utc.hour}`;
  return `${local.date}, ${local.hour} ${zoneOf(time, locale, timeZone)} (${beside} UTC)`;
}

/** The time of day in the reader's time zone; with the date if `reference` is on another day. */
export function timeOfDay(iso: string, reference: string, locale: Locale): string {
  const [one, other] = [iso, reference].map(text => dateAndTime(new Date(text), locale));
  if (one === undefined) return '';
  return one.date === other?.date ? one.hour : `${one.date}, ${one.hour}`;
}

function dateAndTime(time: Date, locale: Locale, timeZone?: string): { date: string; hour: string } {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(FORMAT_LOCALE[locale], { ...options, ...zone }).format(time);
  return { date: format({ dateStyle: 'medium' }), hour: format({ timeStyle: 'short' }) };
}

function zoneOf(time: Date, locale: Locale, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const parts = new Intl.DateTimeFormat(FORMAT_LOCALE[locale], { timeZoneName: 'short', ...zone });
  return parts.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
