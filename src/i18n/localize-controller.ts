import type { ReactiveControllerHost } from 'lit';
import { en } from './en.ts';
import { loadMessages, type Locale } from './locales.ts';
import { translatorFor, type Translator } from './translator.ts';

/** Holds the words of one element, in the locale it wants. Nothing is shared between elements. */
export class LocalizeController {
  readonly #host: ReactiveControllerHost;
  #wanted: Locale | undefined;
  #translator = translatorFor('en', en);
  #settled = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** The words to use now. Another locale's take their place once they are there. */
  get translator(): Translator {
    return this.#translator;
  }

  /** Are the words of the wanted locale there, or not to be had? */
  get settled(): boolean {
    return this.#settled;
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
      const messages = await loadMessages(locale);
      if (this.#wanted !== locale) return;
      this.#translator = translatorFor(locale, messages);
    } catch {
      // Words that can't be loaded must not stop a signature: the present ones serve until another locale is
      // wanted.
    }
    if (this.#wanted === locale) this.#settled = true;
    this.#host.requestUpdate();
  }
}
