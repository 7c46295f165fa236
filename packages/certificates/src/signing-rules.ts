import { BerError } from './ber.ts';
import { allows, basicConstraintsOf, EXTENSION, purposesOf, type Certificate } from './certificate.ts';
import { readHolder } from './icp-brasil.ts';
import { signingKeyFault } from './public-key.ts';

/** Why a certificate can't be used for signing documents. */
export type SigningFault =
  /** It is a CA certificate. */
  | 'authority'
  /** Its key usage excludes signing. */
  | 'keyUsage'
  /** Its extended key usage names other purposes only. */
  | 'purposes'
  | 'weakKey'
  /** A key that this project's signatures don't have. */
  | 'unsupportedKey'
  | 'notYetValid'
  | 'expired'
  /** A critical extension that is not known here (RFC 5280, 4.2). */
  | 'unknownExtension'
  /** An extension that has to be read is malformed or occurs twice. */
  | 'malformedExtension'
  /** It can't be told who the holder is: see `Holder.fault`. */
  | 'holder';

/**
 * What a certificate for signing documents may be limited to (RFC 5280, 4.2.1.12): ICP-Brasil's are for clients and
 * e-mail, others for documents (RFC 9336) or by Adobe's and Microsoft's older names for them, or for anything.
 */
const SIGNING_PURPOSES: readonly string[] = [
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '2.5.29.37.0',
];

const KNOWN: readonly string[] = Object.values(EXTENSION);

/** OIDs of the critical extensions that nothing here understands: such a certificate is refused (RFC 5280, 4.2). */
export function unknownCriticalOf({ extensions }: Certificate): string[] {
  return extensions.flatMap(({ critical, id }) => (critical && !KNOWN.includes(id) ? [id] : []));
}

/** Both ends included. */
export function isValidAt(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  at: Date,
): boolean {
  return notBefore <= at && at <= notAfter;
}

/**
 * What the certificate's own limits say against signing documents: it is a CA's, or for other uses. ICP-Brasil requires
 * digitalSignature only; some older certificates have only nonRepudiation.
 *
 * @throws BerError
 */
export function usageFault(certificate: Certificate): 'authority' | 'keyUsage' | 'purposes' | undefined {
  if (basicConstraintsOf(certificate).isAuthority) return 'authority';
  if (!allows(certificate, 'digitalSignature', 'nonRepudiation')) return 'keyUsage';
  const purposes = purposesOf(certificate);
  const isLimited = purposes !== undefined && !purposes.some(purpose => SIGNING_PURPOSES.includes(purpose));
  return isLimited ? 'purposes' : undefined;
}

/** Everything that speaks against signing with this certificate, whoever issued it. */
export function signingFaults(certificate: Certificate, at: Date): SigningFault[] {
  const faults: (SigningFault | undefined)[] = [
    readHolder(certificate).fault && 'holder',
    at > certificate.notAfter ? 'expired' : undefined,
    at < certificate.notBefore ? 'notYetValid' : undefined,
    usageFaultOrMalformed(certificate),
    unknownCriticalOf(certificate).length > 0 ? 'unknownExtension' : undefined,
    signingKeyFault(certificate.publicKey),
  ];
  return faults.filter(fault => fault !== undefined);
}

function usageFaultOrMalformed(certificate: Certificate): SigningFault | undefined {
  try {
    return usageFault(certificate);
  } catch (error) {
    if (error instanceof BerError) return 'malformedExtension';
    throw error;
  }
}
