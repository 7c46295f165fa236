import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import type { KeyPurpose, KeyRing, SigningKey } from './key-ring.ts';

/**
 * The complete header of a token. Further members, such as `crit`, are refused, because they ask for features that
 * are not supported.
 */
const headerSchema = z.strictObject({ alg: z.literal('HS256'), kid: idSchema, typ: z.literal('JWT') });

const textOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @throws SyntaxError */
const valueOf = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** RFC 7518, section 3.2, over RFC 7515's signing input. */
const signatureOf = (input: string, key: SigningKey): string =>
  createHmac('sha256', key.secret).update(input).digest('base64url');

/**
 * Signs a JWS in compact form (RFC 7515, HS256) with the key's id in its header. The same claims and key give the
 * same token.
 *
 * Uses Node's HMAC directly: every request has a token, and libraries use Web Crypto, whose handover to another
 * thread takes far longer than the HMAC.
 */
export function signToken(claims: Readonly<Record<string, unknown>>, key: SigningKey): string {
  const input = `${textOf({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })}.${textOf(claims)}`;
  return `${input}.${signatureOf(input, key)}`;
}

/** The header is untrusted, so it is parsed strictly. */
function keyIdOf(header: string): string | undefined {
  try {
    return headerSchema.safeParse(valueOf(header)).data?.kid;
  } catch {
    return undefined;
  }
}

/** Compares the text rather than the bytes, so that each token has only one valid encoding. */
function isGenuine(input: string, signature: string, key: SigningKey): boolean {
  const expected = Buffer.from(signatureOf(input, key));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * The claims of a genuine token with this purpose, or undefined. The caller checks the times, because it knows what
 * an expired token may still do.
 */
export async function readToken(token: string, purpose: KeyPurpose, keys: KeyRing): Promise<unknown> {
  const [header, claims, signature, ...more] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) {
    return undefined;
  }
  const keyId = keyIdOf(header);
  const key = keyId === undefined ? undefined : await keys.find(purpose, keyId);
  if (key === undefined || !isGenuine(`${header}.${claims}`, signature, key)) return undefined;
  // The signature is valid, so `signToken` wrote the claims.
  return valueOf(claims);
}
