import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import type { KeyPurpose, KeyRing, SigningKey } from './key-ring.ts';

/** The whole header of a token: one with more in it, such as `crit`, asks for what is not understood here. */
const headerSchema = z.strictObject({ alg: z.literal('HS256'), kid: idSchema, typ: z.literal('JWT') });

const textOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @throws SyntaxError */
const valueOf = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** RFC 7518, section 3.2, over RFC 7515's signing input. */
const signatureOf = (input: string, key: SigningKey): string =>
  createHmac('sha256', key.secret).update(input).digest('base64url');

/**
 * A JWS in compact form (RFC 7515, HS256) with the key's id in its header. The same claims under the same key
 * give the same token.
 *
 * Made and read on this thread, with the platform's HMAC: every request has a token, and libraries hand each to
 * another thread (Web Crypto), which takes far longer than the HMAC.
 */
export function signToken(claims: Readonly<Record<string, unknown>>, key: SigningKey): string {
  const input = `${textOf({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })}.${textOf(claims)}`;
  return `${input}.${signatureOf(input, key)}`;
}

/** Not every header is one: it is whatever the sender wrote. */
function keyIdOf(header: string): string | undefined {
  try {
    return headerSchema.safeParse(valueOf(header)).data?.kid;
  } catch {
    return undefined;
  }
}

/** Compared as text, so that each token has one spelling. */
function isGenuine(input: string, signature: string, key: SigningKey): boolean {
  const expected = Buffer.from(signatureOf(input, key));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * The claims of a genuine token of this purpose, or undefined. Times are left to the caller, who knows what an
 * expired token may still do.
 */
export async function readToken(token: string, purpose: KeyPurpose, keys: KeyRing): Promise<unknown> {
  const [header, claims, signature, ...more] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) {
    return undefined;
  }
  const keyId = keyIdOf(header);
  const key = keyId === undefined ? undefined : await keys.find(purpose, keyId);
  if (key === undefined || !isGenuine(`${header}.${claims}`, signature, key)) return undefined;
  // Only signToken made it.
  return valueOf(claims);
}
