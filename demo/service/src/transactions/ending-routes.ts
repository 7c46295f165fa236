import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { emptyBodyIsEmptyObject } from '../http/empty-body.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import type { SessionCancellation } from '../sessions/cancel-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { contextOf, signerContextSchema } from './direct-steps.ts';
import type { TransactionFinalization } from './finalize-transaction.ts';
import { openDirectTransaction, openTransaction } from './transaction-access.ts';

export interface EndingRoutesOptions {
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly sessions: Sessions;
  readonly cancellation: SessionCancellation;
  readonly transactionFinalization: TransactionFinalization;
}

const params = z.object({ transactionId: idSchema });
const headers = z.object({ 'x-idempotency-key': z.string().optional() });

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
  const route = createRoute({
    method: 'delete',
    path: '/v1/transactions/{transactionId}',
    summary: 'End a transaction before it is completed',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:write'),
    request: { params, headers },
    responses: { 200: json('It is cancelled', cancelAnswer), ...problems(401, 403, 404, 409, 410) },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openTransaction(sessions, c.get('principal'), transactionId);
    const answer = await idempotency.run(c, remember =>
      cancellation.cancel(session, { by: 'integrator', reason: undefined }, remember),
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
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/finalize',
    summary: 'Make the evidence, once all steps are done. May be repeated after an error',
    security: CLIENT_AUTH,
    middleware: [
      authentication.requireClient('steps:write', 'transactions:write'),
      limitBody(MAX_BODY),
      emptyBodyIsEmptyObject,
    ] as const,
    request: {
      params,
      headers,
      body: { content: { 'application/json': { schema: finalizeSchema } } },
    },
    responses: {
      200: json('It is completed', finalizeAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(sessions, c.get('principal'), transactionId);
    const context = contextOf(c, c.req.valid('json').signerContext);
    const { body } = await idempotency.run(c, async remember =>
      finalization.finalize(session.tenant, session, context, remember),
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
