/**
 * The hosted signing page: nothing but the widget, full size. The client secret comes as `cs` in the address of the
 * signer's link, or behind the code `h` of a link to another device.
 */
import type { SignSession } from '../../../../src/index.ts';
import { exchange, type HandoverTicket } from './handover.ts';
import { saveSessionCredential, takeSessionCredential } from './page-state.ts';
import { tellParent } from './tell-parent.ts';
import { setLanguage, showContent, showLoading, showNotice } from './page-content.ts';

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
else void show(credential?.clientSecret || 'missing');

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
    await show(exchanged.clientSecret);
  } else showNotice(exchanged.kind, exchanged.kind === 'unanswered' ? retry : undefined);
}

async function show(clientSecret: string): Promise<void> {
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
  element.clientSecret = clientSecret;
  element.addEventListener('sign-ready', ({ locale }) => {
    setLanguage(locale);
    // The widget takes no focus from a page; here it is the page. After a reload the code can be typed at once.
    if (document.activeElement === document.body)
      element.querySelector<HTMLElement>('input[autocomplete="one-time-code"]')?.focus();
  });
  tellParent(element);
  showContent(element);
}

/** The credential is in `history.state`, where a reload finds it. */
function reload(): void {
  location.reload();
}
