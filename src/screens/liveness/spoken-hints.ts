import type { Locale } from '../../i18n/locales.ts';

/** Reads hints aloud, where the browser can. */
export class SpokenHints {
  #last = '';

  /** Can this browser speak? */
  static get possible(): boolean {
    return 'speechSynthesis' in globalThis;
  }

  /** Speaks a text, interrupting the previous one; the same text only once in a row. */
  say(text: string, locale: Locale): void {
    if (!SpokenHints.possible || text === this.#last) return;
    this.#last = text;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = locale;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  }

  stop(): void {
    if (SpokenHints.possible && this.#last !== '') speechSynthesis.cancel();
    this.#last = '';
  }
}
