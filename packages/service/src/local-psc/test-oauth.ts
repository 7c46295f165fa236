import type { Context } from 'hono';
import { isSame, type TestClient, type TestGrants, type TestToken } from './test-grants.ts';

/** What the token resource of every test provider needs. */
export interface TokenOptions {
  readonly client: TestClient;
  readonly grants: TestGrants;
}

type TokenError = 'invalid_request' | 'unsupported_grant_type' | 'invalid_client' | 'invalid_grant';

/** The token for the code of a request, which is a form. @returns OAuth's error otherwise */
export async function exchangeCode(
  c: Context,
  providerId: string,
  { client, grants }: TokenOptions,
): Promise<TestToken | TokenError> {
  const form = await formOf(c);
  if (form === undefined) return 'invalid_request';
  const get = (name: string) => form.get(name) ?? '';
  if (get('grant_type') !== 'authorization_code') return 'unsupported_grant_type';
  if (!isClient(client, { client_id: get('client_id'), client_secret: get('client_secret') }))
    return 'invalid_client';
  const given = { providerId, redirectUri: get('redirect_uri'), verifier: get('code_verifier') };
  return grants.exchange(get('code'), given) ?? 'invalid_grant';
}

/** The members of a form; undefined for anything else. */
export async function formOf(c: Context): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/.test(c.req.header('Content-Type') ?? '')) return undefined;
  return new URLSearchParams(await c.req.text());
}

export function isClient(client: TestClient, given: { client_id: string; client_secret: string }): boolean {
  return given.client_id === client.clientId && isSame(given.client_secret, client.clientSecret);
}

/** The token of a request; empty without one. */
export function bearerOf(c: Context): string {
  const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  return token;
}
