import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../domain/clock.ts';
import { decodeDocument, runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { json, problems } from '../http/openapi-parts.ts';
import { Problem } from '../domain/problem.ts';
import { name } from '../http/request-values.ts';
import { findSignatures } from '../pdf/inspect-pdf.ts';
import type { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import { AnonymousLimit } from './anonymous-limit.ts';
import { describeSignatures, documentAnswer } from './document-answer.ts';
import { type Trust, verifySignatures } from '@sign-session/verify';

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyVerification'];

/** All who verify without a token count as one tenant in the queue of inspections. No tenant has this id. */
const ANONYMOUS = '*';

/** Fetching the revocation lists of several authorities can be slow. */
const TIME_LIMIT_MS = 60_000;

const requestSchema = z.object({
  content: z.string().describe(`A PDF in base64 (RFC 4648, 4), at most ${MAX_DOCUMENT_TEXT} characters.`),
  filename: name(255).optional(),
});

export interface VerifyDocumentOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly quotas: MonthlyQuotas;
  readonly trust: Trust;
}

/**
 * Verifies the signatures of any PDF for anybody (signer API, section 7). With a token it counts as one of the
 * tenant's verifications; without one, a few per minute are allowed. The PDF is not stored.
 */
export function mountVerifyDocument(app: ServiceApp, options: VerifyDocumentOptions): void {
  const { database, clock, authentication, idempotency, quotas, trust } = options;
  const limit = new AnonymousLimit();
  const requireClient = authentication.requireClient('verification:write');
  const letIn = createMiddleware<ServiceEnv>(async (c, next) => {
    if (c.req.header('Authorization') !== undefined) return requireClient(c, next);
    limit.take(c.env.connection?.remoteAddress);
    return next();
  });
  async function verify(content: string, now: Date, owner = ANONYMOUS) {
    const file = decodeDocument(content, '/content');
    const located = await runInspection('/content', () => findSignatures(file, { owner }));
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const reports = await inTime(signal, () => verifySignatures(file, { trust, now, signal, located }));
    return describeSignatures(reports, now);
  }
  const route = createRoute({
    method: 'post',
    path: '/v1/verify/document',
    summary: 'The signatures of a PDF, verified; without a token ten a minute from an address',
    security: [{}, { accessToken: [] }],
    middleware: [letIn, limitBody(MAX_DOCUMENT_TEXT + 64 * 1024)] as const,
    request: {
      headers: z.object({ 'x-idempotency-key': z.string().optional() }),
      body: { required: true, content: { 'application/json': { schema: requestSchema } } },
    },
    responses: {
      200: json('What was found', documentAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { content } = c.req.valid('json');
    c.header('Cache-Control', 'no-store');
    if (c.req.header('Authorization') === undefined) return c.json(await verify(content, clock.now()), 200);
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const kept = await idempotency.run(c, async saveResponse => {
      const now = clock.now();
      await quotas.check(database, tenant, DIMENSIONS, now);
      const answer = { status: 200, body: await verify(content, now, tenant.tenantId) } as const;
      await database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, now);
        if (standing !== undefined) setQuotaHeaders(c, standing);
        await saveResponse(queries, answer);
      });
      return answer;
    });
    return c.json(documentAnswer.parse(kept.body), 200);
  });
}

/** @throws Problem `service-unavailable` when fetching revocation lists took the whole time limit */
async function inTime<T>(limit: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!limit.aborted) throw cause;
    throw new Problem('service-unavailable', 'Lists of revoked certificates took too long to come.', {
      headers: { 'Retry-After': '60' },
      cause,
    });
  }
}
