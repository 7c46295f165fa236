import type { SignatureAlgorithm } from '../cms/signature-algorithms.ts';
import { invalid } from '../domain/problem.ts';
import {
  BerError,
  readableCertificates,
  readCertificateFacts,
  signingKeyFault,
  type CertificateFacts,
  type HolderFault,
} from '@sign-session/certificates';

/** The signer's certificate and its issuers, as they were sent. */
export interface CertificateChain {
  /** The signer's certificate first. */
  readonly certificates: readonly [CertificateFacts, ...CertificateFacts[]];
  /** The algorithm of the signer's key. */
  readonly algorithm: SignatureAlgorithm;
}

const POINTER = '/certificateChainPems';
const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/;

/**
 * Parses the certificates of `prepare_signing`.
 * @param pems the signer's certificate first
 * @throws Problem `validation-error` for an invalid certificate, a key that is not supported, or a holder who is named
 *   in two ways. A weak key is refused later, with a reason.
 */
export function readChain(pems: readonly string[]): CertificateChain {
  const [first, ...others] = pems.map((pem, index) => derIn(pem, `${POINTER}/${index}`));
  if (first === undefined) throw invalid(POINTER, 'Must hold the signer’s certificate.');
  const leaf = readLeaf(first);
  // As in the widget: an issuer that can't be read proves nothing, and the path is found without it or not at all.
  const issuers = readableCertificates(others);
  if (signingKeyFault(leaf.publicKey) === 'unsupportedKey') {
    throw invalid(`${POINTER}/0`, 'Must have a key of RSA up to 8192 bits, or EC on P-256 or P-384.');
  }
  const { fault } = leaf.holder;
  if (fault !== undefined) throw invalid(`${POINTER}/0`, holderDetail(fault));
  return { certificates: [leaf, ...issuers], algorithm: algorithmOf(leaf) };
}

function holderDetail({ code, oid }: HolderFault): string {
  return code === 'duplicate-name'
    ? `Must name its holder once: the otherName ${oid} occurs twice.`
    : `Must have alternative names (${oid}) that can be read.`;
}

/** @throws RangeError when there is no certificate, BerError */
export function chainOf(ders: readonly Uint8Array<ArrayBuffer>[]): CertificateChain['certificates'] {
  const [leaf, ...issuers] = ders.map(der => readCertificateFacts(der));
  if (leaf === undefined) throw new RangeError('A chain begins with a certificate.');
  return [leaf, ...issuers];
}

function derIn(pem: string, pointer: string): Uint8Array<ArrayBuffer> {
  const [, base64] = PEM.exec(pem) ?? [];
  if (base64 === undefined) throw invalid(pointer, 'Must be one certificate in PEM.');
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function readLeaf(der: Uint8Array<ArrayBuffer>): CertificateFacts {
  try {
    return readCertificateFacts(der);
  } catch (error) {
    if (error instanceof BerError) throw invalid(`${POINTER}/0`, 'Must be a valid X.509 certificate.');
    throw error;
  }
}

/** Of a key that is supported. */
function algorithmOf({ publicKey: key }: CertificateFacts): SignatureAlgorithm {
  if (key.type !== 'EC') return 'RSASSA-PKCS1-v1_5';
  return key.curve === 'P-256' ? 'ECDSA-P256' : 'ECDSA-P384';
}
