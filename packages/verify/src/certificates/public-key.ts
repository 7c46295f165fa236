import { RSAPublicKey } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509';
import { oidOf, readBer } from '../asn1/ber.ts';
import { hexOf } from '../bytes.ts';

/** A certificate's key, as far as one must know it to check signatures. */
export type PublicKey =
  | {
      readonly type: 'RSA';
      readonly bits: number;
      readonly exponent: bigint;
      /** DER of the SubjectPublicKeyInfo, by the algorithm that every program knows. */
      readonly spki: Uint8Array<ArrayBuffer>;
    }
  | {
      readonly type: 'EC';
      /** As WebCrypto names it, else its OID. */
      readonly curve: string;
      readonly spki: Uint8Array<ArrayBuffer>;
    }
  | { readonly type: 'other'; readonly algorithm: string };

const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const EC = '1.2.840.10045.2.1';

const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
};

const NULL = new Uint8Array([5, 0]).buffer;

/** @throws where an RSA key is none, or a curve has no name */
export function readPublicKey(info: SubjectPublicKeyInfo): PublicKey {
  const { algorithm, parameters } = info.algorithm;
  if (algorithm === RSA || algorithm === RSA_PSS) {
    const { modulus, publicExponent } = AsnConvert.parse(info.subjectPublicKey, RSAPublicKey);
    // WebCrypto of browsers knows no key of RSASSA-PSS alone: the key is the same.
    const plain = new AlgorithmIdentifier({ algorithm: RSA, parameters: NULL });
    const { subjectPublicKey } = info;
    return {
      type: 'RSA',
      bits: BigInt(`0x${hexOf(modulus)}`).toString(2).length,
      exponent: BigInt(`0x${hexOf(publicExponent)}`),
      spki: derOf(new SubjectPublicKeyInfo({ algorithm: plain, subjectPublicKey })),
    };
  }
  if (algorithm !== EC || !parameters) return { type: 'other', algorithm };
  const curve = oidOf(readBer(new Uint8Array(parameters)));
  return { type: 'EC', curve: CURVES[curve] ?? curve, spki: derOf(info) };
}

function derOf(info: SubjectPublicKeyInfo): Uint8Array<ArrayBuffer> {
  return new Uint8Array(AsnConvert.serialize(info));
}

/** RSA of 2048 bits and more, curves of 256 bits and more (AD-RB v1.3; ETSI TS 119 312). */
export function isStrongKey(key: PublicKey): boolean {
  return key.type === 'RSA' ? key.bits >= 2048 : key.type === 'EC' && key.curve.startsWith('P-');
}
