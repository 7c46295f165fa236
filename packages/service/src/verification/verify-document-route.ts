/** Verification of any file, with limits for callers without a token. */
import { z } from '@hono/zod-openapi';
import type { Trust } from '@sign-session/verify';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import type { Core } from '../core/core.ts';
import { decodeDocument, MAX_DOCUMENT_TEXT, runInspection } from '../documents/document-content.ts';
import { clientOf, type ClientPrincipal } from '../domain/principal.ts';
import { tooMany, unavailable } from '../domain/problem.ts';
import { sha256 } from '../domain/sha256.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { addressGroup } from '../http/client-address.ts';
import { declareRoute, jsonBody, runOnce } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { json } from '../http/openapi-parts.ts';
import { nameText } from '../http/validation.ts';
import { WindowCounter } from '../http/window-counter.ts';
import { anybodyOrClientWith } from '../oauth/authentication.ts';
import { STRANGER, verifyPdf } from '../pdf/inspect-pdf.ts';
import { ConcurrencyLimiter, TooBusyError } from '../support/concurrency-limiter.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { describeSignatures, documentAnswer } from './document-answer.ts';
import { validationReport } from './validation-report.ts';

/** Enough for readers of a verifier page, who check a file or two. A check takes up to a second of CPU time. */
const MOST_PER_ADDRESS = 10;

/** All who check without a token may keep two processes busy, whatever their addresses. */
const MOST_AT_ONCE = 2;
/** Of one address: one runs and one waits, so that the other process is free for somebody else. */
const MOST_OF_ADDRESS = 2;
/** Of all addresses: each holds a file in memory. */
const MOST_UNDER_WAY = 10;
/** Longer than a check may take, so that whoever is next gets a turn. */
const WAIT_MS = 20_000;
const BUSY_RETRY_S = 5;

/**
 * Limits checks without a token: how many each address (IPv6: its /64) may ask for in a minute, and how many run at
 * once. Addresses take turns, and none has two running.
 */
export class AnonymousLimit {
  readonly #checks = new WindowCounter(MOST_PER_ADDRESS);
  readonly #limiter = new ConcurrencyLimiter({
    atOnce: MOST_AT_ONCE,
    waiting: MOST_OF_ADDRESS - 1,
    waitMs: WAIT_MS,
  });
  /** How many run or wait, by address. */
  readonly #underWay = new Map<string, number>();

  /**
   * @param address undefined for callers in this process, who are not counted
   * @throws Problem `rate-limit` with Retry-After
   */
  take(address: string | undefined): void {
    if (address === undefined) return;
    const group = addressGroup(address);
    const wait = this.#checks.waitFor(group);
    if (wait > 0) throw tooMany('Too many checks from this address.', wait);
    this.#checks.add(group);
  }

  /**
   * Runs a check in its turn. Call it when the request has arrived in full, so that a slow upload takes no place.
   * @param address undefined for callers in this process, who count as one
   * @param check is given the name under which the address shares the processes with others
   * @throws Problem `rate-limit` if two of the address are under way, `service-unavailable` if too many of all are, or
   *   those before it took too long, both with Retry-After; what the check throws
   */
  async run<T>(address: string | undefined, check: (owner: string) => Promise<T>): Promise<T> {
    const group = address === undefined ? '' : addressGroup(address);
    const ofAddress = this.#underWay.get(group) ?? 0;
    if (ofAddress >= MOST_OF_ADDRESS)
      throw tooMany('Two checks from this address are under way.', BUSY_RETRY_S);
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MOST_UNDER_WAY) throw tooBusy();
    this.#underWay.set(group, ofAddress + 1);
    try {
      // No tenant has such an id.
      return await this.#limiter.run(() => check(`${STRANGER}${group}`), { key: group, owner: group });
    } catch (error) {
      throw error instanceof TooBusyError ? tooBusy(error) : error;
    } finally {
      const left = (this.#underWay.get(group) ?? 1) - 1;
      if (left > 0) this.#underWay.set(group, left);
      else this.#underWay.delete(group);
    }
  }
}

function tooBusy(cause?: unknown) {
  return unavailable('Too many checks without a token are under way.', BUSY_RETRY_S, cause);
}

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyVerification'];

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
  const { database, clock, quotas } = core;
  const limit = new AnonymousLimit();
  const access = anybodyOrClientWith('verification:write');
  const limitAnonymous = createMiddleware<ServiceEnv>(async (c, next) => {
    if (clientIn(c) === undefined) limit.take(c.env.connection?.remoteAddress);
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
      const answer = await limit.run(c.env.connection?.remoteAddress, owner =>
        verify(content, { now: clock.now(), owner, signal }),
      );
      return respond(c, answer, content);
    }
    const tenant = await findTenant(database, client.tenantId);
    const kept = await runOnce(c, async saveResponse => {
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
