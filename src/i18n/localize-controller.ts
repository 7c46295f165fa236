import type { ReactiveControllerHost } from 'lit';
import { isMissing } from '../assets/asset-watch.ts';
import type { Locale } from './locales.ts';
import type { Messages } from './messages/message-keys.ts';
import { type Overrides, translatorFor, type Translator } from './translator.ts';

/** Where messages come from. */
export interface Catalogue<Key extends string> {
  /** The name of the part that they are of, and a full stop; '' for the first screens. */
  readonly part: string;
  /** English messages that come with the code; not necessarily all of them. */
  readonly initial: Partial<Messages<Key>>;
  /** Such messages of other locales, likewise, until theirs are loaded. */
  readonly early?: Partial<Record<Locale, Partial<Messages<Key>>>>;
  readonly load: (locale: Locale) => Promise<Messages<Key>>;
}

/** A catalogue whose English comes with the code; other locales load when they are needed. */
export function catalogueOf<Key extends string>(
  part: string,
  en: Messages<Key>,
  others: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<Messages<Key>>>>,
): Catalogue<Key> {
  return { part, initial: en, load: async locale => (locale === 'en' ? en : others[locale]()) };
}

/** Loads the messages of one element in its locale. Nothing is shared between elements. */
export class LocalizeController<Key extends string> {
  readonly #host: ReactiveControllerHost;
  readonly #catalogue: Catalogue<Key>;
  #wanted: Locale | undefined;
  #overrides: Overrides | undefined;
  #translator: Translator<Key>;
  #settled = false;
  #ready = false;
  #failed = false;

  constructor(host: ReactiveControllerHost, catalogue: Catalogue<Key>) {
    this.#host = host;
    this.#catalogue = catalogue;
    this.#translator = translatorFor('en', catalogue.initial);
  }

  /** Has the current messages; those of another locale replace them once they are loaded. */
  get translator(): Translator<Key> {
    return this.#translator;
  }

  /** Have the current locale's messages been loaded, or failed to load? */
  get settled(): boolean {
    return this.#settled;
  }

  /** May messages be shown? True once a locale was loaded. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Could no messages be loaded, not even English ones? */
  get failed(): boolean {
    return this.#failed;
  }

  /**
   * Sets the locale; the element updates when its messages are loaded.
   * @param overrides the integrator's texts in that locale, over the widget's
   */
  setLocale(locale: Locale, overrides?: Overrides): void {
    if (locale === this.#wanted && overrides === this.#overrides) return;
    this.#wanted = locale;
    this.#overrides = overrides;
    this.#settled = false;
    const { initial, early } = this.#catalogue;
    const words = early?.[locale];
    if (!this.#ready && words) this.#translator = translatorFor(locale, { ...initial, ...words });
    void this.#load(locale);
  }

  /** Loads again what failed. */
  retry(): void {
    if (!this.#failed || this.#wanted === undefined) return;
    this.#settled = this.#failed = false;
    void this.#load(this.#wanted);
  }

  /** Messages that can't be loaded must not prevent a signature: the current ones stay, else English is shown. */
  async #load(locale: Locale): Promise<void> {
    const loaded =
      (await this.#translatorOf(locale)) ?? (this.#ready ? undefined : await this.#translatorOf('en'));
    if (this.#wanted === locale) {
      // What went wrong is said in English then, and all of it.
      this.#translator =
        loaded ?? (this.#ready ? this.#translator : translatorFor('en', this.#catalogue.initial));
      this.#ready ||= loaded !== undefined;
      this.#failed = !this.#ready;
      this.#settled = true;
    }
    this.#host.requestUpdate();
  }

  async #translatorOf(locale: Locale): Promise<Translator<Key> | undefined> {
    try {
      const texts = await this.#catalogue.load(locale);
      const overrides = locale === this.#wanted ? this.#overrides : undefined;
      return overrides === undefined
        ? translatorFor(locale, texts)
        : await this.#translatorWith(locale, texts, overrides);
    } catch (error) {
      await isMissing(error);
      return undefined;
    }
  }

  /** Without the module that replaces texts, the widget's are shown. */
  async #translatorWith(
    locale: Locale,
    texts: Messages<Key>,
    overrides: Overrides,
  ): Promise<Translator<Key>> {
    const { part } = this.#catalogue;
    const own = await import('./overrides.ts').catch(() => undefined);
    return {
      ...translatorFor<Key>(locale, { ...texts, ...own?.replacements(texts, overrides, part) }),
      overrides,
      replacedTexts: own?.replacedTexts(overrides, part),
    };
  }
}
