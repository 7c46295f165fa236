/** The bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In chunks, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
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

/** Are they the same bytes? Not in constant time, so not for secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A loop, not `every`: documents have millions of bytes.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
