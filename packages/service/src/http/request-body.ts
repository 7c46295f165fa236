import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../domain/problem.ts';
import type { Principal } from '../domain/principal.ts';
import type { ServiceEnv } from './environment.ts';
import { LARGE_BODY, tooLarge } from './large-bodies.ts';

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses a body above the limit, by its Content-Length or as soon as it exceeds it. */
function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw tooLarge(bytes);
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
    const text = decodeUtf8(await c.req.arrayBuffer());
    // The text alone: both would be twice the memory.
    c.req.bodyCache = {};
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

/**
 * Receives what integrators, and callers without a token, send: a large body in a file (`large-bodies.ts`). What a signer
 * sends has no rate, because a photo may come from a bad line.
 */
function receiveLarge(maxBytes: number, usualBytes = maxBytes): MiddlewareHandler<ServiceEnv> {
  const limitSigners = limitBody(maxBytes);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const principal: Principal | undefined = c.get('principal');
    if (principal?.kind === 'signer') return limitSigners(c, next);
    const stated = c.req.header('Content-Length');
    const length = stated === undefined ? undefined : Number(stated);
    if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
    const stream = c.req.raw.body;
    if (stream === null || (length !== undefined && length <= LARGE_BODY)) return next();
    // Nobody can wait for a turn with a body whose size nobody knows.
    const most = length === undefined ? usualBytes : maxBytes;
    const body = { stream, owner: principal?.tenantId, length, most, usual: usualBytes };
    return c.get('largeBodies').receive(body, bytes => {
      Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(bytes) });
      return next();
    });
  });
}

/**
 * What every route with a body does first: it refuses a compressed one, a longer one, and JSON that is not UTF-8.
 * @param usualBytes above it, one request at a time is handled; the limit of a body that does not state its length
 */
export function receiveBody(maxBytes: number, usualBytes?: number): MiddlewareHandler<ServiceEnv>[] {
  const receive = maxBytes > LARGE_BODY ? receiveLarge(maxBytes, usualBytes) : limitBody(maxBytes);
  return [refuseEncodedBody, receive, requireUtf8];
}
