import { createRoute, z } from '@hono/zod-openapi';
import { BIOMETRIC_MODES } from '../domain/liveness-challenge.ts';
import type { ServiceApp } from '../http/app.ts';
import { json } from '../http/openapi-parts.ts';
import type { Database } from '../storage/database.ts';
import { LOCAL_TENANT_IDS } from '../tenants/local-tenants.ts';
import { findTenant, setBiometrics } from '../tenants/tenant-store.ts';

const settings = z.object({
  tenantId: z.enum(LOCAL_TENANT_IDS).default('tenant_local'),
  mode: z.enum([...BIOMETRIC_MODES, 'OFF']),
});

/** `GET` and `PUT /_local/biometrics`: whether a tenant's liveness steps need a real face. */
export function mountLocalBiometrics(app: ServiceApp, { database }: { readonly database: Database }): void {
  const read = createRoute({
    method: 'get',
    path: '/_local/biometrics',
    hide: true,
    request: { query: settings.pick({ tenantId: true }) },
    responses: { 200: json('How the tenant takes faces', settings) },
  });
  app.openapi(read, async c => {
    const { tenantId } = c.req.valid('query');
    const { biometrics } = await findTenant(database, tenantId);
    return c.json({ tenantId, mode: biometrics ?? 'OFF' } as const, 200);
  });

  const write = createRoute({
    method: 'put',
    path: '/_local/biometrics',
    hide: true,
    request: { body: { required: true, content: { 'application/json': { schema: settings } } } },
    responses: { 200: json('It is so from now on', settings) },
  });
  app.openapi(write, async c => {
    const { tenantId, mode } = c.req.valid('json');
    await setBiometrics(database, tenantId, mode === 'OFF' ? undefined : mode);
    return c.json({ tenantId, mode }, 200);
  });
}
