import { queueCheck } from '../biometrics/check-queue.ts';
import type { Vault } from '../keys/vault.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { StepType } from '../domain/step.ts';
import type { StepKind } from './step-kind.ts';

export interface ServiceCheckParts {
  readonly vault: Vault;
}

/** A step that the service performs by itself. The signer waits; no action is allowed. */
export function serviceCheck(
  { vault }: ServiceCheckParts,
  type: StepType,
  quotas: readonly QuotaDimension[] = [],
): StepKind {
  return {
    type,
    maxAttempts: 3,
    actions: [],
    async begin({ session, step, at, context }) {
      return {
        step: { ...step, status: 'STARTED' },
        quotas,
        settle: queries =>
          queueCheck(queries, { session, step, at, sealedContext: vault.seal(JSON.stringify(context)) }),
      };
    },
    async take() {
      throw outOfOrder(type);
    },
  };
}
