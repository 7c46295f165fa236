import { cors } from 'hono/cors';

/**
 * Opens what signers' browsers call to any origin (signer API, section 2). No cookies are used, so an origin
 * gains nothing by it that it could not ask for without a browser.
 */
export const openToAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT'],
  allowHeaders: ['Authorization', 'Content-Type', 'X-Idempotency-Key', 'Range'],
  exposeHeaders: [
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
  ],
  // Chromium's cap.
  maxAge: 7200,
});
