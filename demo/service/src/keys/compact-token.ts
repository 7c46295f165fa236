import { compactVerify, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { isId } from '../identifiers/id-schema.ts';
import type { KeyPurpose, KeyRing, SigningKey } from './key-ring.ts';

const imported = new WeakMap<SigningKey, Promise<CryptoKey>>();

/** The key as the platform's cryptography takes it; made once, and not for every token. */
function hmacKey(key: SigningKey): Promise<CryptoKey> {
  const known = imported.get(key);
  if (known !== undefined) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const made = crypto.subtle.importKey('raw', key.secret, algorithm, false, ['sign', 'verify']);
  imported.set(key, made);
  return made;
}

/**
 * A JWS in compact form (RFC 7515, HS256) with the key's id in its header. The same claims under the same key
 * give the same token.
 */
export async function signToken(claims: JWTPayload, key: SigningKey): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })
    .sign(await hmacKey(key));
}

/** Not every `kid` is text: the header is whatever the sender wrote. */
function keyIdOf(token: string): unknown {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * The claims of a genuine token of this purpose, or undefined. Times are left to the caller, who knows what an
 * expired token may still do.
 */
export async function readToken(token: string, purpose: KeyPurpose, keys: KeyRing): Promise<unknown> {
  const keyId = keyIdOf(token);
  const key = !isId(keyId) ? undefined : await keys.find(purpose, keyId);
  if (key === undefined) return undefined;
  try {
    const { payload } = await compactVerify(token, await hmacKey(key), { algorithms: ['HS256'] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}
