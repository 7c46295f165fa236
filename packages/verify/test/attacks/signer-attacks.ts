import { sign } from 'node:crypto';
import {
  cmsOver,
  certificateReference,
  hashed,
  issuerAndNumber,
  issuerSerial,
  OID,
  type CmsOptions,
} from './cms.ts';
import { contractPdf } from './contract.ts';
import { algorithm, indefinite, NULL, oid, sequence, set, small, sorted, tlv } from './der.ts';
import { signRaw } from './raw-signature.ts';
import {
  indeterminate,
  notFailed,
  permitted,
  refused,
  undecided,
  type Family,
  type Signers,
} from './verification.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';

import { byMaria, leafOf, SHA_512, withCms } from './cms-attacks.ts';

/** RFC 5035: which certificate the signature is by. */
export const REFERENCES: Family = {
  family: 'another certificate than the signer’s',
  cases: [
    permitted(
      'a reference with issuer and number is permitted',
      withCms(s => referring(certificateReference(leafOf(s.maria), issuerSerial(leafOf(s.maria))))),
    ),
    indeterminate(
      'a reference (ESS) to another certificate',
      'NO_SIGNING_CERTIFICATE_FOUND',
      withCms(s => referring(certificateReference(leafOf(s.joao)))),
    ),
    refused(
      'a reference with another’s issuer and number',
      withCms(s => referring(certificateReference(leafOf(s.maria), issuerSerial(leafOf(s.joao))))),
    ),
    refused(
      'no reference, in a PAdES signature',
      withCms({ attributes: ({ contentType, messageDigest }) => sorted([contentType, messageDigest]) }),
    ),
    refused(
      'a signer identifier of another’s',
      withCms(s => ({
        signerId: issuerAndNumber(leafOf(s.joao)),
        certificates: [...s.maria.pems, s.joao.pems[0] ?? ''].map(derOf),
      })),
    ),
    indeterminate(
      'no certificate of the signer’s',
      'NO_SIGNING_CERTIFICATE_FOUND',
      withCms(s => ({ certificates: s.joao.pems.map(derOf) })),
    ),
    refused('two signers', withCms({ signers: signer => [signer, signer] })),
    refused('no signer', withCms({ signers: () => [] })),
    refused('another content enclosed', withCms({ content: Buffer.from('Outro contrato') })),
    indeterminate('the hash of the content enclosed (adbe.pkcs7.sha1), which is not checked', 'GENERIC', s =>
      signRaw(contractPdf(), s.maria, { subFilter: 'adbe.pkcs7.sha1', cms: signed => enclosing(signed, s) }),
    ),
  ],
};

/** A CMS over the SHA-1 of the bytes, as Adobe's oldest form asks: it is not a form that is understood. */
function enclosing(signed: Uint8Array, { maria }: Signers): Uint8Array {
  const hash = hashed('sha1', signed);
  return cmsOver(hash, maria, { content: hash });
}

function referring(reference: Uint8Array): CmsOptions {
  return { attributes: ({ contentType, messageDigest }) => sorted([contentType, messageDigest, reference]) };
}

const SHA3 = { oid: OID.sha3_256, name: 'sha3-256' };

/** A list of revoked certificates with 4,000 entries: 12,000 elements, where ASN.1 libraries stop at 10,000. */
function longList(): Uint8Array {
  const time = tlv(0x17, Buffer.from('261101000000Z'));
  const entries = Array.from({ length: 4000 }, (_, index) =>
    sequence(tlv(2, Buffer.from([1, index >> 8, index & 255])), time),
  );
  const signing = algorithm(OID.sha256WithRsa, NULL);
  const name = sequence(set(sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from('Autoridade')))));
  const list = sequence(small(1), signing, name, time, time, sequence(...entries));
  return sequence(list, signing, tlv(3, new Uint8Array(257)));
}

/** Signatures that nothing is wrong with, and that not everybody can check (findings 10 and 13). */
export const UNCOMMON: Family = {
  family: 'honest signatures in an uncommon form',
  cases: [
    ...(['Ed25519', 'Ed448'] as const).map(key =>
      notFailed(`a key on ${key}`, async s => {
        const holder = await s.authority.issue({ name: 'CURVA', cpf: '52998224725', key });
        const hash = key === 'Ed25519' ? SHA_512 : { oid: OID.shake256, name: 'shake256' };
        const options = {
          digest: hash,
          algorithm: algorithm(key === 'Ed25519' ? OID.ed25519 : OID.ed448),
          sign: (data: Uint8Array) => new Uint8Array(sign(null, data, holder.privateKey)),
        };
        return signRaw(contractPdf(), holder, { cms: signed => cmsOver(signed, holder, options) });
      }),
    ),
    notFailed(
      'RSA with SHA3-256',
      withCms(s => ({
        digest: SHA3,
        algorithm: algorithm(OID.rsaWithSha3_256),
        sign: byMaria(s, 'sha3-256'),
      })),
    ),
    undecided(
      'an unknown signature algorithm',
      withCms({ algorithm: algorithm(OID.unknown), sign: () => new Uint8Array(64) }),
    ),
    undecided('an unknown hash', withCms({ statedDigest: OID.unknown })),
    permitted('a CMS in BER without lengths', s =>
      signRaw(contractPdf(), s.maria, { cms: signed => indefinite(cmsOver(signed, s.maria), 3) }),
    ),
    permitted('a list of revoked certificates of more than 10,000 elements enclosed', s =>
      signRaw(contractPdf(), s.maria, {
        cms: signed => cmsOver(signed, s.maria, { lists: [longList()] }),
        digits: 400_000,
      }),
    ),
    permitted('somebody else’s certificate enclosed, too', s =>
      signRaw(contractPdf(), s.maria, {
        cms: signed =>
          cmsOver(signed, s.maria, {
            certificates: [...s.maria.pems, ...s.joao.pems.slice(0, 1)].map(derOf),
          }),
      }),
    ),
  ],
};
