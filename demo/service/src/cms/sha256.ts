import { createHash } from 'node:crypto';

/** SHA-256 of the concatenated parts, computed without joining them; 32 bytes. */
export function sha256(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
