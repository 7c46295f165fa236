import { latin1 } from '@sign-session/certificates';

/** The bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** Decodes base64. @throws DOMException when it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

/** A certificate as PEM (RFC 7468): lines of 64 characters between its labels. */
export function certificatePem(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
