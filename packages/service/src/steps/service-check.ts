import type { StepType } from '@sign-session/session-rules';
import { queueCheck } from '../biometrics/check-queue.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { StepKind } from './step-kind.ts';

export interface ServiceCheckParts {
  readonly fieldCipher: FieldCipher;
}

/** A step that the service performs by itself. The signer waits; no action is allowed. */
export function serviceCheck(
  { fieldCipher }: ServiceCheckParts,
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
