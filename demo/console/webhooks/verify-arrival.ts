import type { Arrival } from '../http/service-types.ts';

/** The result of a receiver's check (service interface, "Delivery headers"). */
export type Verdict =
  | 'genuine'
  /** Not signed with this secret, or changed in transit. */
  | 'not genuine'
  /** Its timestamp differs from the time of arrival by more than the tolerance. */
  | 'out of time'
  /** The webhook was registered elsewhere, or before this page was loaded. */
  | 'secret not known here';

const TOLERANCE_SECONDS = 300;

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/[\da-f]{2}/gi) ?? [], pair => parseInt(pair, 16));
}

/**
 * Checks an arrival as every receiver should: the time first, then the HMAC-SHA256 over `timestamp.body`, compared
 * in constant time by the browser.
 */
export async function verifyArrival(arrival: Arrival, secret: string | undefined): Promise<Verdict> {
  if (secret === undefined) return 'secret not known here';
  const { at, timestamp, signature, body } = arrival;
  const seconds = Number(timestamp);
  if (!(Math.abs(Date.parse(at) / 1000 - seconds) <= TOLERANCE_SECONDS)) return 'out of time';
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['verify']);
  const input = bytes.encode(`${timestamp}.${body}`);
  const isGenuine = await crypto.subtle.verify('HMAC', key, fromHex(signature), input);
  return isGenuine ? 'genuine' : 'not genuine';
}
