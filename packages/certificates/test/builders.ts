/** DER of certificates, made of parts that a test may choose, valid or not, in Node and in browsers. Signatures are zeros. */
import { context, der, EXTENSION, oidDer, TAG, unsignedIntegerDer, type Bytes } from '../src/index.ts';

/** String types by name, with their tags. */
const STRING_TAGS = {
  octet: 0x04,
  utf8: 0x0c,
  numeric: 0x12,
  printable: 0x13,
  teletex: 0x14,
  ia5: 0x16,
  visible: 0x1a,
  universal: 0x1c,
  bmp: 0x1e,
} as const;
export type StringType = keyof typeof STRING_TAGS;

export function stringDer(type: StringType, text: string): Bytes {
  return der(STRING_TAGS[type], encoded(type, text));
}

/** Octets of a character, of a code unit in a BMPString. */
const WIDTHS: Partial<Record<StringType, number>> = { bmp: 2, universal: 4 };

function encoded(type: StringType, text: string): Uint8Array {
  if (type === 'utf8') return new TextEncoder().encode(text);
  const codes = type === 'bmp' ? text.split('').map(unit => unit.charCodeAt(0)) : codePoints(text);
  const shifts = [24, 16, 8, 0].slice(-(WIDTHS[type] ?? 1));
  return Uint8Array.from(codes.flatMap(code => shifts.map(shift => (code >> shift) & 0xff)));
}

const codePoints = (text: string): number[] => Array.from(text, character => character.codePointAt(0) ?? 0);

export const sequence = (...parts: readonly Uint8Array[]): Bytes => der(TAG.sequence, ...parts);

/** A relative name of one attribute. */
export function attributeDer(type: string, value: Uint8Array): Bytes {
  return der(TAG.set, sequence(oidDer(type), value));
}

export const commonName = (text: string, type: StringType = 'utf8'): Bytes =>
  sequence(attributeDer('2.5.4.3', stringDer(type, text)));

/** `[0] { type-id, value [0] EXPLICIT }`. @param value its DER; none where it is missing */
export function otherNameDer(type: string, ...value: readonly Uint8Array[]): Bytes {
  return der(context(0), oidDer(type), ...value.map(inner => der(context(0), inner)));
}

export function extensionDer(id: string, value: Uint8Array, critical = false): Bytes {
  const flag = critical ? [der(TAG.boolean, Uint8Array.of(0xff))] : [];
  return sequence(oidDer(id), ...flag, der(TAG.octetString, value));
}

export function keyUsageDer(...bits: readonly number[]): Bytes {
  const octets = new Uint8Array(3);
  for (const bit of bits) octets[1 + (bit >> 3)] = (octets[1 + (bit >> 3)] ?? 0) | (0x80 >> (bit & 7));
  return extensionDer(EXTENSION.keyUsage, der(TAG.bitString, octets), true);
}

export const authorityDer = (): Bytes =>
  extensionDer(EXTENSION.basicConstraints, sequence(der(TAG.boolean, Uint8Array.of(0xff))), true);

export const purposesDer = (...purposes: readonly string[]): Bytes =>
  extensionDer(EXTENSION.extendedKeyUsage, sequence(...purposes.map(oidDer)));

/** SubjectPublicKeyInfo of an RSA key of that size, which is nobody's. */
export function rsaKeyDer(bits: number, algorithm = '1.2.840.113549.1.1.1'): Bytes {
  const modulus = new Uint8Array(bits / 8).fill(0xc1);
  const key = sequence(unsignedIntegerDer(modulus), unsignedIntegerDer(Uint8Array.of(1, 0, 1)));
  const identifier = sequence(oidDer(algorithm), der(TAG.null));
  return sequence(identifier, der(TAG.bitString, Uint8Array.of(0), key));
}

/** SubjectPublicKeyInfo of an EC key. @param curve OID */
export function ecKeyDer(curve: string): Bytes {
  const point = new Uint8Array(65).fill(4);
  return sequence(
    sequence(oidDer('1.2.840.10045.2.1'), oidDer(curve)),
    der(TAG.bitString, Uint8Array.of(0), point),
  );
}

export interface CertificateParts {
  readonly subject?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly key?: Uint8Array;
  readonly extensions?: readonly Uint8Array[];
  readonly serial?: Uint8Array;
  /** UTCTime: YYMMDDHHMMSSZ. */
  readonly validity?: readonly [from: string, to: string];
}

const SHA256_WITH_RSA = sequence(oidDer('1.2.840.113549.1.1.11'), der(TAG.null));
const utcTime = (text: string): Bytes => der(TAG.utcTime, encoded('visible', text));

export function certificateDer({
  subject = commonName('MARIA DA SILVA'),
  issuer = commonName('AC TESTE'),
  key = rsaKeyDer(2048),
  extensions = [],
  serial = Uint8Array.of(1),
  validity: [from, to] = ['260101000000Z', '280101000000Z'],
}: CertificateParts): Bytes {
  const body = sequence(
    der(context(0), der(TAG.integer, Uint8Array.of(2))),
    der(TAG.integer, serial),
    SHA256_WITH_RSA,
    issuer,
    sequence(utcTime(from), utcTime(to)),
    subject,
    key,
    ...(extensions.length > 0 ? [der(context(3), sequence(...extensions))] : []),
  );
  return sequence(body, SHA256_WITH_RSA, der(TAG.bitString, new Uint8Array(257)));
}
