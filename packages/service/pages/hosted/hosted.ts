/**
 * The hosted signing page: nothing but the widget, full size. The client secret comes as `cs` in the address of the
 * signer's link, or behind the code `h` of a link to another device.
 */
import type { Locale, SignSession } from '../../../../src/index.ts';
import type { FrameMessage } from '../../../../src/open/index.ts';
import { browserLocale, createNotice, type NoticeKind } from './notice.ts';
import {
  exchange,
  type HandoverTicket,
  type OpenedSession,
  saveSessionCredential,
  takeSessionCredential,
} from './page-state.ts';

/* The content of the hosted page: the widget, or a notice until the widget is shown. */

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
  // Whoever frames the page waits for it.
  tellSize();
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

/**
 * Tells the page around this one. Only a page of the tenant's can be around it (`frame-ancestors`), and only its origin gets
 * the messages. Nothing is listened to.
 */
function tell(message: Omit<FrameMessage, 'source'>): void {
  if (parent !== undefined)
    window.parent.postMessage({ source: 'sign-session', ...message } satisfies FrameMessage, parent);
}

/** Tells what the widget tells its host. */
export function tellEvents(element: SignSession): void {
  element.addEventListener('sign-ready', ({ sessionId }) => tell({ type: 'sign-ready', sessionId }));
  element.addEventListener('sign-step', ({ step }) => tell({ type: 'sign-step', step }));
  element.addEventListener('sign-error', ({ code, retryable }) =>
    tell({ type: 'sign-error', code, retryable }),
  );
  element.addEventListener('sign-failed', ({ sessionId, reason, receipt }) =>
    tell({ type: 'sign-failed', sessionId, reason, receipt }),
  );
  for (const type of ['sign-completed', 'sign-declined', 'sign-expired'] as const) {
    element.addEventListener(type, ({ sessionId, receipt }) => tell({ type, sessionId, receipt }));
  }
}

/** Tells how high the page is, and whenever that changes: the frame then needs no scrolling of its own. */
function tellSize(): void {
  if (parent === undefined || size !== undefined) return;
  size = new ResizeObserver(() =>
    tell({ type: 'sign-size', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  );
  size.observe(document.body);
}

/** Takes the look and language of the widget that made the link of this page. */
function takeLook(element: SignSession, appearance: object): void {
  const { colorScheme, locale }: { colorScheme?: unknown; locale?: unknown } = appearance;
  element.appearance = appearance;
  if (typeof locale === 'string') element.locale = locale;
  if (colorScheme === 'light' || colorScheme === 'dark') {
    element.colorScheme = colorScheme;
    document.documentElement.classList.add(colorScheme);
  }
}

/**
 * Shows the step alone, as a part of the widget that frames this page. That widget has header, footer and document, says that
 * this is a test or soon over, and lets the signer decline.
 */
function showStepAlone(element: SignSession): void {
  element.redirect = 'never';
  document.documentElement.classList.add('step-alone');
  tellSize();
}

/** Older versions of Firefox tell it by the referrer only; a page that sends none gets no messages there. */
function parentOrigin(): string | undefined {
  const { ancestorOrigins }: { ancestorOrigins?: ArrayLike<string> } = location;
  const address = ancestorOrigins?.[0] ?? document.referrer;
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}

const parent = window.parent === window ? undefined : parentOrigin();
let size: ResizeObserver | undefined;
tell({ type: 'sign-opening' });

/** The time limit of an exchange, ms. */
const EXCHANGE_TIMEOUT_MS = 20_000;

/** Whether the widget could be loaded. Its script comes after this one, so that the loading notice is shown first. */
const widgetLoads = new Promise<boolean>(resolve => {
  void customElements.whenDefined('sign-session').then(() => resolve(true));
  const script = document.querySelector('script[src$="/sign-session.js"]');
  script?.addEventListener('error', () => resolve(false));
});
let latestAttempt: AbortController | undefined;

const credential = takeSessionCredential();
if (credential?.kind === 'ticket') void enter(credential.ticket);
// Without a secret the link is broken; the widget shows that.
else void show(credential ?? { kind: 'secret', clientSecret: 'missing' });

/** Exchanges the code of a handover link and opens the session. */
async function enter(ticket: HandoverTicket): Promise<void> {
  latestAttempt?.abort();
  const attempt = (latestAttempt = new AbortController());
  const retry = () => void enter(ticket);
  showLoading(retry);
  const timeout = setTimeout(() => attempt.abort(), EXCHANGE_TIMEOUT_MS);
  const exchanged = await exchange(ticket, attempt.signal);
  clearTimeout(timeout);
  if (attempt !== latestAttempt) return;
  if (exchanged.kind === 'secret') {
    saveSessionCredential(exchanged);
    await show(exchanged);
  } else showNotice(exchanged.kind, exchanged.kind === 'unanswered' ? retry : undefined);
}

async function show({ clientSecret, appearance }: OpenedSession): Promise<void> {
  showLoading(reload);
  if (!(await widgetLoads)) {
    showNotice('unloaded', reload);
    return;
  }
  const element: SignSession = document.createElement('sign-session');
  element.redirect = 'auto';
  // Tokens and cards, where there may be some.
  if (!matchMedia('(pointer: coarse)').matches) element.setAttribute('token-bridge', '');
  element.sessionId = /^\/s\/([^/]+)/.exec(location.pathname)?.[1];
  element.clientSecret = clientSecret || 'missing';
  if (appearance !== undefined) {
    takeLook(element, appearance);
    if (parent !== undefined) showStepAlone(element);
  }
  element.addEventListener('sign-ready', ({ locale }) => {
    setLanguage(locale);
    // The widget takes no focus from a page; here it is the page. After a reload the code can be typed at once.
    if (document.activeElement === document.body)
      element.querySelector<HTMLElement>('input[autocomplete="one-time-code"]')?.focus();
  });
  tellEvents(element);
  showContent(element);
}

/** The credential is in `history.state`, where a reload finds it. */
function reload(): void {
  location.reload();
}
