/** The operator's routes: clients and their secrets, quotas, and the deprecated mode. */
import { z } from '@hono/zod-openapi';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Core } from '../core/core.ts';
import type { DeprecatedEndpoint, DeprecationNotices } from '../deprecation/deprecation-notices.ts';
import { HOUR_MS } from '../domain/clock.ts';
import { type Random, randomId } from '../domain/ids.ts';
import { ALL_SCOPES, SCOPES } from '../domain/principal.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { DAILY_DIMENSIONS, ENVIRONMENTS, QUOTA_DIMENSIONS, type Tenant } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok, created, noContent } from '../http/route.ts';
import { administrator, clientWith } from '../oauth/authentication.ts';
import {
  deleteClient,
  listClients,
  type ListedClient,
  newPublicKeySchema,
  putClient,
  rotateSecret,
} from '../oauth/clients.ts';
import type { Queries } from '../storage/database.ts';
import { quotaUse, type QuotaUse } from '../quotas/monthly-quotas.ts';
import { findTenant, tenantRow } from './tenant-store.ts';
import { configuredIdSchema } from './tenants-file.ts';

const MAX_BODY = 4 * 1024;

/** Service interface, "Versioning", item 10. */
const ENDPOINT: DeprecatedEndpoint = {
  method: 'POST',
  path: '/admin/tenants/{id}/mode',
  deprecatedAt: new Date('2025-09-01T00:00:00Z'),
  sunsetAt: new Date('2026-09-01T00:00:00Z'),
  replacement: { method: 'POST', path: '/admin/tenants/{id}/credentials' },
  message: 'Credentials belong to an environment: name the mode when they are made.',
};

const modeSchema = z.enum(['sandbox', 'production']);

/** The tenant of an address. @throws Problem `not-found` */
async function knownTenant(queries: Queries, tenantId: string): Promise<Tenant> {
  const [row] = await queries.query('SELECT * FROM tenants WHERE tenant_id = $1', [tenantId]);
  if (row === undefined) throw notFound();
  return tenantRow.parse(row);
}

/** The endpoint that is deprecated now. Tenants of this service cannot change their environment. */
export function mountModeRoute(app: ServiceApp, core: Core, deprecations: DeprecationNotices): void {
  const { database } = core;

  route(app, {
    method: 'post',
    path: ENDPOINT.path,
    deprecated: true,
    summary: 'State the tenant’s mode; answers 410 since its sunset',
    access: {
      ...administrator,
      middleware: [...administrator.middleware, deprecations.guard(ENDPOINT, c => c.req.param('id') ?? '')],
    },
    params: z.object({ id: configuredIdSchema }),
    body: z.object({ mode: modeSchema }),
    maxBytes: MAX_BODY,
    answer: ok('The tenant is in this mode', z.object({ tenantId: z.string(), mode: modeSchema })),
    problems: [409, 410],
    handle: async ({ params: { id: tenantId }, body }) => {
      const { environment: mode } = await knownTenant(database, tenantId);
      if (body.mode !== mode) {
        throw new Problem('conflict', 'A tenant stays in its environment. Use credentials of the other one.');
      }
      return { tenantId, mode };
    },
  });
}

const quotaSchema = z.object({
  dimension: z.enum([...QUOTA_DIMENSIONS, ...DAILY_DIMENSIONS]),
  period: z.string().describe('The month or day in UTC: `2026-11` or `2026-11-20`.'),
  limit: z.number().describe('Requests beyond it are refused. A monthly limit includes the allowance.'),
  planned: z.number().optional().describe('The plan’s own limit. QUOTA.WARNING is sent at 80 % of it.'),
  used: z.number(),
  remaining: z.number(),
  resetInSeconds: z.number().describe('Until the month or day ends.'),
});

const quotasAnswer = z
  .object({ environment: z.enum(ENVIRONMENTS), quotas: z.array(quotaSchema) })
  .openapi('Quotas');

function describeUse({ dimension, period, limit, planned, used, resetInSeconds }: QuotaUse) {
  const remaining = Math.max(0, limit - used);
  return { dimension, period, limit, planned, used, remaining, resetInSeconds };
}

/** Lets an integrator see what the tenant may use, and has used. */
export function mountQuotaRoute(app: ServiceApp, { database, clock }: Core): void {
  route(app, {
    method: 'get',
    path: '/v1/quotas',
    summary: 'The tenant’s limits of this month and day, and their use',
    access: clientWith('transactions:read'),
    answer: ok('Every limit; what is not listed has none', quotasAnswer),
    handle: async ({ tenantId }) => {
      const tenant = await findTenant(database, tenantId);
      const use = await quotaUse(database, tenant, clock.now());
      return { environment: tenant.environment, quotas: use.map(describeUse) };
    },
  });
}

const SECRET_BYTES = 32;

/** A new secret of a client. */
function newSecret(random: Random): string {
  return `cs_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`;
}

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

/** Lets the administrator make clients of a tenant, and delete them. */
export function mountCredentialsRoute(app: ServiceApp, core: Core, audit: AuditLog): void {
  const { clock, random, database } = core;

  // Instead of the deprecated …/mode (service interface, "Versioning", item 10).
  route(app, {
    method: 'post',
    path: '/admin/tenants/{id}/credentials',
    summary: 'Make a client of the tenant',
    access: administrator,
    params: z.object({ id: configuredIdSchema }),
    body: credentialsRequest,
    answer: created('The credentials', credentialsAnswer),
    problems: [409],
    handle: async ({ c, params, body }) => {
      const { mode, scopes, keys } = body;
      const clientId = randomId('cli', random);
      const secret = newSecret(random);
      const proof = keys.length > 0 ? { keys } : { secret };
      const { tenantId } = await audit.perform(c.get('requestId'), async queries => {
        const [row] = await queries.query('SELECT * FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', [
          params.id,
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
      const clientSecret = keys.length > 0 ? undefined : secret;
      const createdAt = clock.now().toISOString();
      return { tenantId, clientId, clientSecret, mode, scopes, createdAt };
    },
  });

  route(app, {
    method: 'delete',
    path: '/admin/tenants/{id}/credentials/{clientId}',
    summary: 'Delete a client of the tenant',
    access: administrator,
    params: z.object({ id: configuredIdSchema, clientId: configuredIdSchema }),
    answer: noContent('Deleted: it gets no more tokens'),
    handle: async ({ c, params }) => {
      const { id: tenantId, clientId } = params;
      await audit.perform(c.get('requestId'), async queries => {
        if (!(await deleteClient(queries, tenantId, clientId))) throw notFound();
        return { act: 'CLIENT_DELETED', tenantId, targetId: clientId };
      });
    },
  });

  route(app, {
    method: 'get',
    path: '/admin/tenants/{id}/credentials',
    summary: 'The tenant’s clients, without their secrets',
    access: administrator,
    params: z.object({ id: configuredIdSchema }),
    answer: ok('All of them', clientsAnswer),
    handle: async ({ params }) => {
      const { id: tenantId } = params;
      const found = await database.query('SELECT 1 FROM tenants WHERE tenant_id = $1', [tenantId]);
      if (found.length === 0) throw notFound();
      const now = clock.now();
      const clients = (await listClients(database, tenantId)).map(client => {
        const until = client.previousSecretUntil;
        return { ...client, previousSecretUntil: until !== undefined && until > now ? until : undefined };
      });
      return { tenantId, clients: clients.map(describe) };
    },
  });

  // Gives a client another secret beside the one that it has, so that its server can change without downtime.
  route(app, {
    method: 'post',
    path: '/admin/tenants/{id}/credentials/{clientId}/rotate',
    summary: 'Give a client another secret; the one that it has works on for a while',
    access: administrator,
    params: z.object({ id: configuredIdSchema, clientId: configuredIdSchema }),
    optionalBody: rotationRequest,
    answer: ok('The new secret', rotationAnswer),
    handle: async ({ c, params, body }) => {
      const { id: tenantId, clientId } = params;
      const { overlapHours = 24 } = body;
      const secret = newSecret(random);
      const previousUntil = new Date(clock.now().getTime() + overlapHours * HOUR_MS);
      const client = { tenantId, clientId };
      await audit.perform(c.get('requestId'), async queries => {
        if (!(await rotateSecret(queries, client, { secret, previousUntil }))) throw notFound();
        return { act: 'CLIENT_SECRET_ROTATED', tenantId, targetId: clientId };
      });
      const previousSecretUntil = previousUntil.toISOString();
      return { ...client, clientSecret: secret, previousSecretUntil };
    },
  });
}
