import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../domain/problem.ts';
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

/** What every route with a body does first: it refuses a compressed one, a longer one, and JSON that is not UTF-8. */
export function receiveBody(maxBytes: number): MiddlewareHandler<ServiceEnv>[] {
  return [refuseEncodedBody, limitBody(maxBytes), requireUtf8];
}
