import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

const EXPOSED = [
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'API-Version',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'ETag',
  'Content-Range',
  'Repr-Digest',
].join(', ');

/**
 * Allows any origin on the routes that signers' browsers call (signer API, section 2). No cookies are used, so an
 * origin gains nothing that it could not request without a browser.
 */
export const openToAnyOrigin = createMiddleware<ServiceEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, POST, PUT',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Idempotency-Key, Range',
        // Chromium's maximum.
        'Access-Control-Max-Age': '7200',
      },
    });
  }
  await next();
  c.res.headers.set('Access-Control-Allow-Origin', '*');
  c.res.headers.set('Access-Control-Expose-Headers', EXPOSED);
  return undefined;
});
