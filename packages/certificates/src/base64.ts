import type { Bytes } from './ber.ts';
import { latin1 } from './ber-values.ts';

/** Base64 (RFC 4648, section 4), with its padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** The bytes of base64; spaces and line breaks are skipped. @throws DOMException where it is none */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}
