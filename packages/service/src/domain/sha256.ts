import { createHash } from 'node:crypto';
import * as z from 'zod';

/** SHA-256 of the concatenated parts, computed without joining them; 32 bytes. Text counts as UTF-8. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return Buffer.from(hash.digest());
}

/** `sha256:` and the SHA-256 of the bytes in hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return `sha256:${sha256(bytes).toString('hex')}`;
}

/**
 * A SHA-256 in a request: 64 hex digits, with the prefix `sha256:`, `sha256-` or none; parsed into lower case without
 * a prefix.
 */
export function sha256Text(message: string) {
  return z
    .string()
    .regex(/^([sS][hH][aA]256[:-])?[0-9a-fA-F]{64}$/, message)
    .transform(hash => hash.slice(-64).toLowerCase());
}
