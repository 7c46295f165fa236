import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readProvidersFile } from '../../src/cloud-certificates/providers.ts';
import { SettingsError } from '../../src/support/settings-error.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A valid provider with these members changed. */
const provider = (changes: Readonly<Record<string, unknown>> = {}) => ({
  id: 'birdid',
  name: 'BirdID',
  variant: 'birdid',
  address: 'https://psc.example/',
  clientId: 'acme',
  secretFrom: 'BIRDID_SECRET',
  ...changes,
});

async function read(...providers: unknown[]) {
  const file = path.join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ providers }));
  return readProvidersFile(file, { BIRDID_SECRET: 'from-outside' });
}

describe('a file of cloud certificate providers', () => {
  test('needs little, and takes the rest from the variant', async () => {
    assert.deepEqual(await read(provider()), [
      {
        protocol: 'psc',
        id: 'birdid',
        name: 'BirdID',
        address: 'https://psc.example',
        prefix: '/v0/oauth',
        hashEncoding: 'hex',
        sendsAlias: true,
        sendsPadding: false,
        mostSignatures: 20,
        clientId: 'acme',
        clientSecret: 'from-outside',
      },
    ]);
  });

  test('may say otherwise', async () => {
    const [found] = await read(provider({ prefix: '/api/v0/oauth', hashEncoding: 'base64' }));
    assert.ok(found?.protocol === 'psc');
    assert.deepEqual([found.prefix, found.hashEncoding], ['/api/v0/oauth', 'base64']);
  });

  test('may name one with the API of the Cloud Signature Consortium', async () => {
    const csc = {
      id: 'acme',
      name: 'Acme',
      protocol: 'csc',
      address: 'https://api.acme.example/csc/v2/',
      clientId: 'acme',
      secret: 's',
    };
    const authorizationServer = 'https://login.acme.example/oauth';
    assert.deepEqual(await read(csc, { ...csc, id: 'other', authorizationServer }), [
      {
        id: 'acme',
        name: 'Acme',
        address: 'https://api.acme.example/csc/v2',
        clientId: 'acme',
        clientSecret: 's',
        protocol: 'csc',
        authorizationOrigin: undefined,
      },
      {
        id: 'other',
        name: 'Acme',
        address: 'https://api.acme.example/csc/v2',
        clientId: 'acme',
        clientSecret: 's',
        protocol: 'csc',
        authorizationOrigin: 'https://login.acme.example',
      },
    ]);
    await assert.rejects(read({ ...csc, variant: 'vidaas' }), /variant/);
  });

  const mistakes: readonly (readonly [what: string, changes: Readonly<Record<string, unknown>>, RegExp])[] = [
    ['an unknown variant', { variant: 'constructor' }, /variant: Is one of vidaas/],
    ['an address without https', { address: 'http://psc.example' }, /must be an https address/i],
    ['an address with a query', { address: 'https://psc.example/?a' }, /without a query/],
    ['a prefix that is no path', { prefix: 'v0/../oauth' }, /prefix/],
    ['no secret', { secretFrom: undefined }, /secret or secretFrom/],
    ['two secrets', { secret: 'top-secret' }, /secret or secretFrom/],
    ['a secret that is not set', { secretFrom: 'ABSENT' }, /ABSENT, which is not set/],
    ['a misspelt member', { clientID: 'acme' }, /clientID/],
    ['an unknown protocol', { protocol: 'soap' }, /protocol/],
  ];
  for (const [what, changes, complaint] of mistakes) {
    test(`is refused with ${what}`, async () => {
      await assert.rejects(read(provider(changes)), (error: unknown) => {
        assert.ok(error instanceof SettingsError);
        assert.match(error.message, complaint);
        assert.doesNotMatch(error.message, /top-secret/);
        return true;
      });
    });
  }

  test('names each provider once', async () => {
    await assert.rejects(read(provider(), provider()), /birdid twice/);
  });
});
