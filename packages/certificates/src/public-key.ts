import { BerError, child, expect, readWhole, TAG, type Ber, type Bytes } from './ber.ts';
import { bits, oid, unsignedInteger } from './ber-values.ts';

/** What signing and checking signatures need to know of a public key. Numbers are big-endian, without leading zeros. */
export type PublicKey =
  | {
      readonly type: 'RSA';
      readonly bits: number;
      readonly modulus: Bytes;
      readonly exponent: Bytes;
      /** The key is for RSASSA-PSS alone (RFC 4055, 1.2). */
      readonly isForPssOnly: boolean;
    }
  | {
      readonly type: 'EC';
      /** As WebCrypto names it, else its OID. */
      readonly curve: string;
      /** Uncompressed, mostly (SEC 1, 2.3.3). */
      readonly point: Bytes;
    }
  | { readonly type: 'other'; readonly algorithm: string };

/** RSA from 2048 bits (AD-RB v1.3; ETSI TS 119 312). A check takes longer with every bit, so there is an upper limit. */
const RSA_BITS = { least: 2048, most: 8192 } as const;
const LONGEST_EXPONENT = 4;

export const KEY_ALGORITHM = {
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  ec: '1.2.840.10045.2.1',
} as const;

/** OIDs of the curves that WebCrypto has. */
export const CURVE_OIDS: Readonly<Record<string, string>> = {
  'P-256': '1.2.840.10045.3.1.7',
  'P-384': '1.3.132.0.34',
  'P-521': '1.3.132.0.35',
};

/** Reads a SubjectPublicKeyInfo (RFC 5280, 4.1). @throws BerError */
export function readPublicKey(info: Ber): PublicKey {
  const identifier = expect(child(info, 0), TAG.sequence);
  const key = bits(child(info, 1));
  const algorithm = oid(child(identifier, 0));
  switch (algorithm) {
    case KEY_ALGORITHM.rsa:
    case KEY_ALGORITHM.rsaPss: {
      const numbers = expect(readWhole(key), TAG.sequence);
      const modulus = unsignedInteger(child(numbers, 0));
      const exponent = unsignedInteger(child(numbers, 1));
      const isForPssOnly = algorithm === KEY_ALGORITHM.rsaPss;
      return { type: 'RSA', bits: bitLength(modulus), modulus, exponent, isForPssOnly };
    }
    case KEY_ALGORITHM.ec: {
      const parameters = identifier.children[1];
      // Instead of a name there may be the numbers of a curve.
      if (parameters?.tag !== TAG.oid) return { type: 'other', algorithm };
      const curve = oid(parameters);
      const known = Object.entries(CURVE_OIDS).find(([, id]) => id === curve);
      return { type: 'EC', curve: known?.[0] ?? curve, point: key };
    }
    default:
      return { type: 'other', algorithm };
  }
}

function bitLength(unsigned: Bytes): number {
  const [first] = unsigned;
  if (first === undefined) throw new BerError('A modulus is zero.');
  return unsigned.length * 8 - Math.clz32(first) + 24;
}

/** Whether signatures by the key count: RSA from 2048 bits, curves of 256 bits and more (ETSI TS 119 312). */
export function isStrongKey(key: PublicKey): boolean {
  return key.type === 'RSA' ? key.bits >= RSA_BITS.least : isCheckableKey(key);
}

/** Whether signatures by the key can be checked, in a reasonable time. */
export function isCheckableKey(key: PublicKey): boolean {
  if (key.type !== 'RSA') return key.type === 'EC' && key.curve in CURVE_OIDS;
  return key.bits <= RSA_BITS.most && key.exponent.length <= LONGEST_EXPONENT;
}

/**
 * Why documents can't be signed with the key: it is too short, or of a kind that signatures of this project do not have
 * (RSASSA-PKCS1-v1_5 up to 8192 bits, ECDSA on P-256 and P-384).
 */
export function signingKeyFault(key: PublicKey): 'weakKey' | 'unsupportedKey' | undefined {
  if (key.type === 'RSA' && !isStrongKey(key)) return 'weakKey';
  const isOfOtherUse = key.type === 'RSA' ? key.isForPssOnly : key.type === 'EC' && key.curve === 'P-521';
  return isOfOtherUse || !isCheckableKey(key) ? 'unsupportedKey' : undefined;
}
