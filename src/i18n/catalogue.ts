import type { Catalogue } from './localize-controller.ts';
import type { Locale } from './locales.ts';
import type { Messages } from './messages.ts';

type Load<Key extends string> = () => Promise<Messages<Key>>;

/**
 * The words of one room: its English, and where each other locale's come from. They load by themselves: a
 * signer reads one language.
 */
export function catalogue<Key extends string>(
  en: Messages<Key>,
  others: Readonly<Record<Exclude<Locale, 'en'>, Load<Key>>>,
): Catalogue<Key> {
  return { en, load: async locale => (locale === 'en' ? en : others[locale]()) };
}
