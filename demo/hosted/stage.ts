/* What stands on the hosted page: the widget, or what the page itself has to say until then. */
import type { Locale } from '../../src/index.ts';
import { browserLocale, createNotice, type NoticeKind } from './notice.ts';

const TITLES: Readonly<Record<Locale, string>> = { 'pt-BR': 'Assinatura', en: 'Signature', es: 'Firma' };

/** After so long a wait gets a sentence and a way out, ms. */
const SLOW_MS = 8_000;

/** Stays while the signer waits, so that a screen reader hears of changes. */
const waiting = document.createElement('div');
waiting.setAttribute('role', 'status');
/** The page's heading beside the widget, whose own headings begin below it. For screen readers only. */
const heading = document.createElement('h1');
heading.className = 'visually-hidden';
let slow: ReturnType<typeof setTimeout> | undefined;

/** Says that the page is at it. @param again what to do when it takes too long for the signer */
export function wait(again: () => void): void {
  const locale = browserLocale();
  speak(locale);
  if (waiting.parentNode === null) put(waiting);
  if (waiting.querySelector('.opening') === null) waiting.replaceChildren(createNotice('opening', locale));
  clearTimeout(slow);
  slow = setTimeout(() => waiting.replaceChildren(createNotice('slow', locale, again)), SLOW_MS);
}

/** Says why the signer does not get on. @param again offers another try */
export function tell(kind: NoticeKind, again: (() => void) | undefined): void {
  const locale = browserLocale();
  const notice = createNotice(kind, locale, again);
  speak(locale);
  put(notice);
  notice.querySelector('h1')?.focus();
}

/** Puts the widget, or a notice, in the place of what was there. */
export function put(content: HTMLElement): void {
  clearTimeout(slow);
  waiting.replaceChildren();
  const isWidget = content.localName === 'sign-session';
  document.querySelector('main')?.replaceChildren(...(isWidget ? [heading, content] : [content]));
}

/** The page around the widget is in the same language. */
export function speak(locale: Locale): void {
  document.documentElement.lang = locale;
  document.title = TITLES[locale];
  heading.textContent = TITLES[locale];
}
