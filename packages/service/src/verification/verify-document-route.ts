/** Verification of any file, with limits for callers without a token. */
import { z } from '@hono/zod-openapi';
import type { Trust } from '@sign-session/verify';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import type { Core } from '../core/core.ts';
import { decodeDocument, MAX_DOCUMENT_TEXT, runInspection } from '../documents/document-content.ts';
import { clientOf, type ClientPrincipal } from '../domain/principal.ts';
import { type Problem, tooMany, unavailable } from '../domain/problem.ts';
import { sha256 } from '../domain/sha256.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { addressGroup } from '../http/client-address.ts';
import type { StoredResponse } from '../http/idempotency.ts';
import { declareRoute, jsonBody, runOnce } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { json } from '../http/openapi-parts.ts';
import { nameText } from '../http/validation.ts';
import type { RateRule } from '../limits/rate-limits.ts';
import { anybodyOrClientWith } from '../oauth/authentication.ts';
import { STRANGER, verifyPdf } from '../pdf/inspect-pdf.ts';
import { TooBusyError } from '../support/limiter.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { describeSignatures, documentAnswer } from './document-answer.ts';
import { validationReport } from './validation-report.ts';

/** From an address (IPv6: its /64): enough for readers of a verifier page, who check a file or two, each up to a second of CPU time. */
const CHECKS: RateRule = { name: 'checks', most: 10, windowMs: 60_000 };

const BUSY_RETRY_S = 5;

/** A check without a token that was not begun. */
function notBegun(cause: TooBusyError): Problem {
  return cause.isOfOwner
    ? tooMany('Other checks from this address are under way.', BUSY_RETRY_S)
    : unavailable('Too many checks without a token are under way.', BUSY_RETRY_S, cause);
}

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyVerification'];

/** What is kept of an answer: it names the signers of any file, whom an erasure would not find there. */
const COUNTED: StoredResponse = { status: 200, body: {} };

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';

/** For callers in this process, who do not go away. */
const NEVER = new AbortController().signal;

const requestSchema = z.object({
  content: z.string().describe(`A PDF in base64 (RFC 4648, 4), at most ${MAX_DOCUMENT_TEXT} characters.`),
  filename: nameText(255).optional(),
});

interface VerificationRequest {
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
export function mountVerifyDocument(app: ServiceApp, core: Core, trust: Trust): void {
  const { database, clock, quotas, rateLimits } = core;
  const access = anybodyOrClientWith('verification:write');
  const limitAnonymous = createMiddleware<ServiceEnv>(async (c, next) => {
    const address = c.env.connection?.remoteAddress;
    // Callers in this process are not counted.
    if (clientIn(c) === undefined && address !== undefined) {
      const wait = await rateLimits.spend(CHECKS, addressGroup(address));
      if (wait > 0) throw tooMany('Too many checks from this address.', wait);
    }
    return next();
  });
  async function verify(content: string, { now, owner, signal = NEVER }: VerificationRequest) {
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
      const address = c.env.connection?.remoteAddress;
      // No tenant has such an id.
      const owner = `${STRANGER}${address === undefined ? '' : addressGroup(address)}`;
      const answer = await verify(content, { now: clock.now(), owner, signal }).catch((error: unknown) => {
        throw error instanceof TooBusyError ? notBegun(error) : error;
      });
      return respond(c, answer, content);
    }
    const tenant = await findTenant(database, client.tenantId);
    const owner = tenant.tenantId;
    const made: z.infer<typeof documentAnswer>[] = [];
    await runOnce(c, async saveResponse => {
      const now = clock.now();
      await quotas.check(database, tenant, DIMENSIONS, now);
      made.push(await verify(content, { now, owner, signal }));
      await database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, now);
        if (standing !== undefined) setQuotaHeaders(c, standing);
        await saveResponse(queries, COUNTED);
      });
      return COUNTED;
    });
    // A repeated request is checked anew, and not counted again.
    const [answer = await verify(content, { now: clock.now(), owner, signal })] = made;
    return respond(c, answer, content);
  });
}
