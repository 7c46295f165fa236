import { beginningOf } from '@sign-session/session-rules';
import { queueCheck } from '../biometrics/check-queue.ts';
import { readPhoto } from '../biometrics/photo.ts';
import { outOfOrder, setupOf } from '../domain/session-state.ts';
import { serviceCheck, type ServiceCheckParts } from './service-check.ts';
import type { StepKind } from './step-kind.ts';

/**
 * Face match. The service runs it automatically, except where the integrator performs the steps: it then waits,
 * because they may send a reference photo.
 */
export function biometricMatch(parts: ServiceCheckParts): StepKind {
  const check = serviceCheck(parts, 'BIOMETRIC_MATCH');
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
      const sealedContext = parts.fieldCipher.seal(JSON.stringify(noted));
      return {
        step: { ...step, status: 'STARTED' },
        settle: queries => queueCheck(queries, { session, step, at, sealedContext }),
      };
    },
  };
}
