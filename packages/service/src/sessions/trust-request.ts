import * as z from 'zod';
import { Problem } from '../domain/problem.ts';
import type { Tenant } from '../domain/tenant.ts';
import { readSteps, type CreationServices } from './create-request.ts';
import type { NewSession } from './create-session.ts';
import { actionRequest, lifetime, sharedMembers } from './shared-request.ts';

/** The body of POST /v1/trust-sessions. The purpose is fixed; one that is sent is ignored. */
export const createTrustSessionSchema = z.object({
  ...sharedMembers,
  action: actionRequest,
  document: z
    .unknown()
    .refine(document => document === undefined, 'Is not allowed in a trust session.')
    .optional()
    .meta({ not: {} }),
  expiresInMinutes: lifetime(10_080),
});
export type CreateTrustSessionRequest = z.output<typeof createTrustSessionSchema>;

/** @throws Problem `feature-not-enabled` for a tenant without trust sessions */
export function requireTrustSessions(tenant: Tenant): void {
  if (tenant.trustSessionsEnabled) return;
  throw new Problem('feature-not-enabled', 'Trust sessions are not enabled for this tenant.');
}

/**
 * Turns a validated body into a new session.
 * @throws Problem `validation-error`, `feature-not-enabled`
 */
export function readNewTrustSession(body: CreateTrustSessionRequest, services: CreationServices): NewSession {
  const { policy, signer, action, appearance, metadata, state, returnUrl, cancelUrl } = body;
  const about = { kind: 'trust', hasDocument: false } as const;
  return {
    kind: 'trust',
    purpose: 'ACTION_AUTHENTICATION',
    profile: policy.profile,
    steps: readSteps(policy, signer, about, services),
    request: { signer, action, appearance, metadata, state, returnUrl, cancelUrl },
    owner: undefined,
    locale: body.locale,
    expiresInMinutes: body.expiresInMinutes,
    pdf: undefined,
  };
}
