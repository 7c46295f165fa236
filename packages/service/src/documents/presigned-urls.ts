import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { KeyRing } from '../keys/key-ring.ts';

/** Lifetime of a presigned URL in seconds (service interface, "Limits"). */
export const PRESIGNED_LIFETIME = 3600;

type PresignedAnswer = 'genuine' | 'expired' | 'forged';

/** URLs that give their holder access to one document for an hour. */
export interface PresignedUrls {
  /** Creates a URL for the document. It contains no name, and no secret besides its signature. */
  create(documentId: string): Promise<string>;
  check(
    documentId: string,
    query: { keyId: string; expires: string; signature: string },
  ): Promise<PresignedAnswer>;
}

function signatureOf(secret: Uint8Array, documentId: string, expires: string): Buffer {
  return createHmac('sha256', secret).update(`${documentId}\n${expires}`).digest();
}

/** @param options.publicUrl the service's public URL, without a trailing slash */
export function createPresignedUrls(options: {
  keys: KeyRing;
  clock: Clock;
  publicUrl: string;
}): PresignedUrls {
  const { keys, clock, publicUrl } = options;
  return {
    async create(documentId) {
      const key = await keys.current('presigned-url');
      const expires = String(Math.floor(clock.now().getTime() / 1000) + PRESIGNED_LIFETIME);
      const signature = signatureOf(key.secret, documentId, expires).toString('base64url');
      const query = new URLSearchParams({ key: key.keyId, expires, signature });
      return `${publicUrl}/v1/documents/${documentId}?${query}`;
    },
    async check(documentId, { keyId, expires, signature }) {
      const key = await keys.find('presigned-url', keyId);
      if (key === undefined) return 'forged';
      const expected = signatureOf(key.secret, documentId, expires);
      const actual = Buffer.from(signature, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
      return Number(expires) * 1000 > clock.now().getTime() ? 'genuine' : 'expired';
    },
  };
}
