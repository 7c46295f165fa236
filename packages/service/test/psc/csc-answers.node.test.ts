import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { readCertificatePem, type CertificateFacts } from '@sign-session/certificates';
import {
  credentialIn,
  CscClient,
  endpointsIn,
  infoIn,
  listIn,
  metadataAddress,
} from '../../src/cloud-certificates/csc-client.ts';
import type { CscProvider } from '../../src/cloud-certificates/providers.ts';
import { PscError } from '../../src/cloud-certificates/provider-requests.ts';
import { MARIA, openHolderAuthority, type KeyHolder } from '../support/certificate-holders.ts';

const PROVIDER: CscProvider = {
  protocol: 'csc',
  id: 'acme',
  name: 'Acme',
  address: 'https://api.acme.example/csc/v2',
  authorizationOrigin: 'https://login.acme.example',
  clientId: 'client',
  clientSecret: 'secret',
};

/** As a service of 2.0 describes itself. */
const INFO = {
  specs: '2.0.0.2',
  name: 'Acme',
  region: 'BR',
  lang: 'pt-BR',
  authType: ['oauth2code', 'oauth2client'],
  oauth2: 'https://login.acme.example/',
  methods: ['info', 'credentials/list', 'credentials/info', 'signatures/signHash'],
  signAlgorithms: { algos: ['1.2.840.113549.1.1.1'] },
};

const der = (pem = '') => pem.replaceAll(/-----[^-]+-----|\s/g, '');

const isUnavailable = (error: unknown) => error instanceof PscError && error.kind === 'provider-unavailable';

describe('what a provider says of itself', () => {
  test('names its authorisation server in each version’s way', () => {
    const base = { kind: 'base', base: 'https://login.acme.example' };
    const issuer = { kind: 'issuer', issuer: 'https://login.acme.example/realm' };
    const { oauth2, ...rest } = INFO;
    assert.deepEqual(infoIn(INFO, PROVIDER), { server: base, detailsType: undefined, marksHashes: false });
    const named = { ...rest, oauth2: null, oauth2Issuer: issuer.issuer, supportsRar: true };
    assert.deepEqual(infoIn(named, PROVIDER), {
      server: issuer,
      detailsType: 'credential',
      marksHashes: false,
    });
    const machine = { baseUri: 'https://machine.example', authType: ['oauth2client'] };
    const people = { baseUri: oauth2, authType: ['oauth2code'], supportsRar: true };
    const several = { ...rest, specs: '2.2.0.0', oauth2Servers: [machine, people] };
    assert.deepEqual(infoIn(several, PROVIDER), {
      server: base,
      detailsType: 'https://cloudsignatureconsortium.org/2025/credential',
      marksHashes: true,
    });
  });

  const unusable: readonly (readonly [what: string, changes: Readonly<Record<string, unknown>>])[] = [
    ['is of version 1', { specs: '1.0.4.0' }],
    ['signs no hashes', { methods: ['info', 'credentials/list', 'signatures/signDoc'] }],
    ['has no authorisation by its holders', { authType: ['basic', 'oauth2client'] }],
    ['has no authorisation server', { oauth2: undefined }],
    ['has it at an origin that is not configured', { oauth2: 'https://login.acme.example.evil.example' }],
    ['has it where a secret does not stay one', { oauth2: 'http://login.acme.example' }],
  ];
  for (const [what, changes] of unusable) {
    test(`is not used where it ${what}`, () => {
      assert.throws(() => infoIn({ ...INFO, ...changes }, PROVIDER), isUnavailable);
    });
  }

  test('has its endpoints in metadata, by the issuer’s path', () => {
    const issuer = 'https://login.acme.example/realm';
    const address = 'https://login.acme.example/.well-known/oauth-authorization-server/realm';
    assert.equal(metadataAddress(issuer), address);
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
    };
    assert.equal(endpointsIn(metadata, issuer, PROVIDER).token, `${issuer}/token`);
    assert.throws(
      () => endpointsIn({ ...metadata, issuer: 'https://x.example' }, issuer, PROVIDER),
      isUnavailable,
    );
    const elsewhere = { ...metadata, token_endpoint: 'https://evil.example/token' };
    assert.throws(() => endpointsIn(elsewhere, issuer, PROVIDER), isUnavailable);
  });
});

describe('a credential in an answer', () => {
  let holder: KeyHolder;
  let certificate: CertificateFacts;
  before(async () => {
    holder = await (await openHolderAuthority()).issue({ ...MARIA, key: 'P-256' });
    certificate = readCertificatePem(holder.pems[0] ?? '');
  });

  const info = (changes: Readonly<Record<string, unknown>> = {}) => ({
    key: { status: 'enabled', algo: ['1.2.840.10045.4.3.2'], len: 256, curve: '1.2.840.10045.3.1.7' },
    cert: { status: 'valid', certificates: holder.pems.map(der) },
    auth: { mode: 'oauth2code', expression: null, objects: null },
    SCAL: '2',
    multisign: 5,
    ...changes,
  });

  test('has its chain, its algorithm and how many it signs', () => {
    const [found] = credentialIn(info(), 'c');
    assert.deepEqual(found?.certificate.der, certificate.der);
    assert.equal(found.issuers.length, 2);
    assert.deepEqual(found.use, { signAlgo: '1.2.840.10045.4.3.2', mostSignatures: 5 });
    assert.equal(credentialIn(info({ multisign: null }), 'c')[0]?.use?.mostSignatures, 1);
  });

  test('is not signed with where its key can’t be used from here', () => {
    for (const changes of [
      { auth: { mode: 'explicit' } },
      { auth: null },
      { key: { status: 'disabled', algo: ['1.2.840.10045.4.3.2'] } },
      { key: { algo: ['1.2.840.113549.1.1.10'] } },
    ])
      assert.equal(credentialIn(info(changes), 'c')[0]?.use?.signAlgo, undefined);
  });

  test('is left out where it is none', () => {
    const infos = [info(), { credentialID: 'c', ...info({ cert: { certificates: ['AAAA'] } }) }, 7];
    assert.deepEqual(listIn({ credentialIDs: ['c'], credentialInfos: infos })?.details, []);
    assert.equal(listIn({ credentialIDs: ['c'] })?.details, undefined);
    assert.equal(listIn({ credentials: [] }), undefined);
  });

  test('signs by an elliptic curve, too', async () => {
    const dataToSign = new TextEncoder().encode('the signed attributes');
    const made = sign('sha256', dataToSign, holder.privateKey).toString('base64');
    let sent: unknown;
    const client = new CscClient(async (_, { body }) => {
      sent = JSON.parse(typeof body === 'string' ? body : '');
      return Response.json({ signatures: [made], responseID: 'x' });
    });
    const request = { token: 't', alias: 'c', certificate, signAlgo: '1.2.840.10045.4.3.2' };
    const [signature] = await client.sign(PROVIDER, { ...request, data: [{ dataToSign, label: '' }] });
    assert.equal(Buffer.from(signature ?? []).toString('base64'), made);
    assert.deepEqual(sent, {
      credentialID: 'c',
      hashes: [createHash('sha256').update(dataToSign).digest('base64')],
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      signAlgo: '1.2.840.10045.4.3.2',
    });
  });
});
