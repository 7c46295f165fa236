/** What both kinds of test providers share: codes, tokens and what they allow, their client, and the raw signature. */
import { createHash, timingSafeEqual, constants, createPrivateKey, privateEncrypt } from 'node:crypto';
import type { Clock } from '../../../service/src/domain/clock.ts';
import type { Context } from 'hono';

/** The one client of the test providers. */
export interface TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** An authorisation that somebody is asked for. */
export interface AskedGrant {
  readonly providerId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scope: string;
  readonly lifeSeconds: number;
  /** CPF or CNPJ. */
  readonly holder: string;
  /** The only hashes that may be signed, base64; undefined: any. */
  readonly hashes?: readonly string[] | undefined;
}

/** A token, with whose certificate it signs. */
interface TestToken extends AskedGrant {
  readonly token: string;
}

interface ExpiringValue<T> {
  readonly value: T;
  readonly until: number;
}

const ASKED_MS = 10 * 60_000;
const CODE_MS = 60_000;

const random = () => crypto.randomUUID().replaceAll('-', '');

/** Kept by key, each taken at most once and for a limited time. */
class Once<T> {
  readonly #clock: Clock;
  readonly #all = new Map<string, ExpiringValue<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(value: T, lifeMs: number): string {
    const key = random();
    this.#all.set(key, { value, until: this.#clock.now().getTime() + lifeMs });
    return key;
  }

  find(key: string): T | undefined {
    const found = this.#all.get(key);
    return found !== undefined && found.until > this.#clock.now().getTime() ? found.value : undefined;
  }

  take(key: string): T | undefined {
    const found = this.find(key);
    this.#all.delete(key);
    return found;
  }
}

/** Requests, codes and tokens of the test providers. They end with the process. */
export class TestGrants {
  readonly #asked: Once<AskedGrant>;
  readonly #codes: Once<AskedGrant>;
  readonly #tokens: Once<AskedGrant>;

  constructor(clock: Clock) {
    this.#asked = new Once(clock);
    this.#codes = new Once(clock);
    this.#tokens = new Once(clock);
  }

  ask(grant: AskedGrant): string {
    return this.#asked.put(grant, ASKED_MS);
  }

  asked(id: string): AskedGrant | undefined {
    return this.#asked.find(id);
  }

  /** The code of an approval. @param holder who approved */
  approve(id: string, holder: string): string | undefined {
    const grant = this.#asked.take(id);
    return grant && this.#codes.put({ ...grant, holder }, CODE_MS);
  }

  deny(id: string): void {
    this.#asked.take(id);
  }

  /** The token for a code, which is spent by any attempt. Undefined: it is not accepted. */
  exchange(
    code: string,
    given: { providerId: string; redirectUri: string; verifier: string },
  ): TestToken | undefined {
    const grant = this.#codes.take(code);
    if (grant === undefined) return undefined;
    const challenge = createHash('sha256').update(given.verifier).digest('base64url');
    const isGiven =
      grant.providerId === given.providerId &&
      grant.redirectUri === given.redirectUri &&
      isSame(grant.challenge, challenge);
    return isGiven ? { ...grant, token: this.#tokens.put(grant, grant.lifeSeconds * 1000) } : undefined;
  }

  /** What a token stands for, as long as it lives. */
  tokenOf(providerId: string, token: string): AskedGrant | undefined {
    const grant = this.#tokens.find(token);
    return grant?.providerId === providerId ? grant : undefined;
  }

  spend(token: string): void {
    this.#tokens.take(token);
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** What the token resource of every test provider needs. */
interface TokenOptions {
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

/** DigestInfo of a SHA-256 without the hash (RFC 8017, 9.2). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** RSASSA-PKCS1-v1_5 over a hash (RFC 8017, 8.2). */
export function rawSignature(digest: Buffer, privateKeyPem: string): Buffer {
  const key = createPrivateKey(privateKeyPem);
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([DIGEST_INFO, digest]));
}
