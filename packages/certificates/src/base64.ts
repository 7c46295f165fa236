import type { Bytes } from './ber.ts';
import { latin1 } from './ber-values.ts';

/** Base64 (RFC 4648, section 4), with its padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** The bytes of base64; spaces and line breaks are skipped. @throws DOMException where it is none */
export function fromBase64(text: string): Bytes {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
