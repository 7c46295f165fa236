import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { declareRoute } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import type { ReceiptKeys } from './receipt-keys.ts';

/** Short against a key's 30 days; a verifier that meets an unknown key reads the set again anyway. */
const MAX_AGE_S = 300;

const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        kid: z.string(),
        x: z.string(),
        y: z.string(),
      }),
    ),
  })
  .openapi('KeySet');

/** The public keys of receipts, where libraries for JWT look for them (RFC 7517, 5). */
export function mountKeySet(app: ServiceApp, { receiptKeys }: { receiptKeys: ReceiptKeys }): void {
  const route = declareRoute({
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that the receipts of ended sessions are signed with',
    request: {},
    answers: { 200: json('A JSON Web Key Set (RFC 7517)', keySet) },
  });
  app.use(route.path, openToAnyOrigin);
  app.openapi(route, async c => {
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    return c.json(keySet.parse({ keys: await receiptKeys.published() }), 200);
  });
}
