import {
  type Ber,
  BerError,
  TAG,
  bits,
  child,
  context,
  expect,
  octets,
  oid,
  readWhole,
  text,
  unsignedInteger,
} from '../asn1/ber.ts';

/** What signing needs to know of a public key. */
export type PublicKey =
  | { readonly type: 'RSA'; readonly bits: number; readonly modulus: Uint8Array<ArrayBuffer> }
  | { readonly type: 'EC'; readonly curve: string; readonly point: Uint8Array<ArrayBuffer> }
  | { readonly type: 'other' };

/** Bits of the KeyUsage extension (RFC 5280, 4.2.1.3). */
export type KeyUsage = ReadonlySet<'digitalSignature' | 'nonRepudiation' | 'keyCertSign'>;

/** The content of a certificate (RFC 5280). Times are ms since the epoch. */
export interface Certificate {
  /** The whole certificate. */
  readonly der: Uint8Array<ArrayBuffer>;
  readonly serialNumber: Uint8Array<ArrayBuffer>;
  /** The names, whose DER is compared. */
  readonly subject: Ber;
  readonly issuer: Ber;
  readonly subjectName: string;
  readonly issuerName: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: PublicKey;
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array<ArrayBuffer>;
  /** OID of its issuer's signature algorithm. */
  readonly signatureAlgorithm: string;
  /** Undefined: the certificate does not limit it. */
  readonly keyUsage: KeyUsage | undefined;
  readonly isAuthority: boolean;
  /** OIDs of the CertificatePolicies extension. */
  readonly policies: readonly string[];
  readonly subjectKeyId: Uint8Array<ArrayBuffer> | undefined;
  readonly authorityKeyId: Uint8Array<ArrayBuffer> | undefined;
  /** The GeneralNames of the SubjectAltName extension. */
  readonly alternativeNames: readonly Ber[];
}

const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  policies: '2.5.29.32',
  authorityKeyId: '2.5.29.35',
} as const;

const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';
const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
};

/**
 * Reads a certificate.
 *
 * @param der its DER; kept, not copied.
 * @throws BerError when it is none.
 */
export function readCertificate(der: Uint8Array<ArrayBuffer>): Certificate {
  const certificate = expect(readWhole(der), TAG.sequence);
  const { children } = expect(child(certificate, 0), TAG.sequence);
  // The version comes first, and is omitted when it is 1.
  const fields = children[0]?.tag === context(0) ? children.slice(1) : children;
  const [serial, , issuer, validity, subject, publicKeyInfo, ...rest] = fields;
  if (!issuer || !validity || !subject || !publicKeyInfo) throw new BerError('A field is missing.');
  const extensions = readExtensions(rest);
  return {
    der,
    serialNumber: unsignedInteger(serial),
    subject,
    issuer,
    subjectName: displayName(subject),
    issuerName: displayName(issuer),
    notBefore: time(child(validity, 0)),
    notAfter: time(child(validity, 1)),
    publicKey: readPublicKey(publicKeyInfo),
    publicKeyInfo: publicKeyInfo.raw,
    signatureAlgorithm: oid(child(child(certificate, 1), 0)),
    ...readKnownExtensions(extensions),
  };
}

function readExtensions(rest: readonly Ber[]): Map<string, Ber> {
  const list = rest.find(field => field.tag === context(3));
  const extensions = new Map<string, Ber>();
  for (const extension of list?.children[0]?.children ?? []) {
    const value = extension.children.at(-1);
    extensions.set(oid(child(extension, 0)), readWhole(octets(expect(value, TAG.octetString))));
  }
  return extensions;
}

function readKnownExtensions(extensions: Map<string, Ber>) {
  const authority = extensions.get(EXTENSION.authorityKeyId)?.children.find(({ tag }) => tag === 0x80);
  return {
    keyUsage: readKeyUsage(extensions.get(EXTENSION.keyUsage)),
    isAuthority: extensions.get(EXTENSION.basicConstraints)?.children[0]?.content[0] === 0xff,
    policies: extensions.get(EXTENSION.policies)?.children.map(policy => oid(child(policy, 0))) ?? [],
    subjectKeyId: extensions.get(EXTENSION.subjectKeyId)?.content,
    authorityKeyId: authority?.content,
    alternativeNames: extensions.get(EXTENSION.alternativeNames)?.children ?? [],
  };
}

function readKeyUsage(value: Ber | undefined): KeyUsage | undefined {
  if (value === undefined) return undefined;
  const [, first = 0] = expect(value, TAG.bitString).content;
  const usage = new Set<'digitalSignature' | 'nonRepudiation' | 'keyCertSign'>();
  if (first & 0x80) usage.add('digitalSignature');
  if (first & 0x40) usage.add('nonRepudiation');
  if (first & 0x04) usage.add('keyCertSign');
  return usage;
}

function readPublicKey(info: Ber): PublicKey {
  const algorithm = child(info, 0);
  const key = bits(child(info, 1));
  switch (oid(child(algorithm, 0))) {
    case RSA: {
      const modulus = unsignedInteger(child(readWhole(key), 0));
      return { type: 'RSA', bits: bitLength(modulus), modulus };
    }
    case EC: {
      const name = algorithm.children[1];
      const curve = name?.tag === TAG.oid ? CURVES[oid(name)] : undefined;
      return curve === undefined ? { type: 'other' } : { type: 'EC', curve, point: key };
    }
    default:
      return { type: 'other' };
  }
}

function bitLength(unsigned: Uint8Array): number {
  return unsigned.length === 0 ? 0 : unsigned.length * 8 - Math.clz32(unsigned[0] ?? 0) + 24;
}

/** UTCTime or GeneralizedTime in the forms of RFC 5280, 4.1.2.5: to the second, in UTC. */
function time(value: Ber): number {
  const digits = text(value);
  // UTCTime has two digits for the year: 50 to 99 mean 1950 to 1999.
  const century = value.tag === TAG.generalizedTime ? '' : Number(digits.slice(0, 2)) < 50 ? '20' : '19';
  const iso = `${century}${digits}`.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const at = Date.parse(iso);
  if (Number.isNaN(at)) throw new BerError('A time is malformed.');
  return at;
}

/** The attributes of a Name (RFC 5280, 4.1.2.4), in order: type as an OID, and value. */
function nameAttributes(name: Ber): { readonly type: string; readonly value: string }[] {
  return name.children.flatMap(set =>
    set.children.map(attribute => ({ type: oid(child(attribute, 0)), value: text(child(attribute, 1)) })),
  );
}

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';

/** The name to display: the common name, else the organisation. */
function displayName(name: Ber): string {
  const attributes = nameAttributes(name);
  const last = (type: string) => attributes.findLast(attribute => attribute.type === type)?.value;
  return last(COMMON_NAME) ?? last(ORGANISATION) ?? '';
}
