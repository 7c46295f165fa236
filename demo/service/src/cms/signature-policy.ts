import {
  AsnArray,
  AsnConvert,
  AsnIA5StringConverter,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { SHA_256 } from './signature-algorithms.ts';

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

// Schemas of RFC 5126, 5.8.1. The decorators are called as functions, as in signed-attributes.ts.

/** `SigPolicyHash ::= SEQUENCE { hashAlgorithm, hashValue OCTET STRING }` */
class PolicyHash {
  hashAlgorithm = new AlgorithmIdentifier({ algorithm: SHA_256 });
  hashValue = new OctetString();
}
AsnType({ type: AsnTypeTypes.Sequence })(PolicyHash);
AsnProp({ type: AlgorithmIdentifier })(PolicyHash.prototype, 'hashAlgorithm');
AsnProp({ type: OctetString })(PolicyHash.prototype, 'hashValue');

/** `SigPolicyQualifierInfo ::= SEQUENCE { sigPolicyQualifierId, sigQualifier IA5String }` */
class PolicyQualifier {
  qualifierId = POLICY_URI;
  uri = '';
}
AsnType({ type: AsnTypeTypes.Sequence })(PolicyQualifier);
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(PolicyQualifier.prototype, 'qualifierId');
AsnProp({ type: AsnPropTypes.IA5String, converter: AsnIA5StringConverter })(PolicyQualifier.prototype, 'uri');

class PolicyQualifiers extends AsnArray<PolicyQualifier> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: PolicyQualifier })(PolicyQualifiers);

/** `SignaturePolicyId ::= SEQUENCE { sigPolicyId, sigPolicyHash, sigPolicyQualifiers }` */
class PolicyIdentifier {
  policyId = '';
  policyHash = new PolicyHash();
  qualifiers = new PolicyQualifiers();
}
AsnType({ type: AsnTypeTypes.Sequence })(PolicyIdentifier);
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(PolicyIdentifier.prototype, 'policyId');
AsnProp({ type: PolicyHash })(PolicyIdentifier.prototype, 'policyHash');
AsnProp({ type: PolicyQualifiers })(PolicyIdentifier.prototype, 'qualifiers');

/** The value of the attribute `sigPolicyId` (RFC 5126, 5.8.1); DER. */
export function signaturePolicyValue({ oid, hash, uri }: SignaturePolicy): ArrayBuffer {
  const value = new PolicyIdentifier();
  value.policyId = oid;
  value.policyHash.hashValue = new OctetString(new Uint8Array(Buffer.from(hash, 'hex')));
  const qualifier = new PolicyQualifier();
  qualifier.uri = uri;
  value.qualifiers = new PolicyQualifiers([qualifier]);
  return AsnConvert.serialize(value);
}
