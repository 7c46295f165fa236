import { challengeOf, type AuthorizationRequest } from '../oauth.ts';
import { SHA256 } from '../psc-signatures.ts';
import type { CscInfo } from './csc-service.ts';

/** What the holder authorises: these signatures by this credential, and no others. */
export interface SignaturesToAuthorize {
  readonly credentialId: string;
  /** SHA-256, base64. */
  readonly hashes: readonly string[];
}

/** The request for an authorisation: `service` opens the list of credentials, `credential` a key for these hashes. */
export function authorizationMembers(
  clientId: string,
  { redirectUri, state, verifier }: Pick<AuthorizationRequest, 'redirectUri' | 'state' | 'verifier'>,
  info: CscInfo,
  signatures: SignaturesToAuthorize | undefined,
): Record<string, string> {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(signatures === undefined ? { scope: 'service' } : signatureMembers(signatures, info)),
  };
}

/** The whole set of hashes, so that a server of SCAL 2 signs nothing else. Documents are named by their places only. */
function signatureMembers(
  { credentialId: credentialID, hashes }: SignaturesToAuthorize,
  { detailsType: type, marksHashes }: CscInfo,
): Record<string, string> {
  const numSignatures = hashes.length;
  const hashAlgorithmOID = SHA256;
  if (type === undefined) {
    return {
      scope: 'credential',
      credentialID,
      numSignatures: String(numSignatures),
      hashes: hashes.map(hash => Buffer.from(hash, 'base64').toString('base64url')).join(','),
      hashAlgorithmOID,
    };
  }
  const documentDigests = hashes.map((hash, index) => ({
    hash,
    label: `${index + 1}/${numSignatures}`,
    // The hash is of the signed attributes, not of the document.
    ...(marksHashes && { hashType: 'DTBSR' }),
  }));
  return {
    authorization_details: JSON.stringify([
      { type, credentialID, numSignatures, documentDigests, hashAlgorithmOID },
    ]),
  };
}
