/**
 * The hosted signing page: nothing but the widget, full size. The client secret comes as `cs` in the address
 * of the signer's link and leaves it at once, for `history.state`: there a reload finds it, and nobody else.
 */
import type { Locale, SignSession } from '../../src/index.ts';

const TITLES: Readonly<Record<Locale, string>> = { 'pt-BR': 'Assinatura', en: 'Signature', es: 'Firma' };

const secret = takeSecret();
const element: SignSession = document.createElement('sign-session');
element.redirect = 'auto';
element.sessionId = /^\/s\/([^/]+)/.exec(location.pathname)?.[1];
// Without a secret the link is broken, which the widget says better than an empty page.
element.clientSecret = secret || 'missing';
element.addEventListener('sign-ready', ({ locale }) => {
  document.documentElement.lang = locale;
  document.title = TITLES[locale];
});
document.querySelector('main')?.append(element);

function takeSecret(): string | undefined {
  const url = new URL(location.href);
  const given = url.searchParams.get('cs');
  if (given === null) return readState(history.state);
  url.searchParams.delete('cs');
  history.replaceState({ clientSecret: given }, '', url);
  return given;
}

function readState(state: unknown): string | undefined {
  const { clientSecret }: { clientSecret?: unknown } = Object(state);
  return typeof clientSecret === 'string' ? clientSecret : undefined;
}
