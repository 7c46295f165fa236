import type { StepType } from './step.ts';

/** The kinds of electronic signature of Lei 14.063/2020, article 4. */
export const SIGNATURE_KINDS = ['simple', 'advanced', 'qualified'] as const;
export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

/** Steps by which something that only the signer has, or is, was verified. */
const FACTORS: ReadonlySet<StepType> = new Set([
  'OTP_VERIFY',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
]);

/**
 * Which kind a signature is, by the steps that its signer has passed: qualified (III) with an ICP-Brasil certificate,
 * the only one that the step takes; advanced (II) where a factor was verified; otherwise simple (I).
 * docs/verification.md says why.
 */
export function signatureKind(passed: readonly StepType[]): SignatureKind {
  if (passed.includes('DIGITAL_SIGN_A1')) return 'qualified';
  return passed.some(step => FACTORS.has(step)) ? 'advanced' : 'simple';
}
