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
import { runOnce, route, ok } from '../http/route.ts';
import { signerOrClientWith } from '../oauth/authentication.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { SaveResponse } from '../http/idempotency.ts';
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
  const { access, views, notices, cancellation } = parts;

  app.use('/v1/signing-sessions/:sessionId/*', neverStored, openToAnyOrigin);

  route(app, {
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}',
    summary: 'All that the signer’s page needs to know',
    access: signerOrClientWith('transactions:read'),
    params: sessionParams,
    answer: ok('The session as the caller may see it', bootstrapAnswer),
    handle: async ({ principal, params }) => {
      const session = await access.open(principal, params.sessionId);
      await notices.recordFirstView(principal, session);
      const view = await views.of(session, access.scopeOf(principal, session));
      return bootstrapAnswer.parse(view);
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/signing-sessions/{sessionId}/status',
    summary: 'The status of the session',
    access: signerOrClientWith('transactions:read'),
    params: sessionParams,
    answer: ok('The status', statusAnswer),
    handle: async ({ principal, params }) => {
      const session = await access.open(principal, params.sessionId);
      return statusOf(session);
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/advance',
    summary: 'Take the signer’s action for the current step',
    access: signerOrClientWith('steps:write', 'transactions:write'),
    params: sessionParams,
    body: advanceSchema,
    maxBytes: MAX_ACTION,
    isIdempotent: true,
    answer: ok('The session after the action', advanceAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, params, body }) => {
      return await take(c, core, parts, params.sessionId, body);
    },
  });

  // The action `resend_otp` at a path of its own, which published clients use.
  route(app, {
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/resend-otp',
    summary: 'Send another code',
    access: signerOrClientWith('steps:write', 'transactions:write'),
    params: sessionParams,
    optionalBody: z.object({ channel: otpChannelSchema.optional() }),
    maxBytes: MAX_WORDS,
    isIdempotent: true,
    answer: ok('The session after the code was sent', advanceAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, params, body }) => {
      const { channel: otpChannel } = body;
      const { sessionId } = params;
      return await take(c, core, parts, sessionId, { action: 'resend_otp', otpChannel });
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/cancel',
    summary: 'End the session: the integrator withdraws, or the signer declines',
    access: signerOrClientWith('transactions:write'),
    params: sessionParams,
    optionalBody: cancelRequest,
    maxBytes: MAX_WORDS,
    isIdempotent: true,
    answer: ok('Cancelled', cancelledAnswer),
    problems: [410],
    handle: async ({ principal, params, body, once }) => {
      const session = await access.open(principal, params.sessionId);
      const by = principal.kind === 'signer' ? 'signer' : 'integrator';
      const { reason } = body;
      const answer = await once(saveResponse => cancellation.cancel(session, { by, reason }, saveResponse));
      return cancelledAnswer.parse(answer.body);
    },
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
