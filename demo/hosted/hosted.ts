/**
 * The hosted signing page: nothing but the widget, full size. The client secret comes as `cs` in the address of the
 * signer's link, or behind the code `h` of a link to another device.
 */
import type { SignSession } from '../../src/index.ts';
import { exchange, type HandoverTicket } from './handover.ts';
import { keepOpener, takeOpener } from './page-state.ts';
import { put, speak, tell, wait } from './stage.ts';

/** After so long an exchange is given up, ms. */
const PATIENCE_MS = 20_000;

/** Is the widget there? Its script comes after this one, so that there is something to see until then. */
const widgetLoads = new Promise<boolean>(resolve => {
  void customElements.whenDefined('sign-session').then(() => resolve(true));
  const script = document.querySelector('script[src$="/sign-session.js"]');
  script?.addEventListener('error', () => resolve(false));
});
let latest: AbortController | undefined;

const opener = takeOpener();
if (opener?.kind === 'ticket') void enter(opener.ticket);
// Without a secret the link is broken, which the widget says better than an empty page.
else void show(opener?.clientSecret || 'missing');

/** Opens the session that a link to this device was made for. */
async function enter(ticket: HandoverTicket): Promise<void> {
  latest?.abort();
  const attempt = (latest = new AbortController());
  const again = () => void enter(ticket);
  wait(again);
  const patience = setTimeout(() => attempt.abort(), PATIENCE_MS);
  const exchanged = await exchange(ticket, attempt.signal);
  clearTimeout(patience);
  if (attempt !== latest) return;
  if (exchanged.kind === 'secret') {
    keepOpener(exchanged);
    await show(exchanged.clientSecret);
  } else tell(exchanged.kind, exchanged.kind === 'unanswered' ? again : undefined);
}

async function show(clientSecret: string): Promise<void> {
  wait(reload);
  if (!(await widgetLoads)) {
    tell('unloaded', reload);
    return;
  }
  const element: SignSession = document.createElement('sign-session');
  element.redirect = 'auto';
  element.sessionId = /^\/s\/([^/]+)/.exec(location.pathname)?.[1];
  element.clientSecret = clientSecret;
  element.addEventListener('sign-ready', ({ locale }) => speak(locale));
  put(element);
}

/** What opens the session lies in `history.state` by now. */
function reload(): void {
  location.reload();
}
