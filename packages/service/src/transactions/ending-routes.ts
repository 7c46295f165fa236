/** Finalizing and cancelling a transaction. */
import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import { Problem } from '../domain/problem.ts';
import { requireActive } from '../domain/session-state.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { clientWith } from '../oauth/authentication.ts';
import type { SessionCancellation } from '../sessions/cancel-session.ts';
import type { SessionCompletion } from '../sessions/complete-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { savedSignedPdf } from '../signing/signed-pdf.ts';
import { removeSigningRequests } from '../signing/signing-requests.ts';
import type { Progress } from '../steps/progress.ts';
import { contextOf, signerContextSchema } from './direct-steps.ts';
import { openDirectTransaction, openTransaction, requireDocument, transactionParams } from './transaction.ts';

/** Completes transactions whose steps are all done, when the integrator finalizes them. */
export class TransactionFinalization {
  readonly #core: Core;
  readonly #completion: SessionCompletion;

  constructor(core: Core, completion: SessionCompletion) {
    this.#core = core;
    this.#completion = completion;
  }

  /**
   * Makes evidence and sealed document as for any session. For a transaction that is already completed, returns the
   * same outcome, so that a lost response can be requested again.
   * @throws Problem `step-out-of-order` while steps are left, `gone`, `conflict`; `service-unavailable` when the
   *   evidence cannot be made (it may be called again); TooBusyError
   */
  async finalize(
    session: Session,
    context: SigningContext,
    saveResponse: SaveResponse,
  ): Promise<StoredResponse> {
    const { clock } = this.#core;
    if (session.evidence !== undefined) {
      const { evidenceId } = session.evidence;
      const completedAt = session.endedAt?.toISOString();
      const answer = { status: 200, body: { evidenceId, completedAt } } as const;
      await saveResponse(this.#core.database, answer);
      return answer;
    }
    const at = clock.now();
    requireActive(session, at);
    requireDocument(session);
    const acted = lastStepOf(session);
    const { sessionId } = session;
    const progress: Progress = {
      at,
      session,
      acted,
      changed: [],
      quotas: [],
      events: [],
      answer: {},
      signedPdf: (await savedSignedPdf(this.#core, sessionId, 1))?.bytes,
      settle: queries => removeSigningRequests(queries, sessionId),
    };
    const { answer } = await this.#completion.complete(progress, context, saveResponse);
    return answer;
  }

  /** @returns the hash of the evidence, for the response */
  async evidenceHash(evidenceId: string): Promise<string | undefined> {
    return (await findEvidence(this.#core.database, evidenceId))?.evidenceHash;
  }
}

function lastStepOf(session: Session) {
  const last = session.steps.at(-1);
  const current = currentStepOf(session);
  if (current === undefined && last !== undefined) return last;
  throw new Problem('step-out-of-order', `The ${current?.type} step is not completed.`);
}

const cancelAnswer = z
  .object({ transactionId: z.string(), status: z.literal('CANCELLED'), cancelledAt: z.string() })
  .openapi('CancelledTransaction');

const MAX_BODY = 4 * 1024;

const finalizeSchema = z.object({
  signerContext: signerContextSchema
    .optional()
    .describe('The signer’s device, as you saw it. The evidence marks it as told by you.'),
});

const finalizeAnswer = z
  .object({
    transactionId: z.string(),
    status: z.literal('COMPLETED'),
    evidenceId: z.string(),
    evidenceHash: z.string(),
    completedAt: z.string(),
  })
  .openapi('FinalizedTransaction');

/** Routes that end a transaction: the integrator cancels or finalizes it. */
export function mountEndingRoutes(
  app: ServiceApp,
  parts: {
    sessions: Sessions;
    cancellation: SessionCancellation;
    transactionFinalization: TransactionFinalization;
  },
): void {
  const { sessions, cancellation, transactionFinalization: finalization } = parts;

  route(app, {
    method: 'delete',
    path: '/v1/transactions/{transactionId}',
    summary: 'Cancel a transaction before it is completed',
    access: clientWith('transactions:write'),
    params: transactionParams,
    isIdempotent: true,
    answer: ok('Cancelled', cancelAnswer),
    problems: [410],
    handle: async ({ principal, params, once }) => {
      const session = await openTransaction(sessions, principal, params);
      const answer = await once(saveResponse =>
        cancellation.cancel(session, { by: 'integrator', reason: undefined }, saveResponse),
      );
      return cancelAnswer.parse(answer.body);
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/finalize',
    summary: 'Create the evidence once all steps are completed. May be repeated after an error',
    access: clientWith('steps:write', 'transactions:write'),
    params: transactionParams,
    optionalBody: finalizeSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('Completed', finalizeAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body, once }) => {
      const session = await openDirectTransaction(sessions, principal, params);
      const { transactionId } = session;
      const context = contextOf(c, body.signerContext);
      const answered = await once(async saveResponse =>
        finalization.finalize(session, context, saveResponse),
      );
      const { evidenceId, completedAt } = z
        .object({ evidenceId: z.string(), completedAt: z.string() })
        .parse(answered.body);
      const evidenceHash = await finalization.evidenceHash(evidenceId);
      const answer = { transactionId, status: 'COMPLETED', evidenceId, evidenceHash, completedAt };
      return finalizeAnswer.parse(answer);
    },
  });
}
