import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '../domain/identifiers/random-ids.ts';

const CODES = 1_000_000;

/** The largest multiple of a million in 32 bits: beyond it the lowest codes would come a little more often. */
const FAIR_BELOW = Math.floor(2 ** 32 / CODES) * CODES;

/** Slow on purpose: a million codes to try must take longer than a code lives. 16 MiB and some 30 ms each. */
const COST = { N: 2 ** 14, r: 8, p: 1 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Six digits, each code as likely as the other. */
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

/** What is kept of a code. */
export async function hashCode(code: string, random: Random): Promise<HashedCode> {
  const salt = random(SALT_BYTES);
  return { salt, hash: await derive(code, salt) };
}

/** Compares in constant time. */
export async function isCode(code: string, { salt, hash }: HashedCode): Promise<boolean> {
  const derived = await derive(code, salt);
  return derived.length === hash.length && timingSafeEqual(derived, hash);
}
