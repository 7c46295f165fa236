import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing, SigningKey } from './key-ring.ts';

/**
 * Tells whether two texts are the same without keeping either. Keyed: what may stand in a request is little, such as
 * a code of six digits, and a plain hash of it in a stolen table would soon be guessed.
 */
export interface Fingerprints {
  /** HMAC-SHA-256 under the newest key: `keyId.base64url`. */
  of(text: string): string;
  /** Also under an older key; never when the key is gone. */
  matches(fingerprint: string, text: string): Promise<boolean>;
}

function fingerprint(text: string, { keyId, secret }: SigningKey): string {
  return `${keyId}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export async function openFingerprints(keys: KeyRing): Promise<Fingerprints> {
  const newest = await keys.current('fingerprint');
  return {
    of: text => fingerprint(text, newest),
    async matches(kept, text) {
      const key = await keys.find('fingerprint', kept.split('.')[0] ?? '');
      if (key === undefined) return false;
      const [expected, actual] = [Buffer.from(kept), Buffer.from(fingerprint(text, key))];
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
