import type { ReactiveControllerHost } from 'lit';
import type { Locale } from './locales.ts';
import type { Messages } from './messages.ts';
import { translatorFor, type Translator } from './translator.ts';

/** Where the texts of a room come from. */
export interface Catalogue<Key extends string> {
  /** English comes with the room's code, so that there are words when nothing more can be loaded. */
  readonly en: Messages<Key>;
  readonly load: (locale: Locale) => Promise<Messages<Key>>;
}

/** Holds the words of one element, in the locale it wants. Nothing is shared between elements. */
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

  /** The words to use now. Another locale's take their place once they are there. */
  get translator(): Translator<Key> {
    return this.#translator;
  }

  /** Are the words of the wanted locale there, or not to be had? */
  get settled(): boolean {
    return this.#settled;
  }

  /** May its words be shown? Once they were, they stay until another locale's take their place. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Asks for a locale; the element updates when its words are there. */
  want(locale: Locale): void {
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
      // Words that can't be loaded must not stop a signature: the present ones serve until another locale is
      // wanted.
    }
    if (this.#wanted === locale) this.#settled = this.#ready = true;
    this.#host.requestUpdate();
  }
}
