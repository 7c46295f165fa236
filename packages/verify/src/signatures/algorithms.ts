import { constants, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A hash as Node's crypto knows it. */
export type HashName = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

const HASHES: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

type Scheme = 'RSA' | 'RSA-PSS' | 'ECDSA';

/** By OID; `hash` where the algorithm names it itself. */
const SCHEMES: Readonly<Record<string, { scheme: Scheme; hash?: HashName }>> = {
  '1.2.840.113549.1.1.1': { scheme: 'RSA' },
  '1.2.840.113549.1.1.5': { scheme: 'RSA', hash: 'sha1' },
  '1.2.840.113549.1.1.14': { scheme: 'RSA', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { scheme: 'RSA', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { scheme: 'RSA', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { scheme: 'RSA', hash: 'sha512' },
  '1.2.840.113549.1.1.10': { scheme: 'RSA-PSS' },
  '1.2.840.10045.2.1': { scheme: 'ECDSA' },
  '1.2.840.10045.4.1': { scheme: 'ECDSA', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { scheme: 'ECDSA', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { scheme: 'ECDSA', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { scheme: 'ECDSA', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { scheme: 'ECDSA', hash: 'sha512' },
};

/** How a signature was made. */
export interface SignatureAlgorithm {
  readonly scheme: Scheme;
  readonly hash: HashName;
  /** Such as `SHA256 with RSA`. */
  readonly name: string;
}

/** @param oid of a digest algorithm */
export function hashNamed(oid: string): HashName | undefined {
  return HASHES[oid];
}

/**
 * @param oid of a signature algorithm
 * @param digest what the signer names as the content's hash, for algorithms that name none
 * @returns undefined for what is not known
 */
export function algorithmNamed(oid: string, digest?: HashName): SignatureAlgorithm | undefined {
  const { scheme, hash = digest } = SCHEMES[oid] ?? {};
  if (scheme === undefined || hash === undefined) return undefined;
  return { scheme, hash, name: `${hash.toUpperCase()} with ${scheme}` };
}

const KEY_TYPES: Readonly<Record<Scheme, readonly string[]>> = {
  RSA: ['rsa'],
  'RSA-PSS': ['rsa', 'rsa-pss'],
  ECDSA: ['ec'],
};

/** A check takes longer with every bit: keys above these are made to keep a verifier busy. */
const LONGEST_MODULUS = 8192;
const LARGEST_EXPONENT = 2n ** 32n - 1n;

/** Whether signatures of this key can be checked in a few milliseconds: RSA within bounds, and curves. */
export function isAffordable({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): boolean {
  if (type === 'ec' || type === 'ed25519' || type === 'ed448') return true;
  if (type !== 'rsa' && type !== 'rsa-pss') return false;
  const { modulusLength = Infinity, publicExponent = LARGEST_EXPONENT + 1n } = asymmetricKeyDetails ?? {};
  return modulusLength <= LONGEST_MODULUS && publicExponent <= LARGEST_EXPONENT;
}

/** Whether the key made the signature over `signed`. What cannot be computed, or not soon, is not right. */
export function isSignedBy(
  key: KeyObject,
  { scheme, hash }: SignatureAlgorithm,
  signed: Uint8Array,
  signature: Uint8Array,
): boolean {
  const options = verificationOptions(key, scheme);
  try {
    return options !== undefined && verify(hash, signed, options, signature);
  } catch {
    return false;
  }
}

/** The same of bytes of any size: hashed on a thread of their own. */
export function isSignedByInBackground(
  key: KeyObject,
  { scheme, hash }: SignatureAlgorithm,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const options = verificationOptions(key, scheme);
  if (options === undefined) return Promise.resolve(false);
  return new Promise(resolve => {
    verify(hash, signed, options, signature, (error, isRight) => resolve(error === null && isRight));
  });
}

/** Undefined where the key is of another kind, or a check would take too long. */
function verificationOptions(key: KeyObject, scheme: Scheme) {
  if (!KEY_TYPES[scheme].includes(key.asymmetricKeyType ?? '') || !isAffordable(key)) return undefined;
  const padding = scheme === 'RSA-PSS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return scheme === 'ECDSA' ? { key, dsaEncoding: 'der' as const } : { key, padding };
}

/** SHA-256 and longer (AD-RB v1.3; ETSI TS 119 312): for what is hashed before it is signed, too. */
export function isStrongHash(hash: HashName): boolean {
  return hash !== 'sha1' && hash !== 'sha224';
}

/** RSA of 2048 bits and more, curves of 256 bits and more, a strong hash (AD-RB v1.3; ETSI TS 119 312). */
export function isStrong(key: KeyObject, { hash }: SignatureAlgorithm): boolean {
  return isStrongHash(hash) && isStrongKey(key);
}

export function isStrongKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {};
  return asymmetricKeyType === 'ec' ? isStrongCurve(namedCurve) : modulusLength >= 2048;
}

function isStrongCurve(curve: string): boolean {
  return ['prime256v1', 'secp384r1', 'secp521r1'].includes(curve) || /^brainpoolP(256|384|512)/.test(curve);
}
