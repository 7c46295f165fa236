/** The tenants and clients that the operator names in TENANTS_FILE. */
import { CERTIFICATE_SOURCES } from '@sign-session/session-rules';
import * as z from 'zod';
import { readCnpj } from '../domain/identifiers.ts';
import { BIOMETRIC_MODES } from '../domain/liveness-challenge.ts';
import { ALL_SCOPES, type Scope, SCOPES } from '../domain/principal.ts';
import {
  DAILY_DIMENSIONS,
  ENVIRONMENTS,
  PUBLIC_EVIDENCE,
  QUOTA_DIMENSIONS,
  SIGNATURE_LEVELS,
  type Tenant,
  USUAL_SOURCES,
} from '../domain/tenant.ts';
import { readUrl } from '../http/trusted-urls.ts';
import { hasPlainHost, text, validationProblem } from '../http/validation.ts';
import { newPublicKeySchema, type PublicKey, putClient } from '../oauth/clients.ts';
import type { Queries } from '../storage/database.ts';
import { readSettingsFile, SettingsError } from '../support/settings-error.ts';
import { putTenant } from './tenant-store.ts';

/** A client that is created with its tenant. */
interface ClientSeed {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly secret?: string | undefined;
  readonly keys?: readonly PublicKey[];
}

/** A tenant that is created at the start of the service. */
export interface TenantSeed {
  readonly tenant: Tenant;
  readonly clients: readonly ClientSeed[];
  /** From a configuration file. Its settings overwrite at every start what was changed meanwhile. */
  readonly isConfigured?: boolean;
}

/** Creates the tenants and their clients, or updates them. */
export async function putTenantSeeds(queries: Queries, seeds: readonly TenantSeed[]): Promise<void> {
  for (const { tenant, clients, isConfigured = false } of seeds) {
    await putTenant(queries, tenant, { overwrite: isConfigured });
    for (const { clientId, scopes, secret, keys } of clients) {
      await putClient(queries, { clientId, tenantId: tenant.tenantId, scopes }, { secret, keys });
    }
  }
}

/** The ids of tenants and clients: those of the file may contain a hyphen, unlike those that the service makes. */
export const configuredIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, 'Takes 1 to 100 letters, digits, _ and -.');
const units = z.int().min(0);

/** Operating-mode.ts warns of those that have less than twice as many. */
const SHORTEST_SECRET = 8;

const clientSchema = z
  .strictObject({
    clientId: configuredIdSchema,
    secret: z.string().min(SHORTEST_SECRET).max(500).optional(),
    secretFrom: z.string().optional().describe('The name of an environment variable that holds the secret.'),
    keys: z.array(newPublicKeySchema).max(10).default([]),
    scopes: z
      .array(z.enum(ALL_SCOPES))
      .min(1)
      .default([...SCOPES]),
  })
  .refine(
    ({ secret, secretFrom }) => secret === undefined || secretFrom === undefined,
    'Takes secret or secretFrom, not both.',
  )
  .refine(
    ({ secret, secretFrom, keys }) => secret !== undefined || secretFrom !== undefined || keys.length > 0,
    'Needs a secret, secretFrom or keys.',
  );

const tenantSchema = z.strictObject({
  tenantId: configuredIdSchema,
  name: text(200),
  cnpj: z
    .string()
    .transform(value => readCnpj(value))
    .refine(value => value !== undefined, 'Is not a CNPJ: its check digits do not match.')
    .optional(),
  environment: z.enum(ENVIRONMENTS),
  allowedOrigins: z
    .array(z.url().refine(isOrigin, 'Must be an origin such as https://shop.example.'))
    .default([]),
  trustSessions: z.boolean().default(true),
  biometrics: z.enum([...BIOMETRIC_MODES, 'OFF']).default('SIMULATED'),
  signatureLevel: z.enum(SIGNATURE_LEVELS).default('B'),
  certificateSources: z
    .array(z.enum(CERTIFICATE_SOURCES))
    .min(1)
    .default([...USUAL_SOURCES]),
  publicEvidence: z.enum(PUBLIC_EVIDENCE).default('ESSENTIAL'),
  retentionDays: z.int().min(1).max(36_500).optional(),
  monthlyLimits: z.partialRecord(z.enum(QUOTA_DIMENSIONS), units).default({}),
  overageAllowance: z.partialRecord(z.enum(QUOTA_DIMENSIONS), units).default({}),
  dailyLimits: z.partialRecord(z.enum(DAILY_DIMENSIONS), units).default({}),
  clients: z.array(clientSchema).min(1),
});

const fileSchema = z.strictObject({ tenants: z.array(tenantSchema).min(1) });

/** As it stands in a Content-Security-Policy, where `https://*` would be any page and `,` begins another policy. */
function isOrigin(value: string): boolean {
  const url = /^https?:/.test(value) ? readUrl(value) : undefined;
  return url !== undefined && url.origin === value && hasPlainHost(url);
}

type TenantSettings = z.output<typeof tenantSchema>;
type Variables = Readonly<Record<string, string | undefined>>;

function secretOf({ clientId, secret, secretFrom }: TenantSettings['clients'][number], variables: Variables) {
  if (secretFrom === undefined) return secret;
  const found = variables[secretFrom] || undefined;
  if (found !== undefined && found.length >= SHORTEST_SECRET) return found;
  const why = found === undefined ? 'is not set' : `has fewer than ${SHORTEST_SECRET} characters`;
  throw new SettingsError(`The secret of client ${clientId} is to come from ${secretFrom}, which ${why}.`);
}

function toSeed(configured: TenantSettings, variables: Variables): TenantSeed {
  const { trustSessions: trustSessionsEnabled, biometrics, clients, cnpj, ...rest } = configured;
  return {
    tenant: {
      ...rest,
      cnpj,
      trustSessionsEnabled,
      biometrics: biometrics === 'OFF' ? undefined : biometrics,
    },
    clients: clients.map(client => ({
      clientId: client.clientId,
      scopes: client.scopes,
      keys: client.keys,
      secret: secretOf(client, variables),
    })),
    isConfigured: true,
  };
}

/** Duplicate ids would overwrite each other, or a built-in tenant. */
function requireOwnIds(ids: readonly string[], taken: readonly string[], file: string): void {
  const all = [...taken, ...ids];
  const twice = all.find((value, index) => all.indexOf(value) !== index);
  if (twice !== undefined) throw new SettingsError(`${file} uses the id ${twice}, which is taken.`);
}

const tenantIds = (seeds: readonly TenantSeed[]) => seeds.map(({ tenant }) => tenant.tenantId);
const clientIds = (seeds: readonly TenantSeed[]) =>
  seeds.flatMap(({ clients }) => clients.map(({ clientId }) => clientId));

/**
 * Reads the tenants of a configuration file.
 * @param own the built-in tenants, whose ids are taken
 * @throws SettingsError that says where the file is wrong, without quoting it
 */
export async function readTenantsFile(
  file: string,
  variables: Variables,
  own: readonly TenantSeed[] = [],
): Promise<TenantSeed[]> {
  const parsed = fileSchema.safeParse(await readSettingsFile(file));
  if (!parsed.success) throw new SettingsError(`${file}: ${validationProblem(parsed.error).message}`);
  const seeds = parsed.data.tenants.map(tenant => toSeed(tenant, variables));
  requireOwnIds(tenantIds(seeds), tenantIds(own), file);
  requireOwnIds(clientIds(seeds), clientIds(own), file);
  return seeds;
}
