import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { exportJWK, SignJWT, type JWTPayload } from 'jose';
import { SCOPES } from '../src/domain/principal.ts';
import { publicKeySchema } from '../src/oauth/clients.ts';
import type { TenantSeed } from '../src/tenants/tenants-file.ts';
import { openTestService, PUBLIC_URL, type Answer, type TestService } from './support/test-service.ts';
import { testTenant } from './support/test-tenant.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const AUDIENCE = `${PUBLIC_URL}/oauth2/token`;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

async function seed(): Promise<TenantSeed> {
  const key = publicKeySchema.parse({ ...(await exportJWK(publicKey)), kid: 'key-1' });
  return {
    tenant: testTenant({ tenantId: 'tenant_keys' }),
    clients: [{ clientId: 'keys', scopes: SCOPES, keys: [key] }],
  };
}

let service: TestService;
before(async () => {
  service = await openTestService({ tenants: [await seed()] });
});
after(() => service.close());

interface Changes {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: { alg?: string; kid?: string };
  readonly key?: KeyObject;
  /** Seconds from now. */
  readonly expiresIn?: number;
}

/** A valid assertion with these changes. */
async function assertion({ claims, header, key, expiresIn = 300 }: Changes = {}): Promise<string> {
  const now = Math.floor(service.clock.now().getTime() / 1000);
  const all: JWTPayload = {
    iss: 'keys',
    sub: 'keys',
    aud: AUDIENCE,
    iat: now,
    exp: now + expiresIn,
    jti: crypto.randomUUID(),
    ...claims,
  };
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'key-1', ...header })
    .sign(key ?? privateKey);
}

function ask(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call('/oauth2/token', { form: { grant_type: 'client_credentials', ...form }, headers });
}

const askBy = (text: string, form: Record<string, string> = {}): Promise<Answer> =>
  ask({ client_id: 'keys', client_assertion_type: ASSERTION_TYPE, client_assertion: text, ...form });

const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('a client with a private key', () => {
  test('gets a token that works, with the scopes it asked for', async () => {
    const { status, body } = await askBy(await assertion(), { scope: 'transactions:read' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      { ...body, access_token: '' },
      { access_token: '', token_type: 'Bearer', expires_in: 900, scope: 'transactions:read' },
    );
    assert.equal((await service.call('/v1/signing-sessions', { as: body.access_token })).status, 200);
  });

  test('need not repeat its id beside the assertion', async () => {
    const form = { client_assertion_type: ASSERTION_TYPE, client_assertion: await assertion() };
    assert.equal((await ask(form)).status, 200);
  });

  test('may name the endpoint by another name of this machine', async () => {
    const claims = { aud: AUDIENCE.replace('127.0.0.1', 'localhost') };
    assert.equal((await askBy(await assertion({ claims }))).status, 200);
  });

  test('uses an assertion once, also when it sends it many times at once', async () => {
    const text = await assertion();
    const answers = await Promise.all(Array.from({ length: 5 }, () => askBy(text)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401, 401]);
    const next = await service.restart();
    const form = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE };
    const again = await next.call('/oauth2/token', { form: { ...form, client_assertion: text } });
    assert.equal(again.status, 401, 'and after a restart');
  });

  const refused: readonly (readonly [what: string, changes: Changes])[] = [
    ['another key', { key: stranger.privateKey }],
    ['an unknown key id', { header: { kid: 'key-2' } }],
    ['another algorithm', { key: rsa.privateKey, header: { alg: 'RS256' } }],
    ['another audience', { claims: { aud: 'https://elsewhere.example/oauth2/token' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['another issuer', { claims: { iss: 'local' } }],
    ['another subject', { claims: { sub: 'local' } }],
    ['no id', { claims: { jti: undefined } }],
    ['an id that is no text', { claims: { jti: { toString: 1 } } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end long ago', { expiresIn: -60 }],
    ['an end too far ahead', { expiresIn: 3600 }],
  ];
  for (const [what, changes] of refused) {
    test(`is refused with ${what}`, async () => {
      const { status, body } = await askBy(await assertion(changes));
      assert.deepEqual([status, body.type, body.error], [401, 'unauthorized', 'invalid_client']);
    });
  }

  test('is refused with what is no JWT, without a word about why', async () => {
    for (const text of ['x', 'a.b.c', '..', `${await assertion()}x`]) {
      assert.equal((await askBy(text)).status, 401, text);
    }
  });

  test('is unknown by a name that no client can have', async () => {
    for (const sub of ['a\0b', '\ud800', ' ', 'x'.repeat(201)]) {
      const claims = Buffer.from(JSON.stringify({ sub })).toString('base64url');
      const form = { client_assertion_type: ASSERTION_TYPE, client_assertion: `e30.${claims}.x` };
      const { status, body } = await ask(form);
      assert.deepEqual([status, body.error], [401, 'invalid_client'], JSON.stringify(sub));
    }
  });

  test('is told when it names another type of assertion', async () => {
    const { status, body } = await askBy(await assertion(), { client_assertion_type: 'saml' });
    assert.deepEqual([status, body.error], [400, 'invalid_request']);
    assert.equal(body.errors[0].pointer, '/client_assertion_type');
  });

  test('has no secret to be guessed', async () => {
    assert.equal((await ask({ client_id: 'keys', client_secret: 'null' })).status, 401);
  });
});

describe('HTTP Basic', () => {
  test('authenticates a client, form-encoded or not', async () => {
    for (const text of ['local:local-secret', 'local:local%2Dsecret'])
      assert.equal((await ask({}, basic(text))).status, 200, text);
  });

  test('says by which scheme to try again', async () => {
    const { status, body, headers } = await ask({}, basic('local:wrong'));
    assert.deepEqual([status, body.error], [401, 'invalid_client']);
    assert.match(headers.get('WWW-Authenticate') ?? '', /^Basic realm=/);
  });

  test('knows no client by a name that none can have', async () => {
    for (const id of ['%00', 'a%00b', '%20', 'a%E2%80%AEb', 'x'.repeat(201)]) {
      const { status, body } = await ask({}, basic(`${id}:secret`));
      assert.deepEqual([status, body.error], [401, 'invalid_client'], id);
    }
  });

  test('of another form is refused', async () => {
    for (const header of ['Basic', 'Basic !', 'Bearer abc', basic('local').Authorization]) {
      const { status, body } = await ask({}, { Authorization: header });
      assert.deepEqual([status, body.error], [400, 'invalid_request'], header);
    }
  });

  test('for another client than the form’s is refused', async () => {
    const { status, body } = await ask({ client_id: 'limited' }, basic('local:local-secret'));
    assert.deepEqual([status, body.error], [400, 'invalid_request']);
    assert.equal((await ask({ client_id: 'local' }, basic('local:local-secret'))).status, 200);
  });
});

test('a refusal names a scheme, whichever way the client used', async () => {
  for (const { status, headers } of [
    await ask({ client_id: 'local', client_secret: 'wrong' }),
    await askBy('x'),
    await ask({}, basic('local:wrong')),
  ]) {
    assert.equal(status, 401);
    assert.match(headers.get('WWW-Authenticate') ?? '', /^Basic realm=/);
  }
});

test('two ways at once are refused', async () => {
  const secret = { client_id: 'local', client_secret: 'local-secret' };
  const both = await ask(secret, basic('local:local-secret'));
  assert.deepEqual([both.status, both.body.error], [400, 'invalid_request']);
  const form = await askBy(await assertion(), { client_secret: 'local-secret' });
  assert.deepEqual([form.status, form.body.error], [400, 'invalid_request']);
});

const form = (client: string) => ({
  grant_type: 'client_credentials',
  client_id: client,
  client_secret: `${client}-secret`,
});

describe('with an address for each environment', () => {
  const urls = { sandbox: 'http://127.0.0.1:4010', production: 'https://sign.example' };
  let separate: TestService;
  before(async () => {
    separate = await openTestService({ environmentUrls: urls, tenants: [await seed()] });
  });
  after(() => separate.close());

  test('a client gets tokens at its own', async () => {
    const statuses = [];
    for (const [client, url] of [
      ['local', urls.sandbox],
      ['local', 'http://localhost:4010'],
      ['local', urls.production],
      ['limited', urls.production],
      ['limited', urls.sandbox],
    ] as const) {
      statuses.push((await separate.call(`${url}/oauth2/token`, { form: form(client) })).status);
    }
    assert.deepEqual(statuses, [200, 200, 401, 200, 401]);
  });

  test('a token opens nothing at the other', async () => {
    const answer = await separate.call(`${urls.production}/oauth2/token`, { form: form('limited') });
    const as = answer.body.access_token;
    assert.equal((await separate.call(`${urls.production}/v1/signing-sessions`, { as })).status, 200);
    const other = await separate.call(`${urls.sandbox}/v1/signing-sessions`, { as });
    assert.deepEqual([other.status, other.body.type], [401, 'unauthorized']);
  });

  test('an assertion is for its client’s', async () => {
    const askAt = async (aud: string) =>
      separate.call(`${urls.sandbox}/oauth2/token`, {
        form: {
          grant_type: 'client_credentials',
          client_assertion_type: ASSERTION_TYPE,
          client_assertion: await assertion({ claims: { aud } }),
        },
      });
    assert.equal((await askAt(`${urls.production}/oauth2/token`)).status, 401);
    assert.equal((await askAt(`${urls.sandbox}/oauth2/token`)).status, 200);
  });
});
