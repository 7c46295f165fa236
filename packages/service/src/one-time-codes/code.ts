import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '../domain/identifiers/random-ids.ts';

const CODES = 1_000_000;

/** The largest multiple of a million below 2^32: numbers above it would make the lowest codes more likely. */
const FAIR_BELOW = Math.floor(2 ** 32 / CODES) * CODES;

/** Slow on purpose: trying a million codes must take longer than a code is valid. 16 MiB and about 30 ms each. */
const COST = { N: 2 ** 14, r: 8, p: 1 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Six digits, uniformly distributed. */
export function newCode(random: Random): string {
  for (;;) {
    const number = new DataView(random(4).buffer).getUint32(0);
    if (number < FAIR_BELOW) return String(number % CODES).padStart(6, '0');
  }
}

export interface HashedCode {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function derive(code: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(code, salt, HASH_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Hashes a code for storage. */
export async function hashCode(code: string, random: Random): Promise<HashedCode> {
  const salt = random(SALT_BYTES);
  return { salt, hash: await derive(code, salt) };
}

/** Compares in constant time. */
export async function isCode(code: string, { salt, hash }: HashedCode): Promise<boolean> {
  const derived = await derive(code, salt);
  return derived.length === hash.length && timingSafeEqual(derived, hash);
}
