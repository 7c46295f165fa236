import { fieldOf } from './field.ts';

/** The code in the address of a handover link (signer API, section 2, `handover`). */
export interface HandoverTicket {
  readonly code: string;
  /** The exchange's idempotency key: with it an exchange whose answer was lost can be repeated, also after a reload. */
  readonly key: string;
}

/** The result of exchanging a code. */
export type Exchange =
  { readonly kind: 'secret'; readonly clientSecret: string } | { readonly kind: 'refused' | 'unanswered' };

/**
 * Whether the service refused the code as used, expired or unknown. Any other error means the code was not used.
 */
const isRefusal = ({ status }: Response): boolean => [400, 404, 410].includes(status);

/** Exchanges the code for the client secret. It travels in the body, never in an address. `signal` aborts it. */
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
