import type { CertificateSource, StepType } from '@sign-session/session-rules';
import { Problem } from '../domain/problem.ts';
import type { Tenant } from '../domain/tenant.ts';

/** What this service can do beside what a tenant may ask for. */
export interface Features {
  /** Where certificates may come from, as far as the service trusts anybody who issues them. */
  readonly sources: readonly CertificateSource[];
  /** Whether a production tenant's faces and identities are compared by a provider, and not by test numbers. */
  readonly hasBiometricProvider: boolean;
}

/** Steps about the signer's face. */
const BIOMETRIC_STEPS: readonly StepType[] = [
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
];

/**
 * Refuses what would end without a result: steps about the face for a tenant without biometrics, or in production
 * without a provider; a certificate where the service trusts none. Codes: see `readSteps`.
 * @throws Problem `feature-not-enabled`
 */
export function requireFeatures(tenant: Tenant, steps: readonly StepType[], features: Features): void {
  if (steps.some(type => BIOMETRIC_STEPS.includes(type))) {
    if (tenant.biometrics === undefined)
      throw new Problem('feature-not-enabled', 'Biometrics are not enabled for this tenant.');
    if (tenant.environment === 'production' && !features.hasBiometricProvider)
      throw new Problem('feature-not-enabled', 'This service has no provider of biometrics for production.');
  }
  if (!steps.includes('DIGITAL_SIGN_A1')) return;
  if (tenant.certificateSources.some(source => features.sources.includes(source))) return;
  throw new Problem('feature-not-enabled', 'This service trusts no authority of certificates.');
}
