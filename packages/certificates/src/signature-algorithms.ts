import { toBase64 } from './base64.ts';
import { child, context, expect, readDer, TAG, type Bytes } from './ber.ts';
import { oid, smallInteger, unsignedInteger } from './ber-values.ts';
import { der, unsignedIntegerDer } from './der.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from './certificate.ts';
import { isCheckableKey, isStrongKey, KEY_ALGORITHM, type PublicKey } from './public-key.ts';

/** A hash as WebCrypto knows it: what it can't compute is not here. */
export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

const HASHES: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

type Scheme = 'RSA' | 'RSA-PSS' | 'ECDSA';

/** By OID; the hash where the algorithm names it itself. */
const SCHEMES: Readonly<Record<string, readonly [scheme: Scheme, hash?: HashName]>> = {
  [KEY_ALGORITHM.rsa]: ['RSA'],
  '1.2.840.113549.1.1.5': ['RSA', 'SHA-1'],
  '1.2.840.113549.1.1.11': ['RSA', 'SHA-256'],
  '1.2.840.113549.1.1.12': ['RSA', 'SHA-384'],
  '1.2.840.113549.1.1.13': ['RSA', 'SHA-512'],
  [KEY_ALGORITHM.ec]: ['ECDSA'],
  '1.2.840.10045.4.1': ['ECDSA', 'SHA-1'],
  '1.2.840.10045.4.3.2': ['ECDSA', 'SHA-256'],
  '1.2.840.10045.4.3.3': ['ECDSA', 'SHA-384'],
  '1.2.840.10045.4.3.4': ['ECDSA', 'SHA-512'],
};

/** How a signature was made. */
export interface SignatureAlgorithm {
  readonly scheme: Scheme;
  readonly hash: HashName;
  /** Bytes, for RSA-PSS. */
  readonly saltLength?: number;
}

/** Whether a signature is the key's. What cannot be computed here is neither right nor wrong. */
export type SignatureCheck = 'valid' | 'invalid' | 'not-computable';

/** @param algorithm OID of a digest algorithm @returns undefined for one that is not computed here */
export function hashNamed(algorithm: string): HashName | undefined {
  return HASHES[algorithm];
}

/**
 * @param digest what the signer names as the content's hash, for algorithms that name none
 * @returns undefined for what is not known
 */
export function readAlgorithm(
  identifier: AlgorithmIdentifier,
  digest?: HashName,
): SignatureAlgorithm | undefined {
  if (identifier.algorithm === KEY_ALGORITHM.rsaPss) return pssAlgorithm(identifier);
  const [scheme, hash = digest] = SCHEMES[identifier.algorithm] ?? [];
  return scheme === undefined || hash === undefined ? undefined : { scheme, hash };
}

/** With one hash for all that is hashed, as WebCrypto has it; SHA-1 and 20 bytes of salt by default (RFC 4055, 3.1). */
function pssAlgorithm({ parameters }: AlgorithmIdentifier): SignatureAlgorithm | undefined {
  try {
    const fields = parameters?.cursor();
    const [hash, mask, salt] = [0, 1, 2].map(number => fields?.optional(context(number)));
    const maskHash = mask && readAlgorithmIdentifier(child(mask, 0)).parameters;
    const hashIn = (value: typeof hash) => value && hashNamed(oid(child(value, 0)));
    const [name, maskName] = [hash ? hashIn(child(hash, 0)) : 'SHA-1', mask ? hashIn(maskHash) : 'SHA-1'];
    if (name === undefined || name !== maskName) return undefined;
    return { scheme: 'RSA-PSS', hash: name, saltLength: salt ? smallInteger(child(salt, 0)) : 20 };
  } catch {
    return undefined;
  }
}

/** Such as `SHA256 with RSA`. */
export function algorithmText({ scheme, hash }: SignatureAlgorithm): string {
  return `${hash.replace('-', '')} with ${scheme}`;
}

/** Bytes of a coordinate. */
const FIELD_SIZES: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };

/** Whether the key made the signature over `signed`. @param signature of ECDSA in DER */
export async function checkSignature(
  key: PublicKey,
  algorithm: SignatureAlgorithm | undefined,
  signed: Bytes,
  signature: Bytes,
): Promise<SignatureCheck> {
  if (algorithm === undefined || key.type === 'other') return 'not-computable';
  const { scheme, hash, saltLength } = algorithm;
  if ((scheme === 'ECDSA') !== (key.type === 'EC')) return 'invalid';
  if (!isCheckableKey(key)) return 'not-computable';
  const value = key.type === 'EC' ? ecdsaNumbers(signature, FIELD_SIZES[key.curve] ?? 0) : signature;
  if (value === undefined) return 'invalid';
  const parameters =
    key.type === 'EC'
      ? { name: 'ECDSA', namedCurve: key.curve, hash }
      : { name: scheme === 'RSA' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS', hash, saltLength };
  try {
    const imported = await importKey(key, parameters);
    return (await crypto.subtle.verify(parameters, imported, value, signed)) ? 'valid' : 'invalid';
  } catch {
    return 'not-computable';
  }
}

/** By its numbers alone: browsers refuse to import a key that is for RSASSA-PSS alone as it is in its certificate. */
function importKey(
  key: Exclude<PublicKey, { type: 'other' }>,
  parameters: RsaHashedImportParams | EcKeyImportParams,
): Promise<CryptoKey> {
  if (key.type === 'EC') return crypto.subtle.importKey('raw', key.point, parameters, false, ['verify']);
  const numbers = { kty: 'RSA', n: base64Url(key.modulus), e: base64Url(key.exponent) };
  return crypto.subtle.importKey('jwk', numbers, parameters, false, ['verify']);
}

function base64Url(bytes: Bytes): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * An `Ecdsa-Sig-Value` (RFC 3279, 2.2.3) as WebCrypto takes it: both numbers in full length, one after the other.
 *
 * @param signature in DER: another encoding of the same numbers would be another signature
 * @param size bytes of a number: 32 for P-256
 * @returns undefined when it is none
 */
export function ecdsaNumbers(signature: Bytes, size: number): Bytes | undefined {
  const pair = new Uint8Array(2 * size);
  try {
    const numbers = expect(readDer(signature), TAG.sequence).children;
    if (numbers.length !== 2) return undefined;
    let index = -1;
    for (const number of numbers) {
      index += 1;
      const digits = unsignedInteger(number);
      if (digits.length > size) return undefined;
      pair.set(digits, (index + 1) * size - digits.length);
    }
  } catch {
    return undefined;
  }
  return pair;
}

/**
 * The DER of `Ecdsa-Sig-Value` (RFC 3279, 2.2.3), as in CMS: the reverse of {@link ecdsaNumbers}.
 *
 * @param numbers both in full length, one after the other, as WebCrypto and PKCS#11 return them
 */
export function toEcdsaDer(numbers: Uint8Array): Bytes {
  const half = numbers.length / 2;
  const [r, s] = [numbers.subarray(0, half), numbers.subarray(half)];
  return der(TAG.sequence, unsignedIntegerDer(r), unsignedIntegerDer(s));
}

/** SHA-256 and longer (AD-RB v1.3; ETSI TS 119 312): for what is hashed before it is signed, too. */
export function isStrongHash(hash: HashName): boolean {
  return hash !== 'SHA-1';
}

/** Whether signatures by this key and algorithm count. */
export function isStrong(key: PublicKey, { hash }: SignatureAlgorithm): boolean {
  return isStrongHash(hash) && isStrongKey(key);
}
