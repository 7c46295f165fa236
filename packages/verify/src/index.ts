/** Verifies the signatures of a PDF: `verifySignatures`, with roots and revocation data that the caller provides. */
export { certificationPath, type CertificationPath } from './signatures/certification-path.ts';
export { locateSignatures, type LocatedSignature } from './signatures/located-signatures.ts';
export { checkPathRevocation, timeLimit, type PathRevocation } from './signatures/revocation.ts';
export { isListBy, readRevocationList } from './signatures/revocation-lists.ts';
export {
  CHANGE_LEVELS,
  changesSince,
  FILE_STATES,
  type ChangesSince,
  type FileState,
  type LaterChanges,
} from './changes/later-changes.ts';
export type {
  Indication,
  Note,
  RevocationFailure,
  SignatureReport,
  SubIndication,
} from './signatures/signature-report.ts';
export {
  certificateId,
  certificateIdDer,
  keyHash,
  ocspRequest,
  readCertificateId,
  readOcspAnswer,
  type OcspAnswer,
} from './signatures/ocsp.ts';
export type { ListRequest, ResponderRequest, RevocationLists, Trust } from './signatures/trust.ts';
export { linkAddresses } from './link-addresses.ts';
export { headerOffset } from '@sign-session/pdf-structure';
export { checkSignedData, SignatureFormatError } from './signatures/signed-data.ts';
export {
  certificateFault,
  noteText,
  verifyAttached,
  verifySignatures,
  type AttachedReport,
} from './signatures/verify-signatures.ts';
