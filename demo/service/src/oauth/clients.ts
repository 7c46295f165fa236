import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Queries } from '../storage/database.ts';
import { SCOPES, type Scope } from './scopes.ts';

export interface Client {
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: readonly Scope[];
}

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt);

const clientRow = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  secret_hash: z.string(),
  scopes: z.array(z.enum(SCOPES)),
});

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

async function findRow(queries: Queries, clientId: string): Promise<z.infer<typeof clientRow> | undefined> {
  const [found] = await queries.query('SELECT * FROM clients WHERE client_id = $1', [clientId]);
  return found === undefined ? undefined : clientRow.parse(found);
}

/** The client with this id and secret, or undefined. An unknown id takes as long as a wrong secret. */
export async function authenticateClient(
  queries: Queries,
  clientId: string,
  secret: string,
): Promise<Client | undefined> {
  const row = await findRow(queries, clientId);
  const genuine = await isSecret(secret, row?.secret_hash ?? 'scrypt:AAAAAAAAAAAAAAAAAAAAAA:');
  if (row === undefined || !genuine) return undefined;
  return { clientId: row.client_id, tenantId: row.tenant_id, scopes: row.scopes };
}

/** Makes the client, or brings it to this state; its secret is kept as a hash alone. */
export async function putClient(queries: Queries, client: Client, secret: string): Promise<void> {
  const row = await findRow(queries, client.clientId);
  const kept = row !== undefined && (await isSecret(secret, row.secret_hash));
  await queries.query(
    `INSERT INTO clients (client_id, tenant_id, secret_hash, scopes) VALUES ($1, $2, $3, $4::jsonb)
     ON CONFLICT (client_id) DO UPDATE SET tenant_id = EXCLUDED.tenant_id,
       secret_hash = EXCLUDED.secret_hash, scopes = EXCLUDED.scopes`,
    [
      client.clientId,
      client.tenantId,
      kept ? row.secret_hash : await hashSecret(secret),
      JSON.stringify(client.scopes),
    ],
  );
}
