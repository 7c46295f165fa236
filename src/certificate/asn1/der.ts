import { TAG } from './ber.ts';

/** The DER of a value: tag, definite length, content (X.690, 10). The parts are copied. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...lengthOctets(length)];
  const value = new Uint8Array(header.length + length);
  value.set(header);
  let at = header.length;
  for (const part of parts) {
    value.set(part, at);
    at += part.length;
  }
  return value;
}

/** The DER of a non-negative INTEGER, from its big-endian bytes. */
export function unsignedIntegerDer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = bytes.findIndex(byte => byte !== 0);
  const digits = first === -1 ? Uint8Array.of(0) : bytes.subarray(first);
  // A leading 1 bit would be the sign.
  const sign = (digits[0] ?? 0) > 0x7f ? Uint8Array.of(0) : new Uint8Array();
  return der(TAG.integer, sign, digits);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}
