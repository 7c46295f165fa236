import { fieldOf } from './field.ts';

/** What the address of a link to another device brought (signer API, section 2, `handover`). */
export interface HandoverTicket {
  readonly code: string;
  /** Of the exchange: with the same key, one whose answer was lost may be repeated, also after a reload. */
  readonly key: string;
}

/** How the exchange of a code went. */
export type Exchange =
  { readonly kind: 'secret'; readonly clientSecret: string } | { readonly kind: 'refused' | 'unanswered' };

/**
 * What the service itself says of a code that is used, too old or none. Whatever else says no, a proxy or a service
 * that is overloaded or broken, has not tried it: the code may still be good.
 */
const isRefusal = ({ status }: Response): boolean => [400, 404, 410].includes(status);

/** Exchanges the code for the client secret. It travels in the body, never in an address. `signal` gives it up. */
export async function exchange({ code, key }: HandoverTicket, signal: AbortSignal): Promise<Exchange> {
  try {
    const response = await fetch('/v1/handover', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Idempotency-Key': key },
      body: JSON.stringify({ code }),
      credentials: 'omit',
      signal,
    });
    if (isRefusal(response)) return { kind: 'refused' };
    const clientSecret = response.ok ? fieldOf(await response.json(), 'clientSecret') : undefined;
    return typeof clientSecret === 'string' ? { kind: 'secret', clientSecret } : { kind: 'unanswered' };
  } catch {
    return { kind: 'unanswered' };
  }
}
