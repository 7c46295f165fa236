import type { Profile, StepType } from '@sign-session/session-rules';
import type { ValidationDetail } from '../domain/problem.ts';
import type { Signer } from '../domain/session.ts';

const NEEDS_CPF: readonly Profile[] = [
  'BIOMETRIC',
  'BIOMETRIC_PLUS_OTP',
  'DIGITAL_CERTIFICATE',
  'BIOMETRIC_SERPRO',
  'BIOMETRIC_SERPRO_AUTO_FALLBACK',
  'BIOMETRIC_DOCUMENT_FALLBACK',
];
const NEEDS_BIRTH_DATE: readonly Profile[] = ['BIOMETRIC_SERPRO', 'BIOMETRIC_SERPRO_AUTO_FALLBACK'];

/** The same for steps of a CUSTOM profile: without a CPF, the check would compare with nobody. */
const CHECKS_CPF: readonly StepType[] = ['BIOMETRIC_MATCH', 'SERPRO_IDENTITY_CHECK'];

/** A code needs an address: for the channel that the integrator chose, or for any. */
function codeComplaints({ email, phone, otpChannel }: Signer): ValidationDetail[] {
  if (otpChannel === 'sms' && phone === undefined) {
    return [{ pointer: '/signer/phone', detail: 'Is required to send codes by SMS.' }];
  }
  if (otpChannel === 'email' && email === undefined) {
    return [{ pointer: '/signer/email', detail: 'Is required to send codes by e-mail.' }];
  }
  if (email !== undefined || phone !== undefined) return [];
  return [{ pointer: '/signer/email', detail: 'Is required to send codes (or a phone).' }];
}

/** The signer data that a profile needs and the request lacks (service interface, "Policy profile"). */
export function signerComplaints(
  signer: Signer,
  profile: Profile,
  steps: readonly StepType[],
): ValidationDetail[] {
  const found: ValidationDetail[] = [];
  const missing = (field: keyof Signer) =>
    found.push({ pointer: `/signer/${field}`, detail: `Is required for the profile ${profile}.` });
  const needsCpf = NEEDS_CPF.includes(profile) || CHECKS_CPF.some(type => steps.includes(type));
  const needsBirthDate = NEEDS_BIRTH_DATE.includes(profile) || steps.includes('SERPRO_IDENTITY_CHECK');
  if (needsCpf && signer.cpf === undefined) missing('cpf');
  if (needsBirthDate && signer.birthDate === undefined) missing('birthDate');
  if (profile === 'BIOMETRIC_PLUS_OTP' && signer.email === undefined) missing('email');
  else if (steps.includes('OTP_CHALLENGE')) found.push(...codeComplaints(signer));
  return found;
}
