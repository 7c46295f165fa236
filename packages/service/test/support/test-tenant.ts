import { CERTIFICATE_SOURCES } from '@sign-session/session-rules';
import type { Tenant } from '../../src/domain/tenant.ts';

/** A tenant with every feature and without limits, but for what a test changes. */
export function testTenant(changes: Partial<Tenant> & Pick<Tenant, 'tenantId'>): Tenant {
  return {
    name: 'Shop S.A.',
    cnpj: undefined,
    environment: 'sandbox',
    allowedOrigins: [],
    trustSessionsEnabled: true,
    biometrics: 'SIMULATED',
    signatureLevel: 'B',
    certificateSources: CERTIFICATE_SOURCES,
    deliverVia: [],
    publicEvidence: 'ESSENTIAL',
    monthlyLimits: {},
    ...changes,
  };
}
