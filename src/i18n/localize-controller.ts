import type { ReactiveControllerHost } from 'lit';
import type { Locale } from './locales.ts';
import type { Messages } from './messages.ts';
import { translatorFor, type Translator } from './translator.ts';

/** Where messages come from. */
export interface Catalogue<Key extends string> {
  /** English comes with the code, so that there are messages when nothing more can be loaded. */
  readonly en: Messages<Key>;
  readonly load: (locale: Locale) => Promise<Messages<Key>>;
}

/** A catalogue whose other locales load when they are needed. */
export function catalogueOf<Key extends string>(
  en: Messages<Key>,
  others: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<Messages<Key>>>>,
): Catalogue<Key> {
  return { en, load: async locale => (locale === 'en' ? en : others[locale]()) };
}

/** Loads the messages of one element in its locale. Nothing is shared between elements. */
export class LocalizeController<Key extends string> {
  readonly #host: ReactiveControllerHost;
  readonly #catalogue: Catalogue<Key>;
  #wanted: Locale | undefined;
  #translator: Translator<Key>;
  #settled = false;
  #ready = false;

  constructor(host: ReactiveControllerHost, catalogue: Catalogue<Key>) {
    this.#host = host;
    this.#catalogue = catalogue;
    this.#translator = translatorFor('en', catalogue.en);
  }

  /** Has the current messages; those of another locale replace them once they are loaded. */
  get translator(): Translator<Key> {
    return this.#translator;
  }

  /** Have the current locale's messages been loaded, or failed to load? */
  get settled(): boolean {
    return this.#settled;
  }

  /** May messages be shown? True once the first locale was loaded or failed to load. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Sets the locale; the element updates when its messages are loaded. */
  setLocale(locale: Locale): void {
    if (locale === this.#wanted) return;
    this.#wanted = locale;
    this.#settled = false;
    void this.#load(locale);
  }

  async #load(locale: Locale): Promise<void> {
    try {
      const messages = await this.#catalogue.load(locale);
      if (this.#wanted !== locale) return;
      this.#translator = translatorFor(locale, messages);
    } catch {
      // Messages that can't be loaded must not prevent a signature: the current ones stay.
    }
    if (this.#wanted === locale) this.#settled = this.#ready = true;
    this.#host.requestUpdate();
  }
}
