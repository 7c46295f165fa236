/** Verifies the signatures of a PDF: `verifySignatures`, with roots and revocation data that the caller provides. */
export {
  readCertificate,
  readCertificatePem,
  readCertificatesPem,
} from './certificates/certificate-facts.ts';
export { CertificateFormatError, type CertificateFacts } from './certificates/certificate-facts.ts';
export type { Holder } from './certificates/icp-brasil-holder.ts';
export { isStrongKey, type PublicKey } from './certificates/public-key.ts';
export { checkSignature, type SignatureAlgorithm } from './certificates/signature-algorithms.ts';
export { DER_TAG, DerError, DerReader } from './asn1/der.ts';
export { der } from './asn1/der-writer.ts';
export { certificationPath, type CertificationPath } from './signatures/certification-path.ts';
export { locateSignatures, type LocatedSignature } from './signatures/located-signatures.ts';
export { noteText, type Note } from './signatures/notes.ts';
export { checkPathRevocation, type PathRevocation } from './signatures/path-revocation.ts';
export { isListBy } from './signatures/revocation.ts';
export { readRevocationList } from './signatures/revocation-list-reader.ts';
export { CHANGE_LEVELS } from './changes/change-levels.ts';
export type {
  Indication,
  RevocationFailure,
  SignatureReport,
  SubIndication,
} from './signatures/signature-report.ts';
export { readOcspAnswer, type OcspAnswer } from './signatures/ocsp.ts';
export {
  certificateId,
  certificateIdDer,
  keyHash,
  nonceExtension,
  ocspRequest,
  readCertificateId,
} from './signatures/ocsp-request.ts';
export type { ListRequest, ResponderRequest, RevocationLists, Trust } from './signatures/trust.ts';
export { linkAddresses } from './pdf/link-addresses.ts';
export { headerOffset } from './pdf/pdf-header.ts';
export { checkSignedData } from './signatures/signed-data-check.ts';
export { certificateFault } from './signatures/verdict.ts';
export { SignatureFormatError } from './signatures/signed-data.ts';
export { verifyAttached, verifySignatures, type AttachedReport } from './signatures/verify-signatures.ts';
