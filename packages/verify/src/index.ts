/** Verifies the signatures of a PDF: `verifySignatures`, with roots and revocation data that the caller provides. */
export { certificationPath, type CertificationPath } from './signatures/certification-path.ts';
export { locateSignatures, type LocatedSignature } from './signatures/located-signatures.ts';
export { noteText } from './signatures/notes.ts';
export { checkPathRevocation, type PathRevocation } from './signatures/path-revocation.ts';
export { isListBy } from './signatures/revocation-list-check.ts';
export { readRevocationList } from './signatures/revocation-list-reader.ts';
export { CHANGE_LEVELS } from './changes/change-levels.ts';
export {
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
export { readOcspAnswer, type OcspAnswer } from './signatures/ocsp.ts';
export {
  certificateId,
  certificateIdDer,
  keyHash,
  ocspRequest,
  readCertificateId,
} from './signatures/ocsp-request.ts';
export type { ListRequest, ResponderRequest, RevocationLists, Trust } from './signatures/trust.ts';
export { linkAddresses } from './link-addresses.ts';
export { headerOffset } from '@sign-session/pdf-structure';
export { checkSignedData } from './signatures/signed-data-check.ts';
export { certificateFault } from './signatures/verdict.ts';
export { SignatureFormatError } from './signatures/signed-data.ts';
export { verifyAttached, verifySignatures, type AttachedReport } from './signatures/verify-signatures.ts';
export { timeLimit } from './time-limit.ts';
