/* The content of the hosted page: the widget, or a notice until the widget is shown. */
import type { Locale } from '../../../../src/index.ts';
import { browserLocale, createNotice, type NoticeKind } from './notice.ts';

const TITLES: Readonly<Record<Locale, string>> = { 'pt-BR': 'Assinatura', en: 'Signature', es: 'Firma' };

/** After this time the loading notice offers a retry, ms. */
const SLOW_MS = 8_000;

/** The live region of the loading notice. It stays in the page, so that screen readers announce changes. */
const liveRegion = document.createElement('div');
liveRegion.setAttribute('role', 'status');
/** The page's heading above those of the widget. For screen readers only. */
const heading = document.createElement('h1');
heading.className = 'visually-hidden';
let slow: ReturnType<typeof setTimeout> | undefined;

/** Shows the loading notice. @param retry is offered when loading takes long */
export function showLoading(retry: () => void): void {
  const locale = browserLocale();
  setLanguage(locale);
  if (liveRegion.parentNode === null) showContent(liveRegion);
  if (liveRegion.querySelector('.opening') === null)
    liveRegion.replaceChildren(createNotice('opening', locale));
  clearTimeout(slow);
  slow = setTimeout(() => liveRegion.replaceChildren(createNotice('slow', locale, retry)), SLOW_MS);
}

/** Shows why the session can't be opened. @param retry is offered if it can help */
export function showNotice(kind: NoticeKind, retry: (() => void) | undefined): void {
  const locale = browserLocale();
  const notice = createNotice(kind, locale, retry);
  setLanguage(locale);
  showContent(notice);
  notice.querySelector('h1')?.focus();
}

/** Replaces the page's content by the widget or a notice. */
export function showContent(content: HTMLElement): void {
  clearTimeout(slow);
  liveRegion.replaceChildren();
  const isWidget = content.localName === 'sign-session';
  document.querySelector('main')?.replaceChildren(...(isWidget ? [heading, content] : [content]));
}

/** Sets the language and title of the page around the widget. */
export function setLanguage(locale: Locale): void {
  document.documentElement.lang = locale;
  document.title = TITLES[locale];
  heading.textContent = TITLES[locale];
}
