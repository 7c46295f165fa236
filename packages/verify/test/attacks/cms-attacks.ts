import { constants, sign, type KeyObject } from 'node:crypto';
import { cmsOver, attribute, certificateReference, OID, type Attributes, type CmsOptions } from './cms.ts';
import { contractPdf } from './contract.ts';
import {
  algorithm,
  children,
  context,
  indefinite,
  NULL,
  octets,
  oid,
  sequence,
  set,
  small,
  sorted,
  tlv,
} from './der.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import { smuggledContract } from './smuggled-document.ts';
import { failed, indeterminate, permitted, refused, type Family, type Signers } from './verification.ts';
import type { Holder } from '../../../service/test/support/certificate-holders.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';

type Options = CmsOptions | ((signers: Signers) => CmsOptions);

/** A contract whose CMS is Maria's, changed in these points. */
export const withCms =
  (options: Options, subFilter?: string) =>
  (s: Signers): Bytes =>
    signRaw(contractPdf(), s.maria, {
      ...(subFilter !== undefined && { subFilter }),
      cms: signed => cmsOver(signed, s.maria, typeof options === 'function' ? options(s) : options),
    });

export const leafOf = ({ pems: [pem = ''] }: Holder): Uint8Array => derOf(pem);
const rsa =
  (key: KeyObject, hash: string) =>
  (data: Uint8Array): Uint8Array =>
    sign(hash, data, key);
export const byMaria = ({ maria }: Signers, hash: string) => rsa(maria.privateKey, hash);

const WRONG_DIGEST = attribute(OID.messageDigest, octets(new Uint8Array(32)));

/** RFC 5652, 11: each attribute once, with one value, in DER. */
export const ATTRIBUTES: Family = {
  family: 'signed attributes in a wrong form',
  cases: [
    permitted('honest ones are permitted', withCms({})),
    refused(
      'BER that was signed as it stands',
      withCms(s => ({
        sign: attributes => byMaria(s, 'sha256')(indefinite(attributes)),
        written: attributes => indefinite(attributes),
      })),
    ),
    refused(
      'two message digests, the first right',
      withCms({
        attributes: ({ contentType, messageDigest, reference }) => [
          contentType,
          messageDigest,
          WRONG_DIGEST,
          reference,
        ],
      }),
    ),
    refused(
      'two message digests, the second right',
      withCms({
        attributes: ({ contentType, messageDigest, reference }) => [
          contentType,
          WRONG_DIGEST,
          messageDigest,
          reference,
        ],
      }),
    ),
    refused(
      'a message digest of two values',
      withCms({
        attributes: ({ contentType, messageDigest, reference }) => [
          contentType,
          twoValued(messageDigest),
          reference,
        ],
      }),
    ),
    refused(
      'two content types',
      withCms({
        attributes: ({ contentType, messageDigest, reference }) => [
          contentType,
          attribute(OID.contentType, oid(OID.signedData)),
          messageDigest,
          reference,
        ],
      }),
    ),
    refused(
      'another content type',
      withCms({
        attributes: ({ messageDigest, reference }) =>
          sorted([attribute(OID.contentType, oid(OID.signedData)), messageDigest, reference]),
      }),
    ),
    refused(
      'no message digest',
      withCms({ attributes: ({ contentType, reference }) => [contentType, reference] }),
    ),
    refused(
      'no content type',
      withCms({ attributes: ({ messageDigest, reference }) => [messageDigest, reference] }),
    ),
    refused(
      'a message digest that is not signed',
      withCms({
        attributes: ({ contentType, reference }) => sorted([contentType, reference]),
        unsigned: () => [attribute(OID.messageDigest, octets(new Uint8Array(32)))],
      }),
    ),
    refused(
      'two references to certificates, the second another’s',
      withCms(s => ({
        attributes: ({ contentType, messageDigest, reference }) => [
          contentType,
          messageDigest,
          reference,
          certificateReference(leafOf(s.joao)),
        ],
      })),
    ),
    refused('none, in a PAdES signature', withCms({ attributes: () => undefined })),
    permitted('none, in an older signature', withCms({ attributes: () => undefined }, 'adbe.pkcs7.detached')),
    failed('none, and the document stands in those that were signed', 'FORMAT_FAILURE', ({ maria }) =>
      smuggledContract([attribute(OID.contentType, oid(OID.data))], maria),
    ),
    failed(
      'another kind of content, in the attribute as well',
      'FORMAT_FAILURE',
      withCms({ contentType: OID.timestampInfo }),
    ),
    permitted('protected algorithms', withCms({ attributes: protecting(OID.sha256WithRsa) })),
    failed(
      'protected algorithms that were replaced',
      'FORMAT_FAILURE',
      withCms({ attributes: protecting(OID.sha512WithRsa) }),
    ),
    failed('another text behind the signature', 'FORMAT_FAILURE', ({ maria }) =>
      signRaw(contractPdf(), maria, {
        cms: signed => Buffer.concat([cmsOver(signed, maria), Buffer.from('R$ 900.000')]),
      }),
    ),
    failed(
      'a wrong message digest',
      'HASH_FAILURE',
      withCms({ attributes: ({ contentType, reference }) => sorted([contentType, WRONG_DIGEST, reference]) }),
    ),
  ],
};

/** `CMSAlgorithmProtection` (RFC 6211). */
function protecting(signature: string) {
  return (honest: Attributes): Uint8Array[] =>
    sorted([
      ...Object.values(honest),
      attribute(OID.algorithmProtection, sequence(algorithm(OID.sha256), context(1, oid(signature), NULL))),
    ]);
}

function twoValued(messageDigest: Uint8Array): Uint8Array {
  const [type = NULL, values = NULL] = children(messageDigest);
  return sequence(type, set(...children(values), octets(new Uint8Array(32))));
}

export const SHA_512 = { oid: OID.sha512, name: 'sha512' };
const SHA_1 = { oid: OID.sha1, name: 'sha1' };
const MD5 = { oid: OID.md5, name: 'md5' };

/** `RSASSA-PSS-params` (RFC 4055). */
const pss = (hash: string, maskHash = hash, salt = 32): Uint8Array =>
  algorithm(
    OID.rsaPss,
    sequence(
      context(0, algorithm(hash)),
      context(1, algorithm('1.2.840.113549.1.1.8', algorithm(maskHash))),
      context(2, small(salt)),
    ),
  );

const pssBy =
  ({ maria }: Signers, hash: string, saltLength = 32) =>
  (data: Uint8Array): Uint8Array =>
    sign(hash, data, { key: maria.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });

export const ALGORITHMS: Family = {
  family: 'algorithms that do not fit together, or are too weak',
  cases: [
    permitted(
      'RSA with SHA-512 is permitted',
      withCms(s => ({
        digest: SHA_512,
        algorithm: algorithm(OID.sha512WithRsa, NULL),
        sign: byMaria(s, 'sha512'),
      })),
    ),
    permitted(
      'RSASSA-PSS is permitted',
      withCms(s => ({ algorithm: pss(OID.sha256), sign: pssBy(s, 'sha256') })),
    ),
    permitted('an RSA that names no hash is permitted', withCms({ algorithm: algorithm(OID.rsa, NULL) })),
    refused(
      'a signature by SHA-512 over a SHA-256 digest',
      withCms(s => ({ algorithm: algorithm(OID.sha512WithRsa, NULL), sign: byMaria(s, 'sha512') })),
    ),
    refused('a stated digest algorithm that was not used', withCms({ statedDigest: OID.sha384 })),
    refused(
      'a signature by SHA-1 that calls itself SHA-256',
      withCms(s => ({ sign: byMaria(s, 'sha1') })),
    ),
    refused('the algorithm of another kind of key', withCms({ algorithm: algorithm(OID.ecdsaWithSha256) })),
    refused(
      'RSASSA-PSS with another hash than it states',
      withCms(s => ({ algorithm: pss(OID.sha512), sign: pssBy(s, 'sha256') })),
    ),
    refused(
      'RSASSA-PSS that calls itself PKCS #1',
      withCms(s => ({ sign: pssBy(s, 'sha256') })),
    ),
    refused(
      'RSASSA-PSS with another hash than the digest’s',
      withCms(s => ({ digest: SHA_512, algorithm: pss(OID.sha256), sign: pssBy(s, 'sha256') })),
    ),
    indeterminate(
      'SHA-1 throughout',
      'CRYPTO_CONSTRAINTS_FAILURE',
      withCms(s => ({
        digest: SHA_1,
        algorithm: algorithm(OID.sha1WithRsa, NULL),
        sign: byMaria(s, 'sha1'),
      })),
    ),
    refused('SHA-1 of the content alone', withCms({ digest: SHA_1 })),
    refused(
      'MD5 throughout',
      withCms(s => ({ digest: MD5, algorithm: algorithm(OID.md5WithRsa, NULL), sign: byMaria(s, 'md5') })),
    ),
    failed(
      'a signature by another key',
      'SIG_CRYPTO_FAILURE',
      withCms(({ joao }) => ({ sign: data => rsa(joao.privateKey, 'sha256')(data) })),
    ),
    failed('a signature of zeros', 'SIG_CRYPTO_FAILURE', withCms({ sign: () => new Uint8Array(256) })),
    refused('an empty signature', withCms({ sign: () => new Uint8Array() })),
    refused('an RSA key of 1024 bits', async s => {
      const weak = await s.authority.issue({ name: 'FRACA', cpf: '52998224725', key: 'RSA-1024' });
      return signRaw(contractPdf(), weak);
    }),
    ...['r and s of zero', 'r and s of the curve’s order'].map((name, index) =>
      failed(`an ECDSA signature with ${name}`, 'SIG_CRYPTO_FAILURE', async s => {
        const holder = await s.authority.issue({ name: 'CURVA', cpf: '52998224725', key: 'P-256' });
        const number = index === 0 ? small(0) : tlv(2, Buffer.from([0]), P256_ORDER);
        const options = { algorithm: algorithm(OID.ecdsaWithSha256), sign: () => sequence(number, number) };
        return signRaw(contractPdf(), holder, { cms: signed => cmsOver(signed, holder, options) });
      }),
    ),
  ],
};

const P256_ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
