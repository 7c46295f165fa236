import { currentStep, isExhausted, type SessionView } from '../session/view.ts';

/**
 * Where the signer goes back to: `returnUrl` after completion, `cancelUrl` after any other end, with
 * `sessionId` and `status` as query parameters. Undefined while the session can go on, or without an address.
 */
export function returnAddress(view: SessionView): string | undefined {
  const { status, returnUrl, cancelUrl, sessionId } = view;
  const step = currentStep(view);
  const goesOn = status === 'ACTIVE' && !(step && isExhausted(step));
  const address = status === 'COMPLETED' ? returnUrl : goesOn ? undefined : cancelUrl;
  if (address === undefined) return undefined;
  const url = new URL(address);
  url.searchParams.set('sessionId', sessionId);
  url.searchParams.set('status', status);
  return url.href;
}

/** An address as the page's own links are read. Undefined when there is none, or none that can be read. */
export function absoluteUrl(address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  try {
    return new URL(address, location.href).href;
  } catch {
    console.warn('<sign-session>: base-url or assets-url is no address; it is ignored.');
    return undefined;
  }
}
