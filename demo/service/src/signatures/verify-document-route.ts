import { createRoute, z } from '@hono/zod-openapi';
import type { Clock } from '../clock.ts';
import { decodeDocument, lookInto, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf, type Authentication } from '../http/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { Problem } from '../http/problem.ts';
import { name } from '../http/request-values.ts';
import { findSignatures } from '../pdf/inspect-pdf.ts';
import type { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database } from '../storage/database.ts';
import { findTenant, type QuotaDimension } from '../tenants/tenant.ts';
import { describeSignatures, documentAnswer } from './document-answer.ts';
import { type Trust, verifySignatures } from '@sign-session/verify';

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyVerification'];

/** The lists of many authorities may be slow to come. */
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

/** Verifies the signatures of a PDF that anybody made (signer API, section 7). The PDF is not kept. */
export function mountVerifyDocument(app: ServiceApp, options: VerifyDocumentOptions): void {
  const { database, clock, authentication, idempotency, quotas, trust } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/verify/document',
    summary: 'The signatures of a PDF, verified',
    security: CLIENT_AUTH,
    middleware: [
      authentication.requireClient('verification:write'),
      limitBody(MAX_DOCUMENT_TEXT + 64 * 1024),
    ] as const,
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
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const { content } = c.req.valid('json');
    const kept = await idempotency.run(c, async remember => {
      const now = clock.now();
      const file = decodeDocument(content, '/content');
      await quotas.check(database, tenant, DIMENSIONS, now);
      const located = await lookInto('/content', () => findSignatures(file));
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const reports = await inTime(signal, () => verifySignatures(file, { trust, now, signal, located }));
      const answer = { status: 200, body: describeSignatures(reports, now) } as const;
      await database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, now);
        if (standing !== undefined) setQuotaHeaders(c, standing);
        await remember(queries, answer);
      });
      return answer;
    });
    c.header('Cache-Control', 'no-store');
    return c.json(documentAnswer.parse(kept.body), 200);
  });
}

/** @throws Problem `service-unavailable` where the lists of others took all the time there is */
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
