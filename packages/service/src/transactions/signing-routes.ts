import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { route, ok } from '../http/route.ts';
import { clientWith } from '../oauth/authentication.ts';
import { text } from '../http/validation.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { certificateChain, signatureBytes } from '../steps/advance-request.ts';
import { advanceAnswer } from '../sessions/answers.ts';
import { type DirectSteps, stepOfType } from './direct-steps.ts';
import { describeStep, openDirectTransaction, stepAnswer, transactionParams } from './transaction.ts';

/** Ten PEM certificates of maximum length. */
const MAX_BODY = 192 * 1024;

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
export function mountSigningRoutes(
  app: ServiceApp,
  parts: { sessions: Sessions; directSteps: DirectSteps },
): void {
  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/signing/prepare',
    summary: 'The data for the certificate’s key to sign, or the error if the certificate is refused',
    access: clientWith('steps:write'),
    params: transactionParams,
    body: prepareSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The data to sign', prepareAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body }) => {
      const session = await openDirectTransaction(parts.sessions, principal, params);
      const asked = stepOfType(session, 'DIGITAL_SIGN_A1');
      const action = { action: 'prepare_signing', ...body } as const;
      const taken = await parts.directSteps.take(c, session, asked, action);
      return prepareAnswer.parse({ ...taken.parts, ...describeStep(taken.session, taken.step) });
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/signing/complete',
    summary: 'Embed the signature in the document and verify it',
    access: clientWith('steps:write'),
    params: transactionParams,
    body: completeSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The step after the signature', completeAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body }) => {
      const session = await openDirectTransaction(parts.sessions, principal, params);
      const asked = stepOfType(session, 'DIGITAL_SIGN_A1');
      const action = { action: 'complete_signing', ...body } as const;
      const taken = await parts.directSteps.take(c, session, asked, action);
      return completeAnswer.parse(describeStep(taken.session, taken.step));
    },
  });
}
