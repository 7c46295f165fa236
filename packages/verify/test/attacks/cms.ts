import { createHash } from 'node:crypto';
import type { Holder, KeyHolder } from '../../../service/test/support/certificate-holders.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';
import { algorithm, children, context, NULL, octets, oid, sequence, set, small, sorted, tlv } from './der.ts';
import type { Der } from './der.ts';

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  sha1: '1.3.14.3.2.26',
  md5: '1.2.840.113549.2.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  sha3_256: '2.16.840.1.101.3.4.2.8',
  shake256: '2.16.840.1.101.3.4.2.12',
  rsa: '1.2.840.113549.1.1.1',
  md5WithRsa: '1.2.840.113549.1.1.4',
  sha1WithRsa: '1.2.840.113549.1.1.5',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  rsaPss: '1.2.840.113549.1.1.10',
  rsaWithSha3_256: '2.16.840.1.101.3.4.3.14',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
  /** In no standard. */
  unknown: '1.3.6.1.4.1.99999.1',
} as const;

/** A hash by its OID and by Node's name. */
export interface Hash {
  readonly oid: string;
  readonly name: string;
}

const SHA_256: Hash = { oid: OID.sha256, name: 'sha256' };

export function hashed(name: string, bytes: Uint8Array): Uint8Array {
  // RFC 8702: 64 bytes of SHAKE256.
  const options = name === 'shake256' ? { outputLength: 64 } : {};
  return createHash(name, options).update(bytes).digest();
}

export const attribute = (type: string, ...values: readonly Uint8Array[]): Der =>
  sequence(oid(type), set(...values));

/** `SigningCertificateV2` (RFC 5035) that refers to a certificate by SHA-256, perhaps also by an `issuerSerial`. */
export function certificateReference(certificate: Uint8Array, alsoNamed?: Uint8Array): Der {
  const id = [octets(hashed('sha256', certificate)), ...(alsoNamed === undefined ? [] : [alsoNamed])];
  return attribute(OID.signingCertificateV2, sequence(sequence(sequence(...id))));
}

/** The signed attributes of an honest signature. */
export interface Attributes {
  readonly contentType: Der;
  readonly messageDigest: Der;
  readonly reference: Der;
}

export interface CmsOptions {
  /** Of the content; it is also said to be the signer's. Default: SHA-256. */
  readonly digest?: Hash;
  /** What the signer info states as its hash, where that differs. */
  readonly statedDigest?: string;
  /** `AlgorithmIdentifier` of the signature. Default: the key's, with SHA-256. */
  readonly algorithm?: Uint8Array;
  /** Makes the signature's value. Default: the holder's, over SHA-256. */
  readonly sign?: (attributes: Uint8Array) => Uint8Array;
  /** What is signed, in this order; none: the content itself is. Default: the honest ones in DER's order. */
  readonly attributes?: (honest: Attributes) => readonly Uint8Array[] | undefined;
  /** The attributes as they stand in the file, where they differ from the DER that is signed. */
  readonly written?: (attributes: Uint8Array) => Uint8Array;
  readonly unsigned?: (value: Uint8Array) => readonly Uint8Array[];
  /** DER of certificates. Default: the holder's chain. */
  readonly certificates?: readonly Uint8Array[];
  /** `SignerIdentifier`. Default: issuer and number of the holder's certificate. */
  readonly signerId?: Uint8Array;
  /** All signer infos. Default: the one. */
  readonly signers?: (signer: Der) => readonly Uint8Array[];
  /** OID of what is signed. Default: data. */
  readonly contentType?: string;
  /** An enclosed content. Default: none. */
  readonly content?: Uint8Array;
  /** More of `certificates`, and of `crls`: raw elements of the SignedData behind them. */
  readonly lists?: readonly Uint8Array[];
}

/** A CMS SignedData (RFC 5652) in DER that is honest in every point that the options don't change. */
export function cmsOver(content: Uint8Array, holder: Holder, options: CmsOptions = {}): Der {
  const { digest = SHA_256, certificates = holder.pems.map(derOf) } = options;
  const leaf = derOf(holder.pems[0] ?? '');
  const digestAlgorithm = algorithm(options.statedDigest ?? digest.oid);
  const info = signerInfo(content, holder, { ...options, digest, leaf, digestAlgorithm });
  const enclosed = options.content === undefined ? [] : [context(0, octets(options.content))];
  return sequence(
    oid(OID.signedData),
    context(
      0,
      sequence(
        small(1),
        set(digestAlgorithm),
        sequence(oid(options.contentType ?? OID.data), ...enclosed),
        context(0, ...sorted(certificates)),
        ...(options.lists === undefined ? [] : [context(1, ...options.lists)]),
        set(...(options.signers?.(info) ?? [info])),
      ),
    ),
  );
}

interface SignerOptions extends CmsOptions {
  readonly digest: Hash;
  readonly leaf: Uint8Array;
  readonly digestAlgorithm: Uint8Array;
}

function signerInfo(content: Uint8Array, holder: Holder, options: SignerOptions): Der {
  const { leaf, digest, digestAlgorithm, written = attributes => attributes } = options;
  const honest: Attributes = {
    contentType: attribute(OID.contentType, oid(options.contentType ?? OID.data)),
    messageDigest: attribute(OID.messageDigest, octets(hashed(digest.name, content))),
    reference: certificateReference(leaf),
  };
  const attributes =
    options.attributes === undefined ? sorted(Object.values(honest)) : options.attributes(honest);
  const signed = attributes === undefined ? content : set(...attributes);
  const value = options.sign?.(signed) ?? Buffer.from(holder.sign(new Uint8Array(signed)), 'base64');
  const unsigned = options.unsigned?.(value);
  return sequence(
    small(1),
    options.signerId ?? issuerAndNumber(leaf),
    digestAlgorithm,
    ...(attributes === undefined ? [] : [retagged(written(signed), 0xa0)]),
    options.algorithm ?? usualAlgorithm(holder),
    octets(value),
    ...(unsigned === undefined ? [] : [context(1, ...unsigned)]),
  );
}

/** Over SHA-256. */
function usualAlgorithm(holder: Holder | KeyHolder): Der {
  const isCurve = 'privateKey' in holder && holder.privateKey.asymmetricKeyType === 'ec';
  return isCurve ? algorithm(OID.ecdsaWithSha256) : algorithm(OID.sha256WithRsa, NULL);
}

/** The same element under another tag, as IMPLICIT asks. */
function retagged(element: Uint8Array, tag: number): Der {
  return new Uint8Array([tag, ...element.subarray(1)]);
}

/** Parts of a certificate's `TBSCertificate` (RFC 5280, 4.1), with a version in front. */
export function tbsParts(certificate: Uint8Array): Uint8Array[] {
  return children(children(certificate)[0] ?? new Uint8Array());
}

export function issuerAndNumber(certificate: Uint8Array): Der {
  const [, number = NULL, , issuer = NULL] = tbsParts(certificate);
  return sequence(issuer, number);
}

/** `IssuerSerial` (RFC 5035): the name is one of several. */
export function issuerSerial(certificate: Uint8Array): Der {
  const [, number = NULL, , issuer = NULL] = tbsParts(certificate);
  return sequence(sequence(tlv(0xa4, issuer)), number);
}
