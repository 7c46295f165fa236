import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '../domain/ids.ts';
import type { KeyPurpose, KeyRing, SigningKey } from './key-ring.ts';

const ALGORITHM = 'HS256';

/**
 * The complete header of a token. Further members, such as `crit`, are refused, because they ask for features that
 * are not supported.
 */
const headerSchema = z.strictObject({ alg: z.literal(ALGORITHM), kid: idSchema, typ: z.literal('JWT') });

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Made at once: every request needs it, and a thread of its own for so few bytes takes longer. */
const hmac = (signed: string, { secret }: SigningKey): Buffer =>
  createHmac('sha256', secret).update(signed).digest();

/**
 * Signs a JWS in compact form (RFC 7515, HS256) with the key's id in its header. The same claims and key give the
 * same token.
 */
export function signToken(claims: Readonly<Record<string, unknown>>, key: SigningKey): string {
  const signed = `${encoded({ alg: ALGORITHM, kid: key.keyId, typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${hmac(signed, key).toString('base64url')}`;
}

/** What a part of a token says, undefined where it is no JSON. */
function decoded(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')));
  } catch {
    return undefined;
  }
}

/**
 * The claims of a genuine token with this purpose, or undefined. The caller checks the times, because it knows what
 * an expired token may still do.
 */
export async function readToken(token: string, purpose: KeyPurpose, keys: KeyRing): Promise<unknown> {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return undefined;
  const read = headerSchema.safeParse(decoded(header));
  const key = read.success ? await keys.find(purpose, read.data.kid) : undefined;
  if (key === undefined) return undefined;
  const expected = hmac(`${header}.${claims}`, key);
  const given = Buffer.from(signature, 'base64url');
  // Base64url has spare bits at its end, so several texts decode to the same bytes. Only one encoding is accepted.
  if (given.toString('base64url') !== signature) return undefined;
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The signature is genuine, so `signToken` wrote the claims.
  return decoded(claims);
}
