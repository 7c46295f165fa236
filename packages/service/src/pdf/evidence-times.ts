import type { Locale } from '../domain/locales.ts';

/** Plain `en` would put the month first and use the 12-hour clock. */
const FORMAT_LOCALE: Record<Locale, string> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es' };

/** The time zone of a language's readers; languages without an entry are read in several, so they get UTC. */
const ZONE: Partial<Record<Locale, { readonly id: string; readonly name: string }>> = {
  'pt-BR': { id: 'America/Sao_Paulo', name: 'horário de Brasília' },
};

/** Cached, because creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The name of local time in this language, if the page shows it. */
export function zoneName(locale: Locale): string | undefined {
  return ZONE[locale]?.name;
}

/** Date and time in full, with the zone: `20 de novembro de 2026 às 11:58:03 (horário de Brasília, GMT-3)`. */
export function readableTime(time: Date, locale: Locale): string {
  const zone = ZONE[locale];
  const timeZone = zone?.id ?? 'UTC';
  const options = { dateStyle: 'long', timeStyle: 'medium', timeZone } as const;
  const text = formatFor(FORMAT_LOCALE[locale], options).format(time);
  return zone === undefined ? `${text} UTC` : `${text} (${zone.name}, ${offset(time, timeZone)})`;
}

/** `20/11 11:58:03`, if the page shows local time. */
export function shortLocalTime(time: Date, locale: Locale): string | undefined {
  const timeZone = ZONE[locale]?.id;
  if (timeZone === undefined) return undefined;
  const options = { timeZone, day: '2-digit', month: '2-digit' } as const;
  const date = formatFor(FORMAT_LOCALE[locale], options).format(time);
  const hour = formatFor(FORMAT_LOCALE[locale], { timeZone, timeStyle: 'medium' }).format(time);
  return `${date} ${hour}`;
}

/** ISO 8601 to the second. */
export function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** `GMT-3` */
function offset(time: Date, timeZone: string): string {
  const parts = formatFor('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
