import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing, SigningKey } from './key-ring.ts';

/**
 * Compares texts without storing them. The hash is keyed: the text may contain a six-digit code, which could be
 * guessed from a plain hash in a stolen table.
 */
export interface Fingerprints {
  /** HMAC-SHA-256 with the newest key: `keyId.base64url`. */
  of(text: string): string;
  /** Also checks older keys; false when the key no longer exists. */
  matches(fingerprint: string, text: string): Promise<boolean>;
  /** Uses the newest key from now on. */
  renew(): Promise<void>;
}

function fingerprint(text: string, { keyId, secret }: SigningKey): string {
  return `${keyId}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export async function openFingerprints(keys: KeyRing): Promise<Fingerprints> {
  let newest = await keys.current('fingerprint');
  return {
    of: text => fingerprint(text, newest),
    async matches(kept, text) {
      const key = await keys.find('fingerprint', kept.split('.')[0] ?? '');
      if (key === undefined) return false;
      const [expected, actual] = [Buffer.from(kept), Buffer.from(fingerprint(text, key))];
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    async renew() {
      newest = await keys.current('fingerprint');
    },
  };
}
