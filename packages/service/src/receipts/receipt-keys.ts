import { createECDH } from 'node:crypto';
import { DAY_MS, type Clock } from '../domain/clock.ts';
import type { KeyRing, SigningKey } from '../keys/key-ring.ts';
import { DatabaseAwayError } from '../storage/database.ts';

/** The public half of a receipt's key (RFC 7517; RFC 7518, 6.2.1). */
export interface PublicReceiptKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
  readonly y: string;
}

export interface ReceiptKey {
  readonly publicKey: PublicReceiptKey;
  /** For ES256. */
  readonly privateKey: CryptoKey;
}

/** A key signs for 30 days and a receipt is good for an hour; what is older is of no use to anybody honest. */
const PUBLISHED_MS = 45 * DAY_MS;

/** The keys that sign receipts: a ring's 32 bytes are the private number of a point on P-256. */
export class ReceiptKeys {
  readonly #keys: KeyRing;
  readonly #clock: Clock;
  #published: readonly PublicReceiptKey[] | undefined;
  readonly #imported = new WeakMap<SigningKey, Promise<ReceiptKey>>();

  constructor({ keys, clock }: { keys: KeyRing; clock: Clock }) {
    this.#keys = keys;
    this.#clock = clock;
  }

  async current(): Promise<ReceiptKey> {
    const key = await this.#keys.current('receipt');
    const imported = this.#imported.get(key) ?? importKey(key);
    this.#imported.set(key, imported);
    return imported;
  }

  /** Those whose receipts may still be presented, the newest first. There is always one. */
  async published(): Promise<readonly PublicReceiptKey[]> {
    try {
      await this.#keys.current('receipt');
      const since = new Date(this.#clock.now().getTime() - PUBLISHED_MS);
      this.#published = (await this.#keys.since('receipt', since)).map(publicHalf);
    } catch (error) {
      // Receipts are verified elsewhere, whether the database is there or not.
      if (!(error instanceof DatabaseAwayError) || this.#published === undefined) throw error;
    }
    return this.#published;
  }
}

/** @throws for a number that is not below the curve's order, which one in 2³² is not */
function publicHalf({ keyId, secret }: SigningKey): PublicReceiptKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: keyId, x: x ?? '', y: y ?? '' };
}

async function importKey(key: SigningKey): Promise<ReceiptKey> {
  const publicKey = publicHalf(key);
  const { kty, crv, x, y } = publicKey;
  const privateKey = await crypto.subtle.importKey(
    'jwk',
    { kty, crv, x, y, d: Buffer.from(key.secret).toString('base64url') },
    { name: 'ECDSA', namedCurve: crv },
    false,
    ['sign'],
  );
  return { publicKey, privateKey };
}
