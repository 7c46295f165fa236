import {
  SigningError,
  type PopupWindow,
  type Signing,
  type SigningOptions,
  type SigningResult,
} from './signing.ts';

const POPUP_FEATURES = 'popup,width=1120,height=860';

/**
 * Opens a session for the signer. Call it in the click itself, with the promise of the secret rather than the secret: a
 * pop-up that is opened later is blocked.
 *
 * @param secret the client secret, `ss_secret_…`, or the promise of it
 */
export function openSigning(secret: string | Promise<string>, options: SigningOptions): Signing {
  const { mode = 'auto' } = options;
  const asksPopup = mode === 'auto' || mode === 'popup';
  const popup: PopupWindow | null = asksPopup ? (options.popup ?? open('', '_blank', POPUP_FEATURES)) : null;
  const ending = new AbortController();
  const { signal } = ending;
  signal.addEventListener('abort', () => popup?.close());
  const settled = new Promise<SigningResult>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve({ outcome: 'closed' }));
    run(secret, options, popup, signal).then(resolve, (error: unknown) => {
      popup?.close();
      reject(error);
    });
  });
  return { settled, destroy: () => ending.abort() };
}

async function run(
  secret: string | Promise<string>,
  options: SigningOptions,
  popup: PopupWindow | null,
  signal: AbortSignal,
): Promise<SigningResult> {
  const { mode = 'auto', baseUrl } = options;
  if (popup === null && mode === 'popup') throw new SigningError('popup_blocked');
  if (popup === null && mode !== 'redirect') {
    const [{ signInOverlay }, clientSecret] = await Promise.all([import('./overlay.ts'), secret]);
    return signInOverlay(clientSecret, options, signal);
  }
  const [{ signOnServicePage }, clientSecret] = await Promise.all([import('./service-page.ts'), secret]);
  return signOnServicePage(clientSecret, { baseUrl, window: popup ?? window, signal });
}
