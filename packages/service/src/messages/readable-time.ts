import { TIME_ZONE } from '../domain/clock.ts';
import type { Locale } from '../domain/locales.ts';

/** The name of `TIME_ZONE`: abbreviations such as BRT are not known to most readers. */
const ZONE_NAME: Record<Locale, string> = {
  'pt-BR': 'horário de Brasília',
  en: 'Brasília time',
  es: 'hora de Brasilia',
};

const HOUR = { hour: '2-digit', minute: '2-digit', timeZone: TIME_ZONE } as const;

/** A date and time in the language, with its zone: `23 de novembro de 2026 às 14:03 (horário de Brasília)`. */
export function readableTime(time: Date, locale: Locale): string {
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return withZone(new Intl.DateTimeFormat(locale, { ...date, ...HOUR }).format(time), locale);
}

/** A time of day in the language, with its zone, for what expires within the hour. */
export function readableHour(time: Date, locale: Locale): string {
  return withZone(new Intl.DateTimeFormat(locale, HOUR).format(time), locale);
}

function withZone(text: string, locale: Locale): string {
  return `${text} (${ZONE_NAME[locale]})`;
}
