import { CompactSign, compactVerify, errors } from 'jose';
import * as z from 'zod';
import { idSchema } from '../domain/ids.ts';
import type { KeyPurpose, KeyRing, SigningKey } from './key-ring.ts';

const ALGORITHM = 'HS256';

/**
 * The complete header of a token. Further members, such as `crit`, are refused, because they ask for features that
 * are not supported.
 */
const headerSchema = z.strictObject({ alg: z.literal(ALGORITHM), kid: idSchema, typ: z.literal('JWT') });

/** A key never changes, so it is imported only once. */
const importedKeys = new WeakMap<SigningKey, Promise<CryptoKey>>();

function importKey(key: SigningKey): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported =
    importedKeys.get(key) ?? crypto.subtle.importKey('raw', key.secret, algorithm, false, ['sign', 'verify']);
  importedKeys.set(key, imported);
  return imported;
}

/**
 * Signs a JWS in compact form (RFC 7515, HS256) with the key's id in its header. The same claims and key give the
 * same token.
 */
export async function signToken(claims: Readonly<Record<string, unknown>>, key: SigningKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.keyId, typ: 'JWT' })
    .sign(await importKey(key));
}

/**
 * Base64url has spare bits at its end, so several texts decode to the same bytes. Only one encoding of a token is
 * accepted.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/**
 * The claims of a genuine token with this purpose, or undefined. The caller checks the times, because it knows what
 * an expired token may still do.
 */
export async function readToken(token: string, purpose: KeyPurpose, keys: KeyRing): Promise<unknown> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await compactVerify(
      token,
      async protectedHeader => {
        const header = headerSchema.safeParse(protectedHeader);
        const key = header.success ? await keys.find(purpose, header.data.kid) : undefined;
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return importKey(key);
      },
      { algorithms: [ALGORITHM] },
    );
    // The signature is valid, so `signToken` wrote the claims.
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
