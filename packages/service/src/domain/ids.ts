/** Random ids, and their form in requests. */
import * as z from 'zod';

/**
 * The form of ids made by `randomId`, and a little more. Anything else is unknown without a query; some texts (NUL,
 * broken Unicode) could not even be queried.
 */
export const idSchema = z.string().regex(/^\w{1,100}$/);

export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success;
}

/** A source of random bytes: `crypto.getRandomValues` outside tests. */
export type Random = (length: number) => Uint8Array<ArrayBuffer>;

export const systemRandom: Random = length => crypto.getRandomValues(new Uint8Array(length));

type IdPrefix =
  | 'ss'
  | 'tx'
  | 'ev'
  | 'doc'
  | 'stp'
  | 'evt'
  | 'msg'
  | 'key'
  | 'clm'
  | 'cli'
  | 'wh'
  | 'del'
  | 'env'
  | 'sig'
  | 'liv'
  | 'bat';

/** Crockford's base 32, without easily confused letters: ids are read aloud and typed from paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 128 random bits as 26 characters after a prefix, for example `ss_5R0M…`. */
export function randomId(prefix: IdPrefix, random: Random): string {
  let value = 0n;
  for (const byte of random(16)) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = (ALPHABET[Number(value & 31n)] ?? '') + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}
