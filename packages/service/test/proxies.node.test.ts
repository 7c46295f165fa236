import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressGroup, TrustedProxies } from '../src/http/client-address.ts';
import { readSettings, SettingsError } from '../src/main/run-settings.ts';
import { openTestService, type TestService } from './support/test-service.ts';

const PROXY = '10.0.0.5';
const SIGNER = '203.0.113.9';

test('limits count an IPv6 address with its /64', () => {
  const cases = {
    '203.0.113.9': '203.0.113.9',
    '::ffff:203.0.113.9': '203.0.113.9',
    '2001:db8:0:1::9': '2001:db8:0:1::/64',
    '2001:0DB8:0:1:a:b:c:d': '2001:db8:0:1::/64',
    '2001:db8:0:2::9': '2001:db8:0:2::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::1': '0:0:0:0::/64',
    unknown: 'unknown',
  };
  assert.deepEqual(Object.keys(cases).map(addressGroup), Object.values(cases));
});

describe('the client’s address', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', 'loopback', '2001:db8::5', '2001:db8:1::/48']);
  const cases: readonly (readonly [
    what: string,
    peer: string,
    headers: Record<string, string>,
    expected: string,
  ])[] = [
    ['is the peer’s without a proxy', SIGNER, {}, SIGNER],
    [
      'is the peer’s when a stranger says otherwise',
      '198.51.100.1',
      { 'X-Forwarded-For': SIGNER },
      '198.51.100.1',
    ],
    ['is what a proxy says', PROXY, { 'X-Forwarded-For': SIGNER }, SIGNER],
    ['is what a proxy on this machine says', '127.0.0.1', { 'X-Forwarded-For': SIGNER }, SIGNER],
    ['is read from the right', PROXY, { 'X-Forwarded-For': `1.2.3.4, ${SIGNER}` }, SIGNER],
    [
      'is read through a chain of proxies',
      PROXY,
      { 'X-Forwarded-For': `1.2.3.4, ${SIGNER}, 10.1.1.1` },
      SIGNER,
    ],
    [
      'is a proxy’s own where it sent the request itself',
      PROXY,
      { 'X-Forwarded-For': '10.1.1.1' },
      '10.1.1.1',
    ],
    ['is read with a port', PROXY, { 'X-Forwarded-For': `${SIGNER}:4711` }, SIGNER],
    ['may be IPv6', '2001:db8::5', { 'X-Forwarded-For': '2001:db8:2::9' }, '2001:db8:2::9'],
    ['is known in a range of IPv6', '2001:db8:1::7', { 'X-Forwarded-For': SIGNER }, SIGNER],
    ['is the proxy’s where that names nobody', PROXY, { 'X-Forwarded-For': 'unknown' }, PROXY],
    ['is never what stands left of nonsense', PROXY, { 'X-Forwarded-For': `${SIGNER}, <x>` }, PROXY],
    ['is read from Forwarded', PROXY, { Forwarded: `for=1.2.3.4, for=${SIGNER};proto=https` }, SIGNER],
    [
      'is read from Forwarded in quotes',
      PROXY,
      { Forwarded: 'proto=https;For="[2001:db8:2::9]:47"' },
      '2001:db8:2::9',
    ],
    [
      'is believed where both headers agree',
      PROXY,
      { Forwarded: `for=${SIGNER}`, 'X-Forwarded-For': SIGNER },
      SIGNER,
    ],
    [
      'is the proxy’s where they do not',
      PROXY,
      { Forwarded: 'for=1.2.3.4', 'X-Forwarded-For': SIGNER },
      PROXY,
    ],
  ];
  for (const [what, peer, headers, expected] of cases) {
    test(what, () => assert.equal(proxies.clientOf(peer, new Headers(headers)), expected));
  }
});

test('TRUSTED_PROXIES takes addresses, ranges and loopback, and nothing else', () => {
  const { trustedProxies } = readSettings({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 ::2' });
  assert.deepEqual(
    ['127.0.0.1', '::1', '10.9.9.9', '::2', '11.0.0.1', 'x'].map(address => trustedProxies.has(address)),
    [true, true, true, true, false, false],
  );
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*']) {
    assert.throws(() => readSettings({ TRUSTED_PROXIES: wrong }), SettingsError, wrong);
  }
});

const through = (address: string) => ({
  connection: { remoteAddress: PROXY },
  headers: { 'X-Forwarded-For': `198.51.100.7, ${address}` },
});

describe('behind a proxy', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ trustedProxies: new TrustedProxies([PROXY]) });
  });
  after(() => service.close());

  test('the evidence holds the signer’s address', async () => {
    const session = await service.create();
    const json = { action: 'accept', textVersion: '1', locale: 'pt-BR' };
    const { body } = await service.act(session, json, through(SIGNER));
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
    const [row] = await service.database.query<{ canonical: string }>(
      'SELECT canonical FROM evidence WHERE evidence_id = $1',
      [body.evidenceId],
    );
    assert.equal(JSON.parse(row?.canonical ?? '{}').context.ipAddress, SIGNER);
  });

  const ask = async (address: string, secret: string) => {
    const form = { grant_type: 'client_credentials', client_id: 'local', client_secret: secret };
    return (await service.call('/oauth2/token', { form, ...through(address) })).status;
  };

  test('a stranger’s wrong secrets lock nobody else out', async () => {
    for (let guess = 1; guess <= 11; guess += 1) await ask('203.0.113.66', `guess-${guess}`);
    assert.equal(await ask('203.0.113.66', 'local-secret'), 429);
    assert.equal(await ask(SIGNER, 'local-secret'), 200);
  });

  test('the local routes stay closed, whatever address the proxy sends', async () => {
    const local = await service.restart({ trustedProxies: new TrustedProxies(['loopback']) });
    const connection = { remoteAddress: '127.0.0.1' };
    assert.equal((await local.call('/_local/messages', { connection })).status, 200);
    const headers = { 'X-Forwarded-For': '127.0.0.1' };
    assert.equal((await local.call('/_local/messages', { connection, headers })).status, 403);
  });

  test('only probes are answered under any host name', async () => {
    const statuses = [];
    for (const path of ['/health', '/ready', '/health/history', '/v1/signing-sessions', '/openapi.json'])
      statuses.push((await service.call(`http://10.0.0.5:4010${path}`)).status);
    assert.deepEqual(statuses, [200, 200, 403, 403, 403]);
  });
});
