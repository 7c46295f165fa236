/** Bytes in lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  // A loop: some old libraries replace `Array.from` on the page by one that does not map.
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** SHA-256 of bytes, in lower-case hex. */
export async function sha256Hex(bytes: BufferSource): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
