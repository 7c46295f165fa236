import {
  BerError,
  child,
  context,
  expect,
  readWhole,
  TAG,
  type Ber,
  type BerCursor,
  type Bytes,
} from './ber.ts';
import { bits, boolean, integer, namedBits, octets, oid, smallInteger, time } from './ber-values.ts';
import { hexOf } from './der.ts';
import { Name } from './names.ts';
import { readPublicKey, type PublicKey } from './public-key.ts';

/** An algorithm with its parameters, which are not interpreted. */
export interface AlgorithmIdentifier {
  /** OID. */
  readonly algorithm: string;
  readonly parameters: Ber | undefined;
  readonly der: Bytes;
}

/** An extension of a certificate, a revocation list or an OCSP message. Its value may be anything until it is read. */
export interface Extension {
  /** OID. */
  readonly id: string;
  readonly critical: boolean;
  readonly value: Bytes;
}

/** A certificate (RFC 5280, 4.1). All bytes are views of `der`. */
export interface Certificate {
  /** The whole certificate. */
  readonly der: Bytes;
  /** What its issuer signed: the `tbsCertificate`. */
  readonly signed: Bytes;
  /** The algorithm as the signature states it, and as the signed part states it. */
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly innerSignatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Bytes;
  /** Content of the INTEGER. */
  readonly serial: Bytes;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The whole SubjectPublicKeyInfo, and the bytes of the key in it. */
  readonly publicKeyInfo: Bytes;
  readonly publicKeyBits: Bytes;
  readonly publicKey: PublicKey;
  readonly extensions: readonly Extension[];
}

/** OIDs of the extensions that are read here. */
export const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  distributionPoints: '2.5.29.31',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const;

/**
 * Reads a certificate; its extensions are read when they are asked for.
 *
 * @param der kept, not copied.
 * @throws BerError when it is none.
 */
export function readCertificate(der: Bytes): Certificate {
  const whole = expect(readWhole(der), TAG.sequence).cursor();
  const body = whole.next(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(whole.next());
  const { content } = whole.next(TAG.bitString);
  whole.expectEnd();
  // Without whole octets it is nobody's signature; whoever does not check it has no use for an error.
  const signature = content[0] === 0 ? content.subarray(1) : new Uint8Array();
  return { der, signed: body.raw, signatureAlgorithm, signature, ...readBody(body.cursor()) };
}

function readBody(fields: BerCursor) {
  // The version is omitted when it is 1.
  fields.optional(context(0));
  // In the order of the fields.
  const body = {
    serial: integer(fields.next()),
    innerSignatureAlgorithm: readAlgorithmIdentifier(fields.next()),
    issuer: new Name(fields.next()),
    ...readValidity(fields.next(TAG.sequence).cursor()),
    subject: new Name(fields.next()),
    ...readKey(fields.next(TAG.sequence)),
  };
  // The unique identifiers of version 2.
  fields.optional(0x81);
  fields.optional(0x82);
  const extensions = fields.optional(context(3));
  fields.expectEnd();
  return { ...body, extensions: extensions === undefined ? [] : readExtensions(child(extensions, 0)) };
}

function readValidity(fields: BerCursor) {
  return { notBefore: time(fields.next()), notAfter: time(fields.next()) };
}

function readKey(info: Ber) {
  return { publicKeyInfo: info.raw, publicKeyBits: bits(child(info, 1)), publicKey: readPublicKey(info) };
}

/** Reads the public key of a certificate and nothing else of it. @throws BerError */
export function readCertificateKey(der: Bytes): PublicKey {
  const fields = expect(readWhole(der), TAG.sequence).cursor().next(TAG.sequence).cursor();
  fields.optional(context(0));
  // Serial number, algorithm, issuer, validity and subject.
  for (let skipped = 0; skipped < 5; skipped += 1) fields.next();
  return readPublicKey(fields.next());
}

/** @throws BerError */
export function readAlgorithmIdentifier(value: Ber): AlgorithmIdentifier {
  const [algorithm, parameters] = expect(value, TAG.sequence).children;
  return { algorithm: oid(algorithm), parameters, der: value.raw };
}

/** `SEQUENCE OF SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }`, perhaps under an implicit tag. @throws BerError */
export function readExtensions(list: Ber, tag: number = TAG.sequence): Extension[] {
  return expect(list, tag).children.map(extension => {
    const fields = expect(extension, TAG.sequence).cursor();
    const id = oid(fields.next());
    const critical = fields.optional(TAG.boolean);
    const value = octets(fields.next());
    fields.expectEnd();
    return { id, critical: critical !== undefined && boolean(critical), value };
  });
}

/**
 * The value of an extension, or undefined.
 *
 * @throws BerError when it is not one value, or when the extension occurs twice (RFC 5280, 4.2 forbids it; readers that
 *   take the first and readers that take the last would see different certificates).
 */
export function extensionOf({ extensions }: Pick<Certificate, 'extensions'>, id: string): Ber | undefined {
  const [found, another] = extensions.filter(extension => extension.id === id);
  if (another !== undefined) throw new BerError(`The extension ${id} occurs twice.`);
  return found && readWhole(found.value);
}

/** The bits of the KeyUsage extension (RFC 5280, 4.2.1.3), by number. */
const USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const;
export type KeyUsage = (typeof USAGES)[number];

/** What the key may be used for; undefined: the certificate does not limit it. @throws BerError */
export function keyUsageOf(certificate: Certificate): ReadonlySet<KeyUsage> | undefined {
  const value = extensionOf(certificate, EXTENSION.keyUsage);
  if (value === undefined) return undefined;
  const set = namedBits(value);
  return new Set(USAGES.filter((_, bit) => set.has(bit)));
}

/** Whether the key may be used for one of these. @throws BerError */
export function allows(certificate: Certificate, ...usages: readonly KeyUsage[]): boolean {
  const allowed = keyUsageOf(certificate);
  return allowed === undefined || usages.some(usage => allowed.has(usage));
}

/** Whether it is a CA certificate, and how many CA certificates may be between it and an end certificate. */
export interface BasicConstraints {
  readonly isAuthority: boolean;
  /** Undefined: any number. */
  readonly pathLength: number | undefined;
}

/** RFC 5280, 4.2.1.9. @throws BerError */
export function basicConstraintsOf(certificate: Certificate): BasicConstraints {
  const fields = extensionOf(certificate, EXTENSION.basicConstraints)?.cursor();
  const isAuthority = fields?.optional(TAG.boolean);
  const length = fields?.optional(TAG.integer);
  fields?.expectEnd();
  return {
    isAuthority: isAuthority !== undefined && boolean(isAuthority),
    pathLength: length && smallInteger(length),
  };
}

/** OIDs of the purposes in the extended key usage; undefined: any. @throws BerError */
export function purposesOf(certificate: Certificate): readonly string[] | undefined {
  return extensionOf(certificate, EXTENSION.extendedKeyUsage)?.children.map(purpose => oid(purpose));
}

/** OIDs of the CertificatePolicies extension. @throws BerError */
export function policiesOf(certificate: Certificate): readonly string[] {
  const policies = extensionOf(certificate, EXTENSION.policies)?.children ?? [];
  return policies.map(policy => oid(child(policy, 0)));
}

/** Identifier of the subject's key, in hexadecimal. @throws BerError */
export function keyIdOf(certificate: Certificate): string | undefined {
  const value = extensionOf(certificate, EXTENSION.subjectKeyId);
  return value && hexOf(octets(value));
}

/** Identifier of the issuer's key, in hexadecimal. @throws BerError */
export function issuerKeyIdOf(certificate: Certificate): string | undefined {
  const value = extensionOf(certificate, EXTENSION.authorityKeyId)?.cursor().optional(0x80);
  return value && hexOf(value.content);
}
