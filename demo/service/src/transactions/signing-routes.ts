import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { text } from '../http/request-values.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import { certificateChain, signatureBytes } from '../steps/advance-request.ts';
import { advanceAnswer } from '../sessions/answers.ts';
import { stepOfType, takeStep, type DirectStepsOptions } from './direct-steps.ts';
import { openDirectTransaction } from './transaction-access.ts';
import { describeStep, stepAnswer } from './transaction.ts';

/** Ten PEM certificates of maximum length. */
const MAX_BODY = 192 * 1024;

export interface SigningRoutesOptions extends DirectStepsOptions {
  readonly authentication: Authentication;
}

const params = z.object({ transactionId: idSchema });
const headers = z.object({ 'x-idempotency-key': z.string().optional() });

const stepParts = stepAnswer.pick({
  stepId: true,
  status: true,
  attempts: true,
  maxAttempts: true,
  error: true,
  errorDetail: true,
});

const prepareSchema = z.object({ certificateChainPems: certificateChain });
const prepareAnswer = stepParts
  .extend(
    advanceAnswer.pick({
      signatureRequestId: true,
      hashToSign: true,
      hashAlgorithm: true,
      signatureAlgorithm: true,
      dataToSign: true,
      baseUrl: true,
      appended: true,
      byteRange: true,
    }).shape,
  )
  .openapi('PreparedSignature');

const completeSchema = z.object({ signatureRequestId: text(100), rawSignatureBase64: signatureBytes });
const completeAnswer = stepParts.extend({ result: stepAnswer.shape.result }).openapi('MadeSignature');

/** Certificate signatures in the direct flow (signer API, sections 4 and 7). */
export function mountSigningRoutes(app: ServiceApp, options: SigningRoutesOptions): void {
  mountPrepare(app, options);
  mountComplete(app, options);
}

function mountPrepare(app: ServiceApp, options: SigningRoutesOptions): void {
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/signing/prepare',
    summary:
      'What the certificate’s key is to sign; without it where the certificate is refused, with the error',
    security: CLIENT_AUTH,
    middleware: [options.authentication.requireClient('steps:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers,
      body: { required: true, content: { 'application/json': { schema: prepareSchema } } },
    },
    responses: {
      200: json('What is to be signed', prepareAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(options.sessions, c.get('principal'), transactionId);
    const asked = stepOfType(session, 'DIGITAL_SIGN_A1');
    const action = { action: 'prepare_signing', ...c.req.valid('json') } as const;
    const taken = await takeStep(c, options, session, asked, action);
    c.header('Cache-Control', 'no-store');
    return c.json(prepareAnswer.parse({ ...taken.parts, ...describeStep(taken.session, taken.step) }), 200);
  });
}

function mountComplete(app: ServiceApp, options: SigningRoutesOptions): void {
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/signing/complete',
    summary: 'Put the signature into the document and verify it',
    security: CLIENT_AUTH,
    middleware: [options.authentication.requireClient('steps:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers,
      body: { required: true, content: { 'application/json': { schema: completeSchema } } },
    },
    responses: {
      200: json('What became of it', completeAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(options.sessions, c.get('principal'), transactionId);
    const asked = stepOfType(session, 'DIGITAL_SIGN_A1');
    const action = { action: 'complete_signing', ...c.req.valid('json') } as const;
    const taken = await takeStep(c, options, session, asked, action);
    c.header('Cache-Control', 'no-store');
    return c.json(completeAnswer.parse(describeStep(taken.session, taken.step)), 200);
  });
}
