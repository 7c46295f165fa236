import { der, oidDer, TAG, type Bytes } from '@sign-session/certificates';
import { SHA_256_IDENTIFIER } from './signature-algorithms.ts';

/** The policy that a signature claims to follow. */
export interface SignaturePolicy {
  readonly oid: string;
  /** SHA-256 of the policy, as stated in its `signPolicyHash`; hex. */
  readonly hash: string;
  readonly uri: string;
}

/** ICP-Brasil's basic policy for PAdES, version 1.3, valid from 2025-07-23 to 2037-10-22 (DOC-ICP-15.03). */
export const PADES_AD_RB: SignaturePolicy = {
  oid: '2.16.76.1.7.1.11.1.3',
  hash: '23e4be4b9b362172e4ebb0e72b86a133ece5aad843d8651c6e38a0ba3f08fc60',
  uri: 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RB_v1_3.der',
};

/**
 * ICP-Brasil's policy for PAdES with a timestamp, version 1.3. Used with timestamps because AD-RB excludes them
 * (DOC-ICP-15.03).
 */
export const PADES_AD_RT: SignaturePolicy = {
  oid: '2.16.76.1.7.1.12.1.3',
  hash: '21d6e8d9f85e5626dc71307337a7cabd6ffef8d085038746775cf0ce6ba4d3b5',
  uri: 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RT_v1_3.der',
};

/** `id-spq-ets-uri`: the qualifier with the policy's URI (RFC 5126, 5.8.1). */
const POLICY_URI = '1.2.840.113549.1.9.16.5.1';

/**
 * The value of the attribute `sigPolicyId` (RFC 5126, 5.8.1); DER: `SEQUENCE { sigPolicyId, sigPolicyHash SEQUENCE {
 * hashAlgorithm, hashValue }, sigPolicyQualifiers SEQUENCE OF SEQUENCE { sigPolicyQualifierId, sigQualifier } }`
 */
export function signaturePolicyValue({ oid, hash, uri }: SignaturePolicy): Bytes {
  const hashValue = der(TAG.octetString, Buffer.from(hash, 'hex'));
  const qualifier = der(TAG.ia5String, Buffer.from(uri, 'latin1'));
  return der(
    TAG.sequence,
    oidDer(oid),
    der(TAG.sequence, SHA_256_IDENTIFIER, hashValue),
    der(TAG.sequence, der(TAG.sequence, oidDer(POLICY_URI), qualifier)),
  );
}
