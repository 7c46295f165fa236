/**
 * Times for people: in messages, on the evidence page and by the verifier. All are in one time zone, by its name, so that
 * whoever compares an e-mail with the evidence reads the same hour in both.
 */
import { TIME_ZONE } from './clock.ts';
import type { Locale } from './locales.ts';

/** Plain `en` would put the month first and use the 12-hour clock. */
const FORMAT_LOCALE: Record<Locale, string> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es' };

/** Abbreviations such as BRT are not known to most readers. */
const ZONE_NAME: Record<Locale, string> = {
  'pt-BR': 'horário de Brasília',
  en: 'Brasília time',
  es: 'hora de Brasilia',
};

/** Cached, because creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(time: Date, locale: Locale | 'offset', options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([locale, options]);
  const language = locale === 'offset' ? 'en' : FORMAT_LOCALE[locale];
  const found = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, ...options });
  formats.set(key, found);
  if (locale !== 'offset') return found.format(time);
  return found.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The name of the time zone: `horário de Brasília` */
export const zoneName = (locale: Locale): string => ZONE_NAME[locale];

/** `23 de novembro de 2026 às 14:03 (horário de Brasília)` */
export function readableTime(time: Date, locale: Locale): string {
  return `${format(time, locale, { dateStyle: 'long', timeStyle: 'short' })} (${ZONE_NAME[locale]})`;
}

/** A time of day for what expires within the hour: `14:03 (horário de Brasília)` */
export function readableHour(time: Date, locale: Locale): string {
  return `${hourOf(time, locale)} (${ZONE_NAME[locale]})`;
}

/** To the second, with the zone's offset: `20 de novembro de 2026 às 11:58:03 (horário de Brasília, GMT-3)` */
export function exactTime(time: Date, locale: Locale): string {
  const text = format(time, locale, { dateStyle: 'long', timeStyle: 'medium' });
  return `${text} (${ZONE_NAME[locale]}, ${format(time, 'offset', { timeZoneName: 'shortOffset' })})`;
}

/** For a column of times: `20/11 11:58:03` */
export function columnTime(time: Date, locale: Locale): string {
  const date = format(time, locale, { day: '2-digit', month: '2-digit' });
  return `${date} ${format(time, locale, { timeStyle: 'medium' })}`;
}

/** With UTC beside it: `23 de nov. de 2026, 14:03 (horário de Brasília; 17:03 UTC)`. What is no time is left as it is. */
export function timeWithUtc(at: Date | string, locale: Locale): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at);
  const date = dateOf(time, locale);
  const utcDate = format(time, locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const utcHour = format(time, locale, { timeStyle: 'short', timeZone: 'UTC' });
  const utc = utcDate === date ? utcHour : `${utcDate}, ${utcHour}`;
  return `${date}, ${hourOf(time, locale)} (${ZONE_NAME[locale]}; ${utc} UTC)`;
}

/** The time of day; with the date if `reference` is on another day. What is no time is left as it is. */
export function timeBeside(at: string, reference: string, locale: Locale): string {
  const [time, other] = [new Date(at), new Date(reference)];
  if (Number.isNaN(time.getTime()) || Number.isNaN(other.getTime())) return at;
  const date = dateOf(time, locale);
  const hour = hourOf(time, locale);
  return date === dateOf(other, locale) ? hour : `${date}, ${hour}`;
}

const dateOf = (time: Date, locale: Locale): string => format(time, locale, { dateStyle: 'medium' });
const hourOf = (time: Date, locale: Locale): string => format(time, locale, { timeStyle: 'short' });
