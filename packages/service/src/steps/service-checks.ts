/** The steps that the service performs by itself. */
import { beginningOf, type StepType } from '@sign-session/session-rules';
import { queueCheck } from '../biometrics/check-queue.ts';
import { readPhoto } from '../biometrics/photo.ts';
import type { Core } from '../core/core.ts';
import { outOfOrder, setupOf } from '../domain/session-state.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import type { StepKind } from './step-kind.ts';

/** A step that the service performs by itself. The signer waits; no action is allowed. */
export function serviceCheck(
  { fieldCipher }: Core,
  type: StepType,
  quotas: readonly QuotaDimension[] = [],
): StepKind {
  return {
    type,
    async begin({ session, step, at, context }) {
      return {
        step: { ...step, status: 'STARTED' },
        quotas,
        settle: queries =>
          queueCheck(queries, {
            session,
            step,
            at,
            sealedContext: fieldCipher.seal(JSON.stringify(context)),
          }),
      };
    },
    async apply() {
      throw outOfOrder(type);
    },
  };
}

/**
 * Face match. The service runs it automatically, except where the integrator performs the steps: it then waits,
 * because they may send a reference photo.
 */
export function biometricMatch(core: Core): StepKind {
  const check = serviceCheck(core, 'BIOMETRIC_MATCH');
  return {
    ...check,
    async begin(stepContext) {
      const { session, step } = stepContext;
      if (beginningOf(step.type, setupOf(session)) === 'action') return { step };
      return (await check.begin?.(stepContext)) ?? { step };
    },
    async apply({ session, step, at, context }, request) {
      if (request.action !== 'match') throw outOfOrder('BIOMETRIC_MATCH');
      const { referenceImage, sandboxSimilarity, geolocation } = request;
      if (referenceImage !== undefined) readPhoto(referenceImage, '/referenceImage/data');
      const isSandbox = session.tenant.environment === 'sandbox';
      const noted = {
        ...context,
        reference: referenceImage,
        similarity: isSandbox ? sandboxSimilarity : undefined,
        geolocation,
      };
      const sealedContext = core.fieldCipher.seal(JSON.stringify(noted));
      return {
        step: { ...step, status: 'STARTED' },
        settle: queries => queueCheck(queries, { session, step, at, sealedContext }),
      };
    },
  };
}
