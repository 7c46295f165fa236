import { z } from '@hono/zod-openapi';
import type { Trust } from '@sign-session/verify';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/route.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import type { KnownLists } from '../signatures/revocation-lists.ts';

/**
 * Short, because roots change with the operator's settings, and the sandbox's root is created with its first
 * certificate.
 */
const ANCHORS_MAX_AGE_S = 300;

const anchorsAnswer = z
  .object({
    certificates: z.array(z.string()).describe('DER in base64 (RFC 4648, 4)'),
    time: z.iso.datetime().describe('By the service’s clock: what to check at'),
  })
  .openapi('TrustAnchors');

/** The trust anchors for verifying a file on one's own device without uploading it. */
export function mountAnchorRoutes(
  app: ServiceApp,
  core: Core,
  parts: { trust: Trust; knownLists: KnownLists },
): void {
  const { clock } = core;
  const { trust, knownLists } = parts;
  const anchors = declareRoute({
    method: 'get',
    path: '/v1/verify/trust-anchors',
    summary: 'The roots that this service trusts, to verify a signed file without sending it',
    request: {},
    answers: { 200: json('The certificates', anchorsAnswer) },
  });
  const list = declareRoute({
    method: 'get',
    path: '/v1/verify/revocation-list',
    summary: 'A certificate revocation list as this service holds it; nothing is fetched for it',
    request: {
      query: z.object({
        address: z.url().max(2000).describe('Where the authority publishes it, as its certificates say'),
      }),
    },
    answers: {
      200: {
        description: 'DER (RFC 5280, 5), as its authority signed it',
        content: { 'application/pkix-crl': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
    problems: [404],
  });
  app.use(anchors.path, openToAnyOrigin);
  app.use(list.path, openToAnyOrigin);
  app.openapi(anchors, async c => {
    const roots = await trust.roots();
    c.header('Cache-Control', `public, max-age=${ANCHORS_MAX_AGE_S}`);
    const certificates = roots.map(({ der }) => Buffer.from(der).toString('base64'));
    return c.json({ certificates, time: clock.now().toISOString() }, 200);
  });
  app.openapi(list, async c => {
    const der = await knownLists.find(c.req.valid('query').address);
    if (der === undefined) throw notFound();
    return c.body(der, 200, { 'Content-Type': 'application/pkix-crl', 'Cache-Control': 'no-store' });
  });
}
