import type { SignatureAlgorithm } from '../cms/signature-algorithms.ts';
import { invalid } from '../domain/problem.ts';
import { readCertificate, type CertificateFacts } from '@sign-session/verify';

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
 * Largest key size that this service's signatures take (AD-RB v1.3). RSA below 2048 bits is refused later, with a
 * reason.
 */
const LARGEST_MODULUS = 4096;

/**
 * Parses the certificates of `prepare_signing`.
 * @param pems the signer's certificate first
 * @throws Problem `validation-error` for an invalid certificate, or a key that is not supported
 */
export function readChain(pems: readonly string[]): CertificateChain {
  const [leaf, ...issuers] = pems.map((pem, index) => readPem(pem, `${POINTER}/${index}`));
  if (leaf === undefined) throw invalid(POINTER, 'Must hold the signer’s certificate.');
  const algorithm = algorithmOf(leaf);
  if (algorithm === undefined) {
    throw invalid(`${POINTER}/0`, 'Must have a key of RSA up to 4096 bits, or EC on P-256 or P-384.');
  }
  return { certificates: [leaf, ...issuers], algorithm };
}

/** @throws RangeError when there is no certificate, CertificateFormatError */
export function chainOf(ders: readonly Uint8Array<ArrayBuffer>[]): CertificateChain['certificates'] {
  const [leaf, ...issuers] = ders.map(der => readCertificate(der));
  if (leaf === undefined) throw new RangeError('A chain begins with a certificate.');
  return [leaf, ...issuers];
}

function readPem(pem: string, pointer: string): CertificateFacts {
  const [, base64] = PEM.exec(pem) ?? [];
  if (base64 === undefined) throw invalid(pointer, 'Must be one certificate in PEM.');
  try {
    return readCertificate(new Uint8Array(Buffer.from(base64, 'base64')));
  } catch {
    throw invalid(pointer, 'Must be a certificate that can be read.');
  }
}

function algorithmOf({ publicKey: key }: CertificateFacts): SignatureAlgorithm | undefined {
  if (key.type === 'RSA') return key.bits <= LARGEST_MODULUS ? 'RSASSA-PKCS1-v1_5' : undefined;
  if (key.type !== 'EC') return undefined;
  if (key.curve === 'P-256') return 'ECDSA-P256';
  return key.curve === 'P-384' ? 'ECDSA-P384' : undefined;
}
