import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../domain/clock.ts';
import { decodeDocument, runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { clientOf, type ClientPrincipal } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import { name } from '../http/request-values.ts';
import { verifyPdf } from '../pdf/inspect-pdf.ts';
import type { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import { AnonymousLimit } from './anonymous-limit.ts';
import { sha256 } from '../domain/sha256.ts';
import { validationReport } from './validation-report.ts';
import { describeSignatures, documentAnswer } from './document-answer.ts';
import type { Trust } from '@sign-session/verify';

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyVerification'];

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';

/** For callers in this process, who do not go away. */
const NEVER = new AbortController().signal;

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

interface Asked {
  readonly now: Date;
  /** Who shares the processes with others: a tenant, or an address. */
  readonly owner: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal | undefined;
}

/** Who verifies for a tenant; undefined for anybody else (`clientOrAnybody`). */
function clientIn(c: Context<ServiceEnv>): ClientPrincipal | undefined {
  const { principal }: Partial<ServiceEnv['Variables']> = c.var;
  return principal && clientOf(principal);
}

/** In JSON, or as XML where that is what the caller accepts. */
function respond(c: Context<ServiceEnv>, answer: z.infer<typeof documentAnswer>, content: string) {
  const inJson = c.json(answer, 200);
  const options = { header: 'Accept' as const, supports: [JSON_TYPE, XML_TYPE], default: JSON_TYPE };
  if (accepts(c, options) !== XML_TYPE) return inJson;
  const hash = sha256(Buffer.from(content, 'base64')).toString('hex');
  const inXml: Response = c.body(validationReport(answer, hash), 200, { 'Content-Type': XML_TYPE });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as a second type in OpenAPI, generated clients would have to tell a text from the answer everywhere
  return inXml as typeof inJson;
}

/**
 * Verifies the signatures of any PDF for anybody (signer API, section 7). With a token that has the scope it counts
 * as one of the tenant's verifications; without one, a few per minute are allowed. The PDF is not stored.
 */
export function mountVerifyDocument(app: ServiceApp, options: VerifyDocumentOptions): void {
  const { database, clock, authentication, idempotency, quotas, trust } = options;
  const limit = new AnonymousLimit();
  const access = authentication.clientOrAnybody('verification:write');
  const limitAnonymous = createMiddleware<ServiceEnv>(async (c, next) => {
    if (clientIn(c) === undefined) limit.take(c.env.connection?.remoteAddress);
    return next();
  });
  async function verify(content: string, { now, owner, signal = NEVER }: Asked) {
    const file = decodeDocument(content, '/content');
    const reports = await runInspection('/content', () => verifyPdf(file, { trust, now, signal }, { owner }));
    return describeSignatures(reports, now);
  }
  const route = declareRoute({
    method: 'post',
    path: '/v1/verify/document',
    summary: 'The signatures of a PDF, verified; without a token ten a minute from an address',
    access: { ...access, middleware: [...access.middleware, limitAnonymous] },
    request: { body: jsonBody(requestSchema) },
    maxBytes: MAX_DOCUMENT_TEXT + 64 * 1024,
    isIdempotent: true,
    answers: {
      200: json(
        'The verified signatures; with `Accept: application/xml` as a validation report of ETSI TS 119 102-2',
        documentAnswer,
      ),
    },
    problems: [429, 503],
  });
  app.openapi(route, async c => {
    const { content } = c.req.valid('json');
    c.header('Cache-Control', 'no-store');
    const signal = c.env.connection?.left;
    const client = clientIn(c);
    if (client === undefined) {
      const answer = await limit.run(c.env.connection?.remoteAddress, owner =>
        verify(content, { now: clock.now(), owner, signal }),
      );
      return respond(c, answer, content);
    }
    const tenant = await findTenant(database, client.tenantId);
    const kept = await idempotency.run(c, async saveResponse => {
      const now = clock.now();
      await quotas.check(database, tenant, DIMENSIONS, now);
      const answer = {
        status: 200,
        body: await verify(content, { now, owner: tenant.tenantId, signal }),
      } as const;
      await database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, now);
        if (standing !== undefined) setQuotaHeaders(c, standing);
        await saveResponse(queries, answer);
      });
      return answer;
    });
    return respond(c, documentAnswer.parse(kept.body), content);
  });
}
