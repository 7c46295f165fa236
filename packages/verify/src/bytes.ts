import { sameBytes, type Bytes, type HashName } from '@sign-session/certificates';

export function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Whether the contents of two INTEGERs are the same number. Some authorities write more leading zeros than the sign
 * needs: 0000FF is 00FF, and FF is another number, -1.
 */
export function sameInteger(one: Bytes, other: Bytes): boolean {
  // Nearly all numbers of a revocation list differ here.
  if (one.at(-1) !== other.at(-1)) return false;
  return sameBytes(one.subarray(firstOctet(one)), other.subarray(firstOctet(other)));
}

function firstOctet(integer: Bytes): number {
  let at = 0;
  while (at + 1 < integer.length && integer[at] === 0 && (integer[at + 1] ?? 0) < 0x80) at += 1;
  return at;
}

/** The hash of the parts, one after the other. */
export async function digestOf(hash: HashName, parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, joined(parts)));
}
