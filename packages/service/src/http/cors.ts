import { cors } from 'hono/cors';

/**
 * Allows any origin on the routes that signers' browsers call (signer API, section 2). No cookies are used, so an
 * origin gains nothing that it could not request without a browser.
 */
export const openToAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'X-Idempotency-Key',
    'Idempotency-Key',
    'Range',
    'If-Range',
  ],
  exposeHeaders: [
    'Retry-After',
    'Deprecation',
    'Sunset',
    'Link',
    'API-Version',
    'X-Request-Id',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'ETag',
    'Accept-Ranges',
    'Content-Range',
    'Repr-Digest',
  ],
  // Chromium's maximum.
  maxAge: 7200,
});
