/** Bytes as hexadecimal digits in upper case. */
export function hexOf(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const LATIN1 = new TextDecoder('latin1');

/** One character a byte. Only ASCII is what it was: the standard's Latin-1 is windows-1252. */
export function textOf(bytes: Uint8Array): string {
  return LATIN1.decode(bytes);
}

/** Two INTEGERs in hexadecimal, whatever their leading zeros. */
export function sameNumber(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}
