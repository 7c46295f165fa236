import { fieldOf } from './field.ts';
import type { HandoverTicket } from './handover.ts';

/** What opens the session: the secret, or a code that is yet to be exchanged for it. */
export type Opener =
  | { readonly kind: 'secret'; readonly clientSecret: string }
  | { readonly kind: 'ticket'; readonly ticket: HandoverTicket };

/**
 * What the address brought, taken off it at once and moved to `history.state`: there a reload finds it, and nobody
 * else (signer API, section 1).
 */
export function takeOpener(): Opener | undefined {
  const url = new URL(location.href);
  const clientSecret = url.searchParams.get('cs');
  const code = url.searchParams.get('h');
  if (clientSecret !== null) return keepOpener({ kind: 'secret', clientSecret });
  if (code !== null) return keepOpener({ kind: 'ticket', ticket: { code, key: randomKey() } });
  return readOpener(history.state);
}

/** Not `randomUUID`: a phone on the local network may have come by http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Keeps it for reloads, beside an address that holds neither. */
export function keepOpener(opener: Opener): Opener {
  const url = new URL(location.href);
  url.searchParams.delete('cs');
  url.searchParams.delete('h');
  const { clientSecret, ticket } = { clientSecret: undefined, ticket: undefined, ...opener };
  history.replaceState({ clientSecret, ticket }, '', url);
  return opener;
}

function readOpener(state: unknown): Opener | undefined {
  const clientSecret = fieldOf(state, 'clientSecret');
  if (typeof clientSecret === 'string') return { kind: 'secret', clientSecret };
  const ticket = fieldOf(state, 'ticket');
  const [code, key] = [fieldOf(ticket, 'code'), fieldOf(ticket, 'key')];
  if (typeof code !== 'string' || typeof key !== 'string') return undefined;
  return { kind: 'ticket', ticket: { code, key } };
}
