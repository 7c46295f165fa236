import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { KeyRing } from '../keys/key-ring.ts';

/** Lifetime of a presigned URL in seconds (service interface, "Limits"). */
export const PRESIGNED_LIFETIME = 3600;

/**
 * Lifetime in seconds of an address that is followed at once. It can be used again meanwhile: the browser of an app hands it to
 * the phone's downloader, which asks a second time.
 */
const PORTAL_LIFETIME = 120;

type PresignedAnswer = 'genuine' | 'expired' | 'forged';

/** URLs that give their holder access to one document for an hour. */
export interface PresignedUrls {
  /** Creates a URL for the document. It contains no name, and no secret besides its signature. */
  create(documentId: string): Promise<string>;
  /**
   * The same for two minutes, for the file that the signer of a session signs at the gov.br portal: the document and what comes
   * behind it.
   */
  createForPortal(documentId: string, sessionId: string): Promise<string>;
  check(
    documentId: string,
    query: { keyId: string; expires: string; signature: string; session?: string | undefined },
  ): Promise<PresignedAnswer>;
}

/** What an address is for: a document, or a session's file for the portal. */
interface Addressed {
  readonly documentId: string;
  readonly expires: string;
  readonly session?: string | undefined;
}

function signatureOf(secret: Uint8Array, { documentId, expires, session }: Addressed): Buffer {
  const parts = session === undefined ? [documentId, expires] : [documentId, expires, session];
  return createHmac('sha256', secret).update(parts.join('\n')).digest();
}

/** @param options.publicUrl the service's public URL, without a trailing slash */
export function createPresignedUrls(options: {
  keys: KeyRing;
  clock: Clock;
  publicUrl: string;
}): PresignedUrls {
  const { keys, clock, publicUrl } = options;
  async function create(documentId: string, seconds: number, session?: string): Promise<string> {
    const key = await keys.current('presigned-url');
    const expires = String(Math.floor(clock.now().getTime() / 1000) + seconds);
    const signature = signatureOf(key.secret, { documentId, expires, session }).toString('base64url');
    const query = new URLSearchParams({ key: key.keyId, expires, signature, ...(session && { session }) });
    return `${publicUrl}/v1/documents/${documentId}?${query}`;
  }
  return {
    create: documentId => create(documentId, PRESIGNED_LIFETIME),
    createForPortal: (documentId, sessionId) => create(documentId, PORTAL_LIFETIME, sessionId),
    async check(documentId, { keyId, expires, signature, session }) {
      const key = await keys.find('presigned-url', keyId);
      if (key === undefined) return 'forged';
      const expected = signatureOf(key.secret, { documentId, expires, session });
      const actual = Buffer.from(signature, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'forged';
      return Number(expires) * 1000 > clock.now().getTime() ? 'genuine' : 'expired';
    },
  };
}
