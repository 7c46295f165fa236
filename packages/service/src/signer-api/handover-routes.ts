import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, optionalJsonBody } from '../http/declare-route.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { IDEMPOTENCY_HEADERS, idempotencyKeyOf, type Idempotency } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import type { Database } from '../storage/database.ts';
import type { Handovers } from './handover.ts';
import type { SessionAccess } from './session-access.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import { sessionParams } from '../sessions/session-params.ts';

const MAX_BODY = 4 * 1024;

/** The stored response for repeats. The code in it is encrypted. */
const storedHandover = z.object({ sealedCode: z.string(), expiresAt: z.string() });

const handoverAnswer = z
  .object({
    url: z.string().describe('The hosted page with a code that works once. A credential while it lives.'),
    expiresAt: z.string().describe('ISO 8601, UTC'),
  })
  .openapi('Handover');

const exchangeRequest = z.object({ code: z.string().min(1).max(100) });
const exchangeAnswer = z.object({ clientSecret: z.string() });

export interface HandoverRoutesOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly access: SessionAccess;
  readonly handovers: Handovers;
  readonly links: SessionLinks;
  readonly fieldCipher: FieldCipher;
}

/**
 * “Continue on your phone”: creates a one-time link, and exchanges it on the hosted page. Call after the signer's
 * routes.
 */
export function mountHandoverRoutes(app: ServiceApp, options: HandoverRoutesOptions): void {
  mountOffer(app, options);
  mountExchange(app, options);
}

function mountOffer(app: ServiceApp, options: HandoverRoutesOptions): void {
  const { database, authentication, idempotency, access, handovers, links, fieldCipher } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/signing-sessions/{sessionId}/handover',
    summary: 'A link that opens the session on another device, once, within 5 minutes',
    access: authentication.signer(),
    request: { params: sessionParams, body: optionalJsonBody(z.object({})) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('The link; a new one ends the one before', handoverAnswer) },
    problems: [410],
  });
  app.openapi(route, async c => {
    const session = await access.open(c.get('principal'), c.req.valid('param').sessionId);
    const { body } = await idempotency.run(c, async saveResponse => {
      const { code, expiresAt, settle } = handovers.prepare(session);
      const kept = { sealedCode: fieldCipher.seal(code), expiresAt: expiresAt.toISOString() };
      const answer = { status: 200, body: kept } as const;
      await database.transaction(async queries => {
        await settle(queries);
        await saveResponse(queries, answer);
      });
      return answer;
    });
    const { sealedCode, expiresAt } = storedHandover.parse(body);
    const url = links.handoverLink(session.sessionId, await fieldCipher.open(sealedCode));
    return c.json({ url, expiresAt }, 200);
  });
}

function mountExchange(app: ServiceApp, { handovers }: HandoverRoutesOptions): void {
  const route = declareRoute({
    method: 'post',
    path: '/v1/handover',
    summary: 'Exchange the code of a handover link for the client secret',
    request: { headers: IDEMPOTENCY_HEADERS, body: jsonBody(exchangeRequest) },
    maxBytes: MAX_BODY,
    answers: { 200: json('The secret', exchangeAnswer) },
    problems: [404],
  });
  app.openapi(route, async c => {
    c.header('Cache-Control', 'no-store');
    const { code } = c.req.valid('json');
    return c.json({ clientSecret: await handovers.exchange(code, idempotencyKeyOf(c)) }, 200);
  });
}
