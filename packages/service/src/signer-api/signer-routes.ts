import type { Core } from '../core/core.ts';
import {
  advanceAnswer,
  bootstrapAnswer,
  cancelledAnswer,
  sessionParams,
  statusAnswer,
  statusOf,
} from '../sessions/answers.ts';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { IdentityChecks } from '../identity-checks/identity-checks.ts';
import { neverStored, type ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, optionalJsonBody, runOnce } from '../http/declare-route.ts';
import { signerOrClientWith } from '../oauth/authentication.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { SaveResponse } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import { cancelRequest } from '../sessions/shared-request.ts';
import {
  advanceSchema,
  MAX_SIGNED_DOCUMENT_TEXT,
  otpChannelSchema,
  type AdvanceRequest,
} from '../steps/advance-request.ts';
import { openedAnswer } from '../sessions/advance-answer.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import type { SessionCancellation } from '../sessions/cancel-session.ts';
import type { FirstViews } from '../sessions/sessions.ts';
import type { SessionAccess } from './session-access.ts';
import type { Session } from '../domain/session.ts';
import { requireOwnSteps } from '../domain/session-state.ts';
import type { SignerViews } from './signer-view.ts';

/** Bytes for the rest of an action's body, which may also hold a document in base64. */
const MAX_WORDS = 64 * 1024;
const MAX_ACTION = MAX_SIGNED_DOCUMENT_TEXT + MAX_WORDS;

interface SignerRoutesParts {
  readonly access: SessionAccess;
  readonly views: SignerViews;
  readonly advance: SessionAdvance;
  readonly identityChecks: IdentityChecks;
  readonly cancellation: SessionCancellation;
  readonly notices: FirstViews;
  readonly presigned: PresignedUrls;
}

/** The routes that a signer's secret opens for its own session (signer API, section 2). */
export function mountSignerRoutes(app: ServiceApp, core: Core, parts: SignerRoutesParts): void {
  app.use('/v1/signing-sessions/:sessionId/*', neverStored, openToAnyOrigin);
  mountBootstrap(app, parts);
  mountStatus(app, parts);
  mountAdvance(app, core, parts);
  mountResend(app, core, parts);
  mountCancel(app, parts);
}

function mountBootstrap(app: ServiceApp, parts: SignerRoutesParts): void {
  const { access, views, notices } = parts;
  const route = declareRoute({
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}',
    summary: 'All that the signer’s page needs to know',
    access: signerOrClientWith('transactions:read'),
    request: { params: sessionParams },
    answers: { 200: json('The session as the caller may see it', bootstrapAnswer) },
  });
  app.openapi(route, async c => {
    const principal = c.get('principal');
    const session = await access.open(principal, c.req.valid('param').sessionId);
    await notices.recordFirstView(principal, session);
    const view = await views.of(session, access.scopeOf(principal, session));
    return c.json(bootstrapAnswer.parse(view), 200);
  });
}

function mountStatus(app: ServiceApp, { access }: SignerRoutesParts): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}/status',
    summary: 'The status of the session',
    access: signerOrClientWith('transactions:read'),
    request: { params: sessionParams },
    answers: { 200: json('The status', statusAnswer) },
  });
  app.openapi(route, async c => {
    const session = await access.open(c.get('principal'), c.req.valid('param').sessionId);
    return c.json(statusOf(session), 200);
  });
}

function mountAdvance(app: ServiceApp, core: Core, parts: SignerRoutesParts): void {
  const route = declareRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/advance',
    summary: 'Take the signer’s action for the current step',
    access: signerOrClientWith('steps:write', 'transactions:write'),
    request: { params: sessionParams, body: jsonBody(advanceSchema) },
    maxBytes: MAX_ACTION,
    isIdempotent: true,
    answers: { 200: json('The session after the action', advanceAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const answer = await take(c, core, parts, c.req.valid('param').sessionId, c.req.valid('json'));
    return c.json(answer, 200);
  });
}

/** The action `resend_otp` at a path of its own, which published clients use. */
function mountResend(app: ServiceApp, core: Core, parts: SignerRoutesParts): void {
  const body = z.object({ channel: otpChannelSchema.optional() });
  const route = declareRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/resend-otp',
    summary: 'Send another code',
    access: signerOrClientWith('steps:write', 'transactions:write'),
    request: { params: sessionParams, body: optionalJsonBody(body) },
    maxBytes: MAX_WORDS,
    isIdempotent: true,
    answers: { 200: json('The session after the code was sent', advanceAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const { channel: otpChannel } = c.req.valid('json');
    const { sessionId } = c.req.valid('param');
    const answer = await take(c, core, parts, sessionId, { action: 'resend_otp', otpChannel });
    return c.json(answer, 200);
  });
}

/** What was prepared is not kept: it is long, and of no use to anybody else. A repetition prepares again. */
function unlessPrepared(save: SaveResponse): SaveResponse {
  return async (queries, answer) => {
    if (!('hashToSign' in answer.body || 'appended' in answer.body)) await save(queries, answer);
  };
}

/** Executes an action once per idempotency key and answers with the session's state afterwards. */
async function take(
  c: Context<ServiceEnv>,
  { fieldCipher }: Core,
  parts: SignerRoutesParts,
  sessionId: string,
  action: AdvanceRequest,
): Promise<z.output<typeof advanceAnswer>> {
  const { access, views, advance, identityChecks, presigned } = parts;
  const principal = c.get('principal');
  const session = await access.open(principal, sessionId);
  requireOwnSteps(session);
  const context = {
    ipAddress: c.env.connection?.remoteAddress,
    userAgent: c.req.header('User-Agent')?.slice(0, 512),
    by: principal.kind === 'signer' ? 'signer' : 'integrator',
  } as const;
  const written: Session[] = [];
  const act = async (saveResponse: SaveResponse) => {
    const advanced = await advance.advance(session, action, context, unlessPrepared(saveResponse));
    if (advanced.quota !== undefined) setQuotaHeaders(c, advanced.quota);
    if (advanced.session !== undefined) written.push(advanced.session);
    return advanced.answer;
  };
  const answer = await runOnce(c, act);
  // Read the session if it has ended or an earlier request changed it.
  let [after = await access.open(principal, sessionId)] = written;
  if (await identityChecks.after(after)) after = await access.open(principal, sessionId);
  await parts.notices.recordFirstView(principal, after);
  const view = await views.of(after, access.scopeOf(principal, after));
  return advanceAnswer.parse({ ...(await openedAnswer(answer, { fieldCipher, presigned })), session: view });
}

function mountCancel(app: ServiceApp, parts: SignerRoutesParts): void {
  const { access, cancellation } = parts;
  const route = declareRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/cancel',
    summary: 'End the session: the integrator withdraws, or the signer declines',
    access: signerOrClientWith('transactions:write'),
    request: { params: sessionParams, body: optionalJsonBody(cancelRequest) },
    maxBytes: MAX_WORDS,
    isIdempotent: true,
    answers: { 200: json('Cancelled', cancelledAnswer) },
    problems: [410],
  });
  app.openapi(route, async c => {
    const principal = c.get('principal');
    const session = await access.open(principal, c.req.valid('param').sessionId);
    const by = principal.kind === 'signer' ? 'signer' : 'integrator';
    const { reason } = c.req.valid('json');
    const answer = await runOnce(c, saveResponse =>
      cancellation.cancel(session, { by, reason }, saveResponse),
    );
    return c.json(cancelledAnswer.parse(answer.body), 200);
  });
}
