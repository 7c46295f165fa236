import type { StepType } from '@sign-session/session-rules';

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

/** A step that was passed, as far as it matters here. */
interface PassedStep {
  readonly type: StepType;
  readonly result?:
    { readonly digitalSignature?: { readonly signedAtPortal?: string | undefined } | undefined } | undefined;
}

/**
 * The kind of signature, by the steps passed: qualified (III) with a certificate, because the step accepts only
 * ICP-Brasil, unless it was made at the gov.br portal; advanced (II) with that, or if a factor was verified; otherwise
 * simple (I). docs/verification.md gives the reasons.
 */
export function signatureKind(passed: readonly PassedStep[]): SignatureKind {
  const signed = passed.filter(({ type }) => type === 'DIGITAL_SIGN_A1');
  if (signed.some(({ result }) => result?.digitalSignature?.signedAtPortal === undefined)) return 'qualified';
  return signed.length > 0 || passed.some(({ type }) => FACTORS.has(type)) ? 'advanced' : 'simple';
}
