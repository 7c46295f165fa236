import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
} from '@peculiar/x509';
import type { Bytes } from '@sign-session/certificates';
import { certificatePolicies } from './icp-brasil-names.ts';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const CERTIFICATE_POLICIES = '2.5.29.32';

/**
 * The extensions of an ICP-Brasil A1 certificate (DOC-ICP-04, 7.1.2).
 * @param names DER of the SubjectAltName extension's value
 * @param policy OID; default: the test A1 policy
 */
export function holderExtensions(names: Bytes, policy?: string): Extension[] {
  const usages =
    KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation | KeyUsageFlags.keyEncipherment;
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(usages, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.emailProtection]),
    new Extension(CERTIFICATE_POLICIES, false, certificatePolicies(policy)),
    new Extension(SUBJECT_ALTERNATIVE_NAME, false, names),
  ];
}
