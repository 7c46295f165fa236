import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../domain/problem.ts';
import { ConcurrencyLimiter } from '../support/concurrency-limiter.ts';
import type { ServiceEnv } from './environment.ts';

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses a body above the limit, by its Content-Length or as soon as it exceeds it. */
function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new Problem('payload-too-large', `The body is more than ${bytes} bytes.`);
    },
  });
}

/** Refuses a compressed body, and says in Accept-Encoding what is taken (RFC 9110, 15.5.16). */
const refuseEncodedBody = createMiddleware<ServiceEnv>(async (c, next) => {
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    throw new Problem('unsupported-media-type', 'Send the body without a Content-Encoding.', {
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  await next();
});

/**
 * Refuses JSON that is not UTF-8 (RFC 8259, 8.1), whatever charset its type names: decoding it leniently would turn
 * `João` in another encoding into `Jo\ufffdo`.
 */
const requireUtf8 = createMiddleware<ServiceEnv>(async (c, next) => {
  if (JSON_TYPE.test(c.req.header('Content-Type') ?? '')) {
    const text = decodeUtf8(await c.req.raw.arrayBuffer());
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
  }
  await next();
});

function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem('validation-error', 'The body is not UTF-8, as JSON must be.', {
      errors: [{ pointer: '', detail: 'Is not UTF-8.' }],
      cause: error,
    });
  }
}

/** Bodies above the usual size are received one at a time, because each takes several times its size of memory. */
const LARGE_BODIES = { atOnce: 1, waiting: 2, waitMs: 20_000 };

/**
 * Lets requests with large bodies wait for each other, before they are received and until they are answered.
 * @param usual bytes up to which a body does not wait, and the limit of one that does not state its length
 */
export function oneLargeBodyAtATime(usual: number): MiddlewareHandler<ServiceEnv> {
  const limiter = new ConcurrencyLimiter(LARGE_BODIES);
  const limitUsual = limitBody(usual);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const stated = c.req.header('Content-Length');
    if (stated === undefined) return limitUsual(c, next);
    if (Number(stated) <= usual) return next();
    const principal = c.get('principal');
    const owner = principal.kind === 'client' ? principal.tenantId : principal.sessionId;
    return limiter.run(next, { owner });
  });
}

/** What every route with a body does first: it refuses a compressed one, a longer one, and JSON that is not UTF-8. */
export function receiveBody(maxBytes: number): MiddlewareHandler<ServiceEnv>[] {
  return [refuseEncodedBody, limitBody(maxBytes), requireUtf8];
}
