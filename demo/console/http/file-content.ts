/** As many bytes as a call of `String.fromCharCode` takes everywhere. */
const CHUNK = 0x8000;

/** Base64 (RFC 4648, section 4), with its padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
