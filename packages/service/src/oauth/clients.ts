import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ENVIRONMENTS, type TenantEnvironment } from '../domain/tenant.ts';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import type { Queries } from '../storage/database.ts';
import { publicKeySchema, type PublicKey } from './public-keys.ts';
import { SCOPES, type Scope } from '../domain/scopes.ts';

export interface Client {
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: readonly Scope[];
  /** The tenant's environment. */
  readonly environment: TenantEnvironment;
}

/** A client's credentials. */
export interface ClientProof {
  readonly secret?: string | undefined;
  readonly keys?: readonly PublicKey[] | undefined;
}

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt);

const clientRow = rowSchema({
  clientId: z.string(),
  tenantId: z.string(),
  secretHash: nullable(z.string()),
  publicKeys: z.array(publicKeySchema),
  scopes: z.array(z.enum(SCOPES)),
  environment: z.enum(ENVIRONMENTS),
});
type ClientRow = z.infer<typeof clientRow>;

/** `scrypt:<salt>:<hash>` in base64url, with Node's parameters (N = 16384, r = 8, p = 1). */
async function hashSecret(secret: string, salt: Uint8Array = randomBytes(16)): Promise<string> {
  const hash = await derive(secret, salt, 32);
  return `scrypt:${Buffer.from(salt).toString('base64url')}:${hash.toString('base64url')}`;
}

async function isSecret(secret: string, kept: string): Promise<boolean> {
  const expected = Buffer.from(kept);
  const actual = Buffer.from(await hashSecret(secret, Buffer.from(kept.split(':')[1] ?? '', 'base64url')));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function findRow(queries: Queries, clientId: string): Promise<ClientRow | undefined> {
  const [found] = await queries.query(
    'SELECT clients.*, environment FROM clients JOIN tenants USING (tenant_id) WHERE client_id = $1',
    [clientId],
  );
  return found && clientRow.parse(found);
}

function toClient({ clientId, tenantId, scopes, environment }: ClientRow): Client {
  return { clientId, tenantId, scopes, environment };
}

/** The client with this id and secret, or undefined. An unknown id takes as long as a wrong secret. */
export async function authenticateClient(
  queries: Queries,
  clientId: string,
  secret: string,
): Promise<Client | undefined> {
  const row = await findRow(queries, clientId);
  const genuine = await isSecret(secret, row?.secretHash ?? 'scrypt:AAAAAAAAAAAAAAAAAAAAAA:');
  return row !== undefined && genuine ? toClient(row) : undefined;
}

/** The client with the key of this id, or undefined. */
export async function findClientKey(
  queries: Queries,
  clientId: string,
  keyId: string,
): Promise<{ client: Client; key: PublicKey } | undefined> {
  const row = await findRow(queries, clientId);
  const key = row?.publicKeys.find(({ kid }) => kid === keyId);
  return row !== undefined && key !== undefined ? { client: toClient(row), key } : undefined;
}

/** Creates or updates the client. Only a hash of its secret is stored. */
export async function putClient(
  queries: Queries,
  client: Omit<Client, 'environment'>,
  { secret, keys = [] }: ClientProof,
): Promise<void> {
  const kept = (await findRow(queries, client.clientId))?.secretHash;
  const isKept = secret !== undefined && kept !== undefined && (await isSecret(secret, kept));
  await queries.query(
    `INSERT INTO clients (client_id, tenant_id, secret_hash, public_keys, scopes)
     VALUES ($1, $2, $3, $4::jsonb, $5::jsonb)
     ON CONFLICT (client_id) DO UPDATE SET tenant_id = EXCLUDED.tenant_id,
       secret_hash = EXCLUDED.secret_hash, public_keys = EXCLUDED.public_keys, scopes = EXCLUDED.scopes`,
    [
      client.clientId,
      client.tenantId,
      isKept ? kept : secret === undefined ? null : await hashSecret(secret),
      JSON.stringify(keys),
      JSON.stringify(client.scopes),
    ],
  );
}

/**
 * Deletes a client of the tenant. Access tokens are not looked up, so those that it has work until they expire.
 * @returns whether the tenant had it
 */
export async function deleteClient(queries: Queries, tenantId: string, clientId: string): Promise<boolean> {
  const rows = await queries.query(
    'DELETE FROM clients WHERE tenant_id = $1 AND client_id = $2 RETURNING client_id',
    [tenantId, clientId],
  );
  return rows.length === 1;
}
