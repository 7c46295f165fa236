import { z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { ENVIRONMENTS } from '../domain/tenant.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import { deleteClient, putClient } from '../oauth/clients.ts';
import { newPublicKeySchema } from '../oauth/public-keys.ts';
import { ALL_SCOPES, SCOPES } from '../domain/scopes.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../storage/database.ts';
import { tenantRow } from './tenant-store.ts';
import { adminAccess } from '../http/admin-access.ts';
import { newSecret } from './new-secret.ts';
import { mountClientList, mountRotation } from './client-routes.ts';
import { configuredIdSchema } from './tenants-file.ts';

/** More clients than this suggest a loop. */
const MOST_PER_TENANT = 100;

const credentialsRequest = z.object({
  mode: z.enum(ENVIRONMENTS),
  scopes: z
    .array(z.enum(ALL_SCOPES))
    .min(1)
    .default([...SCOPES]),
  keys: z
    .array(newPublicKeySchema)
    .max(10)
    .default([])
    .describe('Public keys for private-key JWT (ES256). With them no secret is made.'),
});

const credentialsAnswer = z
  .object({
    tenantId: z.string(),
    clientId: z.string(),
    clientSecret: z.string().optional().describe('Once, and never again.'),
    mode: z.enum(ENVIRONMENTS),
    scopes: z.array(z.string()),
    createdAt: z.string(),
  })
  .openapi('Credentials');

export interface CredentialsRouteOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: AuditLog;
  /** Undefined disables the administrator routes. */
  readonly adminToken: string | undefined;
}

/** Lets the administrator make clients of a tenant, and delete them. */
export function mountCredentialsRoute(app: ServiceApp, options: CredentialsRouteOptions): void {
  mountCreation(app, options);
  mountDeletion(app, options);
  mountClientList(app, options);
  mountRotation(app, options);
}

/** It replaces the deprecated …/mode (service interface, "Versioning", item 10). */
function mountCreation(app: ServiceApp, options: CredentialsRouteOptions): void {
  const { audit, clock, random, adminToken } = options;
  const route = declareRoute({
    method: 'post',
    path: '/admin/tenants/{id}/credentials',
    summary: 'Make a client of the tenant',
    access: adminAccess(adminToken),
    request: { params: z.object({ id: configuredIdSchema }), body: jsonBody(credentialsRequest) },
    answers: { 201: json('The credentials', credentialsAnswer) },
    problems: [409],
  });
  app.openapi(route, async c => {
    const { mode, scopes, keys } = c.req.valid('json');
    const clientId = randomId('cli', random);
    const secret = newSecret(random);
    const proof = keys.length > 0 ? { keys } : { secret };
    const { tenantId } = await audit.perform(c.get('requestId'), async queries => {
      const [row] = await queries.query('SELECT * FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', [
        c.req.valid('param').id,
      ]);
      if (row === undefined) throw notFound();
      const tenant = tenantRow.parse(row);
      if (tenant.environment !== mode) {
        throw new Problem('conflict', `The tenant belongs to the environment ${tenant.environment}.`);
      }
      const clients = await queries.query('SELECT client_id FROM clients WHERE tenant_id = $1', [
        tenant.tenantId,
      ]);
      if (clients.length >= MOST_PER_TENANT) {
        throw new Problem('conflict', `A tenant has at most ${MOST_PER_TENANT} clients.`);
      }
      await putClient(queries, { clientId, tenantId: tenant.tenantId, scopes }, proof);
      return { act: 'CLIENT_CREATED', tenantId: tenant.tenantId, targetId: clientId };
    });
    c.header('Cache-Control', 'no-store');
    const clientSecret = keys.length > 0 ? undefined : secret;
    const createdAt = clock.now().toISOString();
    return c.json({ tenantId, clientId, clientSecret, mode, scopes, createdAt }, 201);
  });
}

function mountDeletion(app: ServiceApp, { audit, adminToken }: CredentialsRouteOptions): void {
  const route = declareRoute({
    method: 'delete',
    path: '/admin/tenants/{id}/credentials/{clientId}',
    summary: 'Delete a client of the tenant',
    access: adminAccess(adminToken),
    request: { params: z.object({ id: configuredIdSchema, clientId: configuredIdSchema }) },
    answers: { 204: { description: 'Deleted: it gets no more tokens' } },
  });
  app.openapi(route, async c => {
    const { id: tenantId, clientId } = c.req.valid('param');
    await audit.perform(c.get('requestId'), async queries => {
      if (!(await deleteClient(queries, tenantId, clientId))) throw notFound();
      return { act: 'CLIENT_DELETED', tenantId, targetId: clientId };
    });
    return c.body(null, 204);
  });
}
