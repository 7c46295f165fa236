import { sessionParams } from '../sessions/session-params.ts';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { IdentityChecks } from '../identity-checks/identity-checks.ts';
import type { ServiceApp } from '../http/app.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { emptyBodyIsEmptyObject } from '../http/empty-body.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { neverStored } from '../http/never-stored.ts';
import { json, problems, SIGNER_AUTH } from '../http/openapi-parts.ts';
import { text } from '../http/request-values.ts';
import type { Vault } from '../keys/vault.ts';
import {
  advanceSchema,
  MAX_PHOTO_TEXT,
  otpChannelSchema,
  type AdvanceRequest,
} from '../steps/advance-request.ts';
import { openedAnswer } from '../sessions/advance-answer.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import {
  advanceAnswer,
  bootstrapAnswer,
  cancelledAnswer,
  statusAnswer,
  statusOf,
} from '../sessions/answers.ts';
import type { SessionCancellation } from '../sessions/cancel-session.ts';
import type { DisclosureNotices } from '../sessions/disclosure-notices.ts';
import type { SessionAccess } from './session-access.ts';
import type { Session } from '../domain/session.ts';
import { requireOwnSteps } from '../domain/session-state.ts';
import type { SignerViews } from './signer-view.ts';

/** Room for the rest of an action's body, which may also hold a photo in base64. */
const MAX_WORDS = 64 * 1024;
const MAX_ACTION = MAX_PHOTO_TEXT + MAX_WORDS;

export interface SignerRoutesOptions {
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly access: SessionAccess;
  readonly views: SignerViews;
  readonly advance: SessionAdvance;
  readonly identityChecks: IdentityChecks;
  readonly cancellation: SessionCancellation;
  readonly notices: DisclosureNotices;
  readonly vault: Vault;
  readonly presigned: PresignedUrls;
}
const idempotencyHeader = z.object({ 'x-idempotency-key': z.string().optional() });

/** The routes that a signer's secret opens for its own session (signer API, section 2). */
export function mountSignerRoutes(app: ServiceApp, options: SignerRoutesOptions): void {
  app.use('/v1/signing-sessions/:sessionId/*', neverStored, openToAnyOrigin);
  mountBootstrap(app, options);
  mountStatus(app, options);
  mountAdvance(app, options);
  mountResend(app, options);
  mountCancel(app, options);
}

function mountBootstrap(app: ServiceApp, options: SignerRoutesOptions): void {
  const { authentication, access, views, notices } = options;
  const route = createRoute({
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}',
    summary: 'All that the signer’s page needs to know',
    security: SIGNER_AUTH,
    middleware: authentication.requireSignerOrClient('transactions:read'),
    request: { params: sessionParams },
    responses: {
      200: json('The session as the caller may see it', bootstrapAnswer),
      ...problems(401, 403, 404),
    },
  });
  app.openapi(route, async c => {
    const principal = c.get('principal');
    const session = await access.open(principal, c.req.valid('param').sessionId);
    await notices.given(principal, session);
    const view = await views.of(session, access.scopeOf(principal, session));
    return c.json(bootstrapAnswer.parse(view), 200);
  });
}

function mountStatus(app: ServiceApp, { authentication, access }: SignerRoutesOptions): void {
  const route = createRoute({
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}/status',
    summary: 'Where the session stands',
    security: SIGNER_AUTH,
    middleware: authentication.requireSignerOrClient('transactions:read'),
    request: { params: sessionParams },
    responses: { 200: json('The status', statusAnswer), ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const session = await access.open(c.get('principal'), c.req.valid('param').sessionId);
    return c.json(statusOf(session), 200);
  });
}

function mountAdvance(app: ServiceApp, options: SignerRoutesOptions): void {
  const { authentication } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/advance',
    summary: 'Take the signer’s action for the current step',
    security: SIGNER_AUTH,
    middleware: [
      authentication.requireSignerOrClient('steps:write', 'transactions:write'),
      limitBody(MAX_ACTION),
    ] as const,
    request: {
      params: sessionParams,
      headers: idempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: advanceSchema } } },
    },
    responses: {
      200: json('What became of it', advanceAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const answer = await take(c, options, c.req.valid('param').sessionId, c.req.valid('json'));
    return c.json(answer, 200);
  });
}

/** The action `resend_otp` at a path of its own, which published clients use. */
function mountResend(app: ServiceApp, options: SignerRoutesOptions): void {
  const { authentication } = options;
  const body = z.object({ channel: otpChannelSchema.optional() });
  const route = createRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/resend-otp',
    summary: 'Send another code',
    security: SIGNER_AUTH,
    middleware: [
      authentication.requireSignerOrClient('steps:write', 'transactions:write'),
      limitBody(MAX_WORDS),
      emptyBodyIsEmptyObject,
    ] as const,
    request: {
      params: sessionParams,
      headers: idempotencyHeader,
      body: { content: { 'application/json': { schema: body } } },
    },
    responses: {
      200: json('The code is on its way', advanceAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { channel: otpChannel } = c.req.valid('json');
    const { sessionId } = c.req.valid('param');
    const answer = await take(c, options, sessionId, { action: 'resend_otp', otpChannel });
    return c.json(answer, 200);
  });
}

/** Executes an action once per idempotency key and answers with the session's state afterwards. */
async function take(
  c: Context<ServiceEnv>,
  options: SignerRoutesOptions,
  sessionId: string,
  action: AdvanceRequest,
): Promise<z.output<typeof advanceAnswer>> {
  const { idempotency, access, views, advance, identityChecks } = options;
  const principal = c.get('principal');
  const session = await access.open(principal, sessionId);
  requireOwnSteps(session);
  const context = {
    ipAddress: c.env.connection?.remoteAddress,
    userAgent: c.req.header('User-Agent')?.slice(0, 512),
  };
  const written: Session[] = [];
  const answer = await idempotency.run(c, async remember => {
    const advanced = await advance.advance(session.tenant, session, action, context, remember);
    if (advanced.quota !== undefined) setQuotaHeaders(c, advanced.quota);
    if (advanced.session !== undefined) written.push(advanced.session);
    return advanced.answer;
  });
  // Read the session if it has ended or an earlier request changed it.
  let [after = await access.open(principal, sessionId)] = written;
  if (await identityChecks.after(after)) after = await access.open(principal, sessionId);
  await options.notices.given(principal, after);
  const view = await views.of(after, access.scopeOf(principal, after));
  return advanceAnswer.parse({ ...(await openedAnswer(answer, options)), session: view });
}

function mountCancel(app: ServiceApp, options: SignerRoutesOptions): void {
  const { authentication, idempotency, access, cancellation } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/cancel',
    summary: 'End the session: the integrator withdraws, or the signer declines',
    security: SIGNER_AUTH,
    middleware: [
      authentication.requireSignerOrClient('transactions:write'),
      limitBody(MAX_WORDS),
      emptyBodyIsEmptyObject,
    ] as const,
    request: {
      params: sessionParams,
      headers: idempotencyHeader,
      body: { content: { 'application/json': { schema: z.object({ reason: text(1000).optional() }) } } },
    },
    responses: {
      200: json('It is cancelled', cancelledAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415),
    },
  });
  app.openapi(route, async c => {
    const principal = c.get('principal');
    const session = await access.open(principal, c.req.valid('param').sessionId);
    const by = principal.kind === 'signer' ? 'signer' : 'integrator';
    const { reason } = c.req.valid('json');
    const answer = await idempotency.run(c, remember =>
      cancellation.cancel(session, { by, reason }, remember),
    );
    return c.json(cancelledAnswer.parse(answer.body), 200);
  });
}
