import { z } from '@hono/zod-openapi';
import { HOUR_MS, type Clock } from '../domain/clock.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import { notFound } from '../domain/problem.ts';
import { ENVIRONMENTS } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, optionalJsonBody } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import { listClients, rotateSecret, type ListedClient } from '../oauth/clients.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../storage/database.ts';
import { adminAccess } from '../http/admin-access.ts';
import { newSecret } from './new-secret.ts';
import { configuredIdSchema } from './tenants-file.ts';

const LONGEST_OVERLAP_HOURS = 30 * 24;

const clientSchema = z.object({
  clientId: z.string(),
  mode: z.enum(ENVIRONMENTS),
  scopes: z.array(z.string()),
  authentication: z.enum(['secret', 'keys']),
  previousSecretUntil: z
    .string()
    .optional()
    .describe('The secret before the last rotation works until then.'),
});

const clientsAnswer = z.object({ tenantId: z.string(), clients: z.array(clientSchema) }).openapi('Clients');

const rotationRequest = z.object({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_HOURS)
    .optional()
    .describe('For how long the secret that the client has works on. Default 24; 0 after a leak.'),
});

const rotationAnswer = z
  .object({
    tenantId: z.string(),
    clientId: z.string(),
    clientSecret: z.string().describe('Once, and never again.'),
    previousSecretUntil: z.string(),
  })
  .openapi('RotatedSecret');

export interface ClientRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: AuditLog;
  readonly adminToken: string | undefined;
}

function describe(client: ListedClient): z.input<typeof clientSchema> {
  const { clientId, environment: mode, scopes, authentication, previousSecretUntil } = client;
  return {
    clientId,
    mode,
    scopes: [...scopes],
    authentication,
    previousSecretUntil: previousSecretUntil?.toISOString(),
  };
}

/** Lists a tenant's clients for the administrator. */
export function mountClientList(app: ServiceApp, { database, clock, adminToken }: ClientRoutesOptions): void {
  const route = declareRoute({
    method: 'get',
    path: '/admin/tenants/{id}/credentials',
    summary: 'The tenant’s clients, without their secrets',
    access: adminAccess(adminToken),
    request: { params: z.object({ id: configuredIdSchema }) },
    answers: { 200: json('All of them', clientsAnswer) },
  });
  app.openapi(route, async c => {
    const { id: tenantId } = c.req.valid('param');
    const found = await database.query('SELECT 1 FROM tenants WHERE tenant_id = $1', [tenantId]);
    if (found.length === 0) throw notFound();
    const now = clock.now();
    const clients = (await listClients(database, tenantId)).map(client => {
      const until = client.previousSecretUntil;
      return { ...client, previousSecretUntil: until !== undefined && until > now ? until : undefined };
    });
    c.header('Cache-Control', 'no-store');
    return c.json({ tenantId, clients: clients.map(describe) }, 200);
  });
}

/** Gives a client another secret beside the one that it has, so that its server can change without downtime. */
export function mountRotation(
  app: ServiceApp,
  { audit, clock, random, adminToken }: ClientRoutesOptions,
): void {
  const route = declareRoute({
    method: 'post',
    path: '/admin/tenants/{id}/credentials/{clientId}/rotate',
    summary: 'Give a client another secret; the one that it has works on for a while',
    access: adminAccess(adminToken),
    request: {
      params: z.object({ id: configuredIdSchema, clientId: configuredIdSchema }),
      body: optionalJsonBody(rotationRequest),
    },
    answers: { 200: json('The new secret', rotationAnswer) },
  });
  app.openapi(route, async c => {
    const { id: tenantId, clientId } = c.req.valid('param');
    const { overlapHours = 24 } = c.req.valid('json');
    const secret = newSecret(random);
    const previousUntil = new Date(clock.now().getTime() + overlapHours * HOUR_MS);
    const client = { tenantId, clientId };
    await audit.perform(c.get('requestId'), async queries => {
      if (!(await rotateSecret(queries, client, { secret, previousUntil }))) throw notFound();
      return { act: 'CLIENT_SECRET_ROTATED', tenantId, targetId: clientId };
    });
    c.header('Cache-Control', 'no-store');
    const previousSecretUntil = previousUntil.toISOString();
    return c.json({ ...client, clientSecret: secret, previousSecretUntil }, 200);
  });
}
