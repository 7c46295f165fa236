import * as z from 'zod';
import {
  BerError,
  certificatesInPem,
  readableCertificates,
  type CertificateFacts,
} from '@sign-session/certificates';

/** A certificate that an authorisation opens. */
export interface CloudCertificate {
  /** Names it to the provider. */
  readonly alias: string;
  readonly certificate: CertificateFacts;
  /** Its issuers, where the provider sends them along. */
  readonly issuers: readonly CertificateFacts[];
  /** What the provider says of signing with it, where its interface says so. */
  readonly use?: CredentialUse | undefined;
}

/** How a certificate signs. */
export interface CredentialUse {
  /** The object identifier of the signature algorithm; undefined: this service can't sign with it. */
  readonly signAlgo: string | undefined;
  /** Signatures that one authorisation may be for. */
  readonly mostSignatures: number;
}

/** More than anybody has. */
const MOST_CERTIFICATES = 50;

export const certificatesAnswer = z.object({
  certificates: z
    .array(z.object({ alias: z.string().optional(), certificate: z.string().optional() }))
    .max(MOST_CERTIFICATES)
    .optional(),
});

/**
 * The certificates of an answer to `certificate-discovery`: PEM, or DER in bare base64, with or without line breaks.
 * Leaves out entries without an alias, which cannot be signed with, and what is no certificate.
 */
export function certificatesIn({
  certificates = [],
}: z.output<typeof certificatesAnswer>): CloudCertificate[] {
  return certificates.flatMap(({ alias = '', certificate: text = '' }) => {
    const [certificate, ...issuers] = alias === '' ? [] : readableCertificates(dersIn(text));
    return certificate === undefined ? [] : [{ alias, certificate, issuers }];
  });
}

function dersIn(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return text.includes('-----BEGIN') ? certificatesInPem(text) : [bytesOf(text)];
  } catch (error) {
    if (error instanceof BerError) return [];
    throw error;
  }
}

/** Of base64, skipping line breaks and everything else that is none, as Node does. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
