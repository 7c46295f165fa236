import { id_RSASSA_PSS, RsaSaPssParams } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { oidOf, readBer, valuesIn } from '../asn1/ber.ts';
import { joined } from '../bytes.ts';
import { isStrongKey, type PublicKey } from './public-key.ts';

/** A hash as WebCrypto knows it: what it can't compute is not here. */
export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

const HASHES: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

type Scheme = 'RSA' | 'RSA-PSS' | 'ECDSA';

/** By OID; `hash` where the algorithm names it itself. */
const SCHEMES: Readonly<Record<string, { scheme: Scheme; hash?: HashName }>> = {
  '1.2.840.113549.1.1.1': { scheme: 'RSA' },
  '1.2.840.113549.1.1.5': { scheme: 'RSA', hash: 'SHA-1' },
  '1.2.840.113549.1.1.11': { scheme: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { scheme: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { scheme: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.2.1': { scheme: 'ECDSA' },
  '1.2.840.10045.4.1': { scheme: 'ECDSA', hash: 'SHA-1' },
  '1.2.840.10045.4.3.2': { scheme: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { scheme: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { scheme: 'ECDSA', hash: 'SHA-512' },
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

/** @param oid of a digest algorithm @returns undefined for one that is not computed here */
export function hashNamed(oid: string): HashName | undefined {
  return HASHES[oid];
}

/**
 * @param digest what the signer names as the content's hash, for algorithms that name none
 * @returns undefined for what is not known
 */
export function readAlgorithm(
  { algorithm, parameters }: AlgorithmIdentifier,
  digest?: HashName,
): SignatureAlgorithm | undefined {
  if (algorithm === id_RSASSA_PSS) return pssAlgorithm(parameters);
  const { scheme, hash = digest } = SCHEMES[algorithm] ?? {};
  return scheme === undefined || hash === undefined ? undefined : { scheme, hash };
}

/** With one hash for all that is hashed, as WebCrypto has it (RFC 4055, 3.1). */
function pssAlgorithm(parameters: ArrayBuffer | null | undefined): SignatureAlgorithm | undefined {
  try {
    const read = parameters ? AsnConvert.parse(parameters, RsaSaPssParams) : new RsaSaPssParams();
    const { hashAlgorithm, maskGenAlgorithm, saltLength } = read;
    const mask =
      maskGenAlgorithm.parameters && valuesIn(readBer(new Uint8Array(maskGenAlgorithm.parameters)));
    const hash = hashNamed(hashAlgorithm.algorithm);
    const [maskHash] = mask ?? [];
    if (hash === undefined || maskHash === undefined) return undefined;
    return HASHES[oidOf(maskHash)] === hash ? { scheme: 'RSA-PSS', hash, saltLength } : undefined;
  } catch {
    return undefined;
  }
}

/** Such as `SHA256 with RSA`. */
export function algorithmText({ scheme, hash }: SignatureAlgorithm): string {
  return `${hash.replace('-', '')} with ${scheme}`;
}

/** A check takes longer with every bit: keys above these are made to keep a verifier busy. */
const LONGEST_MODULUS = 8192;
const LARGEST_EXPONENT = 2n ** 32n - 1n;

/** Bytes of a coordinate. */
const FIELD_SIZES: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };

/** Whether the key made the signature over `signed`. @param signature of ECDSA in DER */
export async function checkSignature(
  key: PublicKey,
  algorithm: SignatureAlgorithm | undefined,
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<SignatureCheck> {
  if (algorithm === undefined || key.type === 'other') return 'not-computable';
  const { scheme, hash, saltLength } = algorithm;
  if ((scheme === 'ECDSA') !== (key.type === 'EC')) return 'invalid';
  const parameters =
    key.type === 'EC' ? ecParameters(key.curve, hash) : rsaParameters(key, scheme, hash, saltLength);
  if (parameters === undefined) return 'not-computable';
  const value = key.type === 'EC' ? pairOf(signature, FIELD_SIZES[key.curve] ?? 0) : signature;
  if (value === undefined) return 'invalid';
  try {
    const imported = await crypto.subtle.importKey('spki', key.spki, parameters, false, ['verify']);
    return (await crypto.subtle.verify(parameters, imported, value, signed)) ? 'valid' : 'invalid';
  } catch {
    return 'not-computable';
  }
}

function ecParameters(namedCurve: string, hash: HashName) {
  return namedCurve in FIELD_SIZES ? { name: 'ECDSA', namedCurve, hash } : undefined;
}

function rsaParameters(
  { bits, exponent }: Extract<PublicKey, { type: 'RSA' }>,
  scheme: Scheme,
  hash: HashName,
  saltLength: number | undefined,
) {
  if (bits > LONGEST_MODULUS || exponent > LARGEST_EXPONENT) return undefined;
  return scheme === 'RSA' ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'RSA-PSS', hash, saltLength };
}

/** `SEQUENCE { r, s }` as WebCrypto takes it: both numbers in full length, one after the other. */
function pairOf(der: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> | undefined {
  const pair = new Uint8Array(2 * size);
  try {
    const numbers = valuesIn(readBer(der));
    if (numbers.length !== 2) return undefined;
    for (const [index, { contents }] of numbers.entries()) {
      const digits = contents.subarray(contents.findIndex(byte => byte !== 0));
      if (digits.length > size) return undefined;
      pair.set(digits, (index + 1) * size - digits.length);
    }
  } catch {
    return undefined;
  }
  return pair;
}

/** SHA-256 and longer (AD-RB v1.3; ETSI TS 119 312): for what is hashed before it is signed, too. */
export function isStrongHash(hash: HashName): boolean {
  return hash !== 'SHA-1';
}

export function isStrong(key: PublicKey, { hash }: SignatureAlgorithm): boolean {
  return isStrongHash(hash) && isStrongKey(key);
}

export async function digestOf(hash: HashName, parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, joined(parts)));
}
