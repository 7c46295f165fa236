import { createRoute, z } from '@hono/zod-openapi';
import { BIOMETRIC_MODES } from '../domain/liveness-challenge.ts';
import { SIGNATURE_LEVELS } from '../domain/signature-level.ts';
import type { ServiceApp } from '../http/app.ts';
import { jsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import type { Database } from '../storage/database.ts';
import { LOCAL_TENANT_IDS } from '../tenants/local-tenants.ts';
import { findTenant, setBiometrics, setSignatureLevel } from '../tenants/tenant-store.ts';

const tenant = z.object({ tenantId: z.enum(LOCAL_TENANT_IDS).default('tenant_local') });
const biometrics = tenant.extend({ mode: z.enum([...BIOMETRIC_MODES, 'OFF']) });
const signatureLevel = tenant.extend({ level: z.enum(SIGNATURE_LEVELS) });

/** The routes that read and change settings of a built-in tenant. */
function routesOf<S extends z.ZodType>(path: string, settings: S) {
  const shared = { path, hide: true, responses: { 200: json('The settings', settings) } };
  return {
    read: createRoute({ ...shared, method: 'get', request: { query: tenant } }),
    write: createRoute({ ...shared, method: 'put', request: { body: jsonBody(settings) } }),
  };
}

/** `/_local/biometrics` and `/_local/signature-level`: settings that QA changes while the service runs. */
export function mountTenantSettings(app: ServiceApp, { database }: { readonly database: Database }): void {
  const ofBiometrics = routesOf('/_local/biometrics', biometrics);
  app.openapi(ofBiometrics.read, async c => {
    const { tenantId } = c.req.valid('query');
    const { biometrics: mode = 'OFF' } = await findTenant(database, tenantId);
    return c.json({ tenantId, mode } as const, 200);
  });
  app.openapi(ofBiometrics.write, async c => {
    const { tenantId, mode } = c.req.valid('json');
    await setBiometrics(database, tenantId, mode === 'OFF' ? undefined : mode);
    return c.json({ tenantId, mode }, 200);
  });

  const ofLevel = routesOf('/_local/signature-level', signatureLevel);
  app.openapi(ofLevel.read, async c => {
    const { tenantId } = c.req.valid('query');
    const { signatureLevel: level } = await findTenant(database, tenantId);
    return c.json({ tenantId, level }, 200);
  });
  app.openapi(ofLevel.write, async c => {
    const { tenantId, level } = c.req.valid('json');
    await setSignatureLevel(database, tenantId, level);
    return c.json({ tenantId, level }, 200);
  });
}
