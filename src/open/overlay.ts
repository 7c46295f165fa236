import '../index.ts';
import type { ErrorCode } from '../session/errors.ts';
import { SigningError, type SigningOptions, type SigningResult } from './signing.ts';

/** With these there is no session that the signer could go on with. The dialog stays, and says so. */
const NO_SESSION: readonly ErrorCode[] = ['invalid_client_secret', 'unsupported_browser', 'unsupported_page'];

/**
 * Signs in a dialog over the page. It stays after the end, until the signer has read the outcome and closes it.
 *
 * @returns at the end of the session, or when the dialog is closed before
 * @throws SigningError where there is no session that could be signed
 */
export async function signInOverlay(
  clientSecret: string,
  { baseUrl, locale, appearance, messages, assetsUrl }: SigningOptions,
  signal: AbortSignal,
): Promise<SigningResult> {
  if (signal.aborted) return { outcome: 'closed' };
  const element = document.createElement('sign-session');
  Object.assign(element, { display: 'dialog', baseUrl, locale, appearance, messages, assetsUrl });
  element.clientSecret = clientSecret;
  const result = new Promise<SigningResult>((resolve, reject) => {
    element.addEventListener('sign-error', ({ code }) => {
      if (NO_SESSION.includes(code)) reject(new SigningError(code));
    });
    element.addEventListener('sign-completed', event => resolve(told('completed', event)));
    element.addEventListener('sign-declined', event => resolve(told('declined', event)));
    element.addEventListener('sign-expired', event => resolve(told('expired', event)));
    element.addEventListener('sign-failed', event =>
      resolve(told(event.reason === 'cancelled' ? 'cancelled' : 'failed', event)),
    );
    element.addEventListener('sign-close', event => {
      // Once the page has had its say, and the focus is back.
      setTimeout(() => {
        if (event.defaultPrevented) return;
        resolve({ outcome: 'closed', sessionId: event.sessionId });
        end();
      });
    });
  });
  // It may be known before the dialog's code has come, and whoever waits for that.
  result.catch(() => undefined);
  const end = () => {
    watched.disconnect();
    element.remove();
  };
  const show = () => {
    document.body.append(element);
    return element.show();
  };
  // A framework that takes over the whole page removes what it did not make.
  const watched = new MutationObserver(() => {
    if (!element.isConnected) void show();
  });
  signal.addEventListener('abort', end);
  element.addEventListener('sign-redirect', event => {
    event.preventDefault();
    element.close();
  });
  await show();
  watched.observe(document.documentElement, { childList: true });
  watched.observe(document.body, { childList: true });
  return result;
}

function told(
  outcome: SigningResult['outcome'],
  { sessionId, receipt }: Pick<SigningResult, 'sessionId' | 'receipt'>,
): SigningResult {
  return { outcome, sessionId, receipt };
}
