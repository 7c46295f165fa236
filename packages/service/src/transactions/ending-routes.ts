import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, optionalJsonBody } from '../http/declare-route.ts';
import type { Authentication } from '../oauth/authentication.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import type { SessionCancellation } from '../sessions/cancel-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { contextOf, signerContextSchema } from './direct-steps.ts';
import type { TransactionFinalization } from './finalize-transaction.ts';
import { openDirectTransaction, openTransaction, transactionParams } from './transaction-access.ts';

export interface EndingRoutesOptions {
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly sessions: Sessions;
  readonly cancellation: SessionCancellation;
  readonly transactionFinalization: TransactionFinalization;
}

/** Routes that end a transaction: the integrator cancels or finalizes it. */
export function mountEndingRoutes(app: ServiceApp, options: EndingRoutesOptions): void {
  mountCancel(app, options);
  mountFinalize(app, options);
}

const cancelAnswer = z
  .object({ transactionId: z.string(), status: z.literal('CANCELLED'), cancelledAt: z.string() })
  .openapi('CancelledTransaction');

function mountCancel(app: ServiceApp, options: EndingRoutesOptions): void {
  const { authentication, idempotency, sessions, cancellation } = options;
  const route = declareRoute({
    method: 'delete',
    path: '/v1/transactions/{transactionId}',
    summary: 'Cancel a transaction before it is completed',
    access: authentication.client('transactions:write'),
    request: { params: transactionParams },
    isIdempotent: true,
    answers: { 200: json('Cancelled', cancelAnswer) },
    problems: [410],
  });
  app.openapi(route, async c => {
    const session = await openTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const answer = await idempotency.run(c, saveResponse =>
      cancellation.cancel(session, { by: 'integrator', reason: undefined }, saveResponse),
    );
    return c.json(cancelAnswer.parse(answer.body), 200);
  });
}

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

function mountFinalize(app: ServiceApp, options: EndingRoutesOptions): void {
  const { authentication, idempotency, sessions, transactionFinalization: finalization } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/finalize',
    summary: 'Create the evidence once all steps are completed. May be repeated after an error',
    access: authentication.client('steps:write', 'transactions:write'),
    request: { params: transactionParams, body: optionalJsonBody(finalizeSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('Completed', finalizeAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const session = await openDirectTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const { transactionId } = session;
    const context = contextOf(c, c.req.valid('json').signerContext);
    const { body } = await idempotency.run(c, async saveResponse =>
      finalization.finalize(session, context, saveResponse),
    );
    const { evidenceId, completedAt } = z
      .object({ evidenceId: z.string(), completedAt: z.string() })
      .parse(body);
    const evidenceHash = await finalization.evidenceHash(evidenceId);
    c.header('Cache-Control', 'no-store');
    const answer = { transactionId, status: 'COMPLETED', evidenceId, evidenceHash, completedAt };
    return c.json(finalizeAnswer.parse(answer), 200);
  });
}
