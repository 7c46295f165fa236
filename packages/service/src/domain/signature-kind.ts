import type { StepType } from './step.ts';

/** The kinds of electronic signature of Lei 14.063/2020, article 4. */
export const SIGNATURE_KINDS = ['simple', 'advanced', 'qualified'] as const;
export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

/** Steps that verify an authentication factor: something that only the signer has or is. */
const FACTORS: ReadonlySet<StepType> = new Set([
  'OTP_VERIFY',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
]);

/**
 * The kind of signature, by the steps passed: qualified (III) with a certificate, because the step accepts only
 * ICP-Brasil; advanced (II) if a factor was verified; otherwise simple (I). docs/verification.md gives the reasons.
 */
export function signatureKind(passed: readonly StepType[]): SignatureKind {
  if (passed.includes('DIGITAL_SIGN_A1')) return 'qualified';
  return passed.some(step => FACTORS.has(step)) ? 'advanced' : 'simple';
}
