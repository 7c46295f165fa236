import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { json } from '../http/openapi-parts.ts';
import { SIGNATURE_LEVELS } from '../domain/signature-level.ts';
import type { Database } from '../storage/database.ts';
import { LOCAL_TENANT_IDS } from '../tenants/local-tenants.ts';
import { findTenant, setSignatureLevel } from '../tenants/tenant-store.ts';

const settings = z.object({
  tenantId: z.enum(LOCAL_TENANT_IDS).default('tenant_local'),
  level: z.enum(SIGNATURE_LEVELS),
});

/** `GET` and `PUT /_local/signature-level`: the PAdES level of a tenant's signatures. */
export function mountLocalSignatureLevel(
  app: ServiceApp,
  { database }: { readonly database: Database },
): void {
  const read = createRoute({
    method: 'get',
    path: '/_local/signature-level',
    hide: true,
    request: { query: settings.pick({ tenantId: true }) },
    responses: { 200: json('The level of the tenant’s signatures', settings) },
  });
  app.openapi(read, async c => {
    const { tenantId } = c.req.valid('query');
    const { signatureLevel: level } = await findTenant(database, tenantId);
    return c.json({ tenantId, level }, 200);
  });

  const write = createRoute({
    method: 'put',
    path: '/_local/signature-level',
    hide: true,
    request: { body: { required: true, content: { 'application/json': { schema: settings } } } },
    responses: { 200: json('It is so from now on', settings) },
  });
  app.openapi(write, async c => {
    const { tenantId, level } = c.req.valid('json');
    await setSignatureLevel(database, tenantId, level);
    return c.json({ tenantId, level }, 200);
  });
}
