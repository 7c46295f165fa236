/** The clients of tenants, their secrets and public keys. */
import { createHmac, createPublicKey, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ALL_SCOPES, type Scope } from '../domain/principal.ts';
import { ENVIRONMENTS, type TenantEnvironment } from '../domain/tenant.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Must be 32 bytes in base64url.');

/** A client's public key for ES256 (RFC 7517 and RFC 7518, 6.2). A private key is refused. */
export const publicKeySchema = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: coordinate,
    y: coordinate,
    kid: z.string().min(1).max(200),
    alg: z.literal('ES256').optional(),
    use: z.literal('sig').optional(),
    d: z.unknown().optional().meta({ not: {} }),
  })
  .refine(({ d }) => d === undefined, {
    path: ['d'],
    message: 'This is a private key; register the public key.',
  })
  .transform(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid }));

export type PublicKey = z.output<typeof publicKeySchema>;

/** Whether the coordinates are a point on the curve. */
function isOnCurve(key: PublicKey): boolean {
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** A public key at its registration. */
export const newPublicKeySchema = publicKeySchema.refine(isOnCurve, {
  path: ['x'],
  message: 'Is not a point on the curve P-256.',
});

export interface Client {
  readonly clientId: string;
  readonly tenantId: string;
  readonly scopes: readonly Scope[];
  /** The tenant's environment. */
  readonly environment: TenantEnvironment;
}

/** A client's credentials. */
interface ClientProof {
  readonly secret?: string | undefined;
  readonly keys?: readonly PublicKey[] | undefined;
}

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt);

const clientRow = rowSchema({
  clientId: z.string(),
  tenantId: z.string(),
  secretHash: nullable(z.string()),
  previousSecretHash: nullable(z.string()),
  previousSecretUntil: nullable(z.date()),
  publicKeys: z.array(publicKeySchema),
  scopes: z.array(z.enum(ALL_SCOPES)),
  environment: z.enum(ENVIRONMENTS),
});
type ClientRow = z.infer<typeof clientRow>;

/** `scrypt:<salt>:<hash>` in base64url, with Node's parameters (N = 16384, r = 8, p = 1). */
async function hashSecret(secret: string, salt: Uint8Array = randomBytes(16)): Promise<string> {
  const hash = await derive(secret, salt, 32);
  return `scrypt:${Buffer.from(salt).toString('base64url')}:${hash.toString('base64url')}`;
}

const MOST_KNOWN = 1000;

/**
 * Right secrets with what is stored of them, hashed by a key of this process: an integration that asks for a token with
 * every call would keep a processor busy for 40 ms each time. A wrong secret always takes that long.
 */
const known = new Set<string>();
const knownKey = randomBytes(32);

async function isSecret(secret: string, kept: string): Promise<boolean> {
  const mark = createHmac('sha256', knownKey)
    .update(JSON.stringify([kept, secret]))
    .digest('base64');
  if (known.has(mark)) return true;
  const expected = Buffer.from(kept);
  const actual = Buffer.from(await hashSecret(secret, Buffer.from(kept.split(':')[1] ?? '', 'base64url')));
  const isRight = expected.length === actual.length && timingSafeEqual(expected, actual);
  if (isRight) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(mark);
  }
  return isRight;
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

/** Of a secret that nobody has, so that an unknown id takes as long as a wrong secret. */
const NO_SECRET = 'scrypt:AAAAAAAAAAAAAAAAAAAAAA:';

/**
 * The client with this id and secret, or undefined. While its secret is rotated, the one before counts too.
 * @param now by the service's clock
 */
export async function authenticateClient(
  queries: Queries,
  { clientId, secret, now }: { readonly clientId: string; readonly secret: string; readonly now: Date },
): Promise<Client | undefined> {
  const row = await findRow(queries, clientId);
  if (await isSecret(secret, row?.secretHash ?? NO_SECRET)) return row && toClient(row);
  const { previousSecretHash: previous, previousSecretUntil: until } = row ?? {};
  if (row === undefined || previous === undefined || until === undefined || until <= now) return undefined;
  return (await isSecret(secret, previous)) ? toClient(row) : undefined;
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
       secret_hash = EXCLUDED.secret_hash,
       previous_secret_hash = CASE WHEN clients.secret_hash = EXCLUDED.secret_hash THEN clients.previous_secret_hash END,
       public_keys = EXCLUDED.public_keys, scopes = EXCLUDED.scopes`,
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

/** A client as the administrator sees it: without secrets. */
export interface ListedClient extends Client {
  readonly authentication: 'secret' | 'keys';
  /** Until when the secret before the last rotation works. */
  readonly previousSecretUntil: Date | undefined;
}

/** By their ids. */
export async function listClients(queries: Queries, tenantId: string): Promise<ListedClient[]> {
  const rows = await queries.query(
    'SELECT clients.*, environment FROM clients JOIN tenants USING (tenant_id) WHERE tenant_id = $1 ORDER BY client_id',
    [tenantId],
  );
  return rows.map(found => {
    const row = clientRow.parse(found);
    const authentication = row.secretHash === undefined ? 'keys' : 'secret';
    return { ...toClient(row), authentication, previousSecretUntil: row.previousSecretUntil };
  });
}

/**
 * Gives a client with a secret another one. The one that it has works on until then; the one before that ends.
 * @returns whether the tenant has such a client
 */
export async function rotateSecret(
  queries: Queries,
  { tenantId, clientId }: Pick<Client, 'tenantId' | 'clientId'>,
  { secret, previousUntil }: { readonly secret: string; readonly previousUntil: Date },
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE clients SET previous_secret_hash = secret_hash, previous_secret_until = $4, secret_hash = $3
     WHERE tenant_id = $1 AND client_id = $2 AND secret_hash IS NOT NULL RETURNING client_id`,
    [tenantId, clientId, await hashSecret(secret), previousUntil],
  );
  return rows.length === 1;
}
