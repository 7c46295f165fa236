import 'reflect-metadata';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Extension, ExtendedKeyUsageExtension } from '@peculiar/x509';
import { Metrics } from '../../src/metrics/metrics.ts';
import { systemRandom } from '../../src/domain/ids.ts';
import { AuthorityClient } from '../../src/pki/authority-client.ts';
import { addDays, exportPrivateKey, issueCertificate } from '../../src/pki/issue-certificate.ts';
import { answerOcspRequest } from '../../../local/src/authority/revocation.ts';
import { FetchedAnswers } from '../../src/signatures/open-trust.ts';
import { WebhookAddresses } from '../../src/webhooks/webhook-address.ts';
import { readCertificatePem } from '@sign-session/certificates';
import { certificateId, type OcspAnswer, ocspRequest } from '../../../verify/src/signatures/ocsp.ts';
import { checkRevocation } from '../../../verify/src/signatures/revocation.ts';
import type { RevocationLists } from '../../../verify/src/signatures/trust.ts';
import { CertificateWorkshop } from '../../../../test/support/certificate-files.ts';
import { MARIA, openHolderAuthority, type HolderAuthority } from '../support/certificate-holders.ts';
import { craftedAnswer, type CraftedAnswer } from '../support/crafted-answers.ts';
import { craftedList, extension, generalizedTime } from '../support/crafted-lists.ts';
import { START } from '../support/test-service.ts';
import { withoutTools } from '../support/tools.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Material = Parameters<typeof answerOcspRequest>[0];

const RESPONDER = 'http://ocsp.example.com/';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const NO_CHECK = new Extension('1.3.6.1.5.5.7.48.1.5', false, Uint8Array.of(5, 0));
const NONCE = new Uint8Array(16).fill(7);

let authority: HolderAuthority;
let pem: string;
/** An authority whose responder does everything right. */
let material: Material;

before(async () => {
  authority = await openHolderAuthority();
  [pem = ''] = (await authority.issue({ ...MARIA, key: 'P-256', responderAddress: RESPONDER })).pems;
  material = await materialOf(OCSP_SIGNING, [NO_CHECK]);
});

/** An authority whose responder has a certificate for `purpose`. */
async function materialOf(
  purpose: string,
  extensions: Extension[],
  by = authority.issuer,
): Promise<Material> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const profile = {
    subject: 'C=BR, O=Test, CN=Holders OCSP',
    notBefore: addDays(START, -30),
    notAfter: addDays(START, 30),
    extensions: [new ExtendedKeyUsageExtension([purpose]), ...extensions],
  };
  const certificate = await issueCertificate(profile, keys, by);
  return {
    rootPem: authority.rootPem,
    issuerPem: authority.issuerPem,
    issuerKeyPem: authority.issuerKeyPem,
    responderPem: certificate.toString('pem'),
    responderKeyPem: await exportPrivateKey(keys.privateKey),
    files: [],
    revokedSerialNumbers: [],
    revokedAt: addDays(START, -2).toISOString(),
  };
}

async function question(nonce = NONCE): Promise<Bytes> {
  const id = await certificateId(readCertificatePem(pem), readCertificatePem(authority.issuerPem));
  return ocspRequest(id, nonce);
}

async function answer(from: Material, at = START): Promise<OcspAnswer> {
  return { der: await answerOcspRequest(from, await question(), at), nonce: NONCE };
}

function check(given: OcspAnswer | undefined, list?: Bytes) {
  const lists: RevocationLists = { find: async () => list, ask: async () => given };
  const [certificate, issuer] = [readCertificatePem(pem), readCertificatePem(authority.issuerPem)];
  return checkRevocation({ certificate, issuer, lists, now: START, signal: AbortSignal.timeout(60_000) });
}

/** The problem with the responder's answer, when no list is available. */
async function problemOf(given: OcspAnswer | undefined) {
  const { status, failures = [] } = await check(given);
  const [responder, list] = failures;
  assert.deepEqual([status, responder?.address, list?.problem], ['unknown', RESPONDER, 'unreachable']);
  return responder?.problem;
}

/** Archive cutoff (RFC 6960, 4.4.4), in days from the test's start. */
const cutOff = (days: number) => extension('2b0601050507300106', generalizedTime(addDays(START, days)));
const revoked = () => ({ ...material, revokedSerialNumbers: [readCertificatePem(pem).serialNumber] });

describe('a responder', () => {
  it('answers for its authority, by its own certificate', async () => {
    assert.deepEqual(await check(await answer(material)), { status: 'good' });
    const report = await check(await answer(revoked()));
    assert.deepEqual(report, { status: 'revoked', revokedAt: new Date('2026-11-18T14:58:03.000Z') });
  });

  it('may be the authority itself', async () => {
    const { responderPem, responderKeyPem, ...alone } = material;
    assert.ok(responderPem && responderKeyPem);
    assert.deepEqual(await check(await answer(alone)), { status: 'good' });
  });

  it('is replaced by the lists if unreachable', async () => {
    assert.deepEqual(await check(undefined, craftedList(authority)), { status: 'good' });
    assert.equal(await problemOf(undefined), 'unreachable');
  });

  it('is ignored without the purpose, from another authority, or if it may be revoked itself', async () => {
    const clients = await materialOf('1.3.6.1.5.5.7.3.2', [NO_CHECK]);
    assert.equal(await problemOf(await answer(clients)), 'not-by-issuer');
    const stranger = await openHolderAuthority();
    const foreign = await materialOf(OCSP_SIGNING, [NO_CHECK], stranger.issuer);
    assert.equal(await problemOf(await answer(foreign)), 'not-by-issuer');
    const unchecked = await materialOf(OCSP_SIGNING, []);
    assert.equal(await problemOf(await answer(unchecked)), 'not-by-issuer');
  });

  it('must answer this request, and recently', async () => {
    const { der } = await answer(material);
    assert.equal(await problemOf({ der, nonce: new Uint8Array(16).fill(8) }), 'outdated');
    assert.equal(await problemOf(await answer(material, addDays(START, -1))), 'outdated');
    assert.equal(await problemOf(await answer(material, addDays(START, 1))), 'outdated');
    const other = await openHolderAuthority();
    const about = { ...material, issuerPem: other.issuerPem };
    assert.equal(await problemOf(await answer(about)), 'out-of-scope');
  });

  it('may name the certificate by SHA-256, and repeat no nonce if its answer is new', async () => {
    const leaf = readCertificatePem(pem);
    assert.deepEqual(await check({ der: await craftedAnswer(authority, leaf), nonce: NONCE }), {
      status: 'good',
    });
    const sha256 = await craftedAnswer(authority, leaf, { hash: 'SHA-256' });
    assert.deepEqual(await check({ der: sha256, nonce: NONCE }), { status: 'good' });
    const old = await craftedAnswer(authority, leaf, { at: addDays(START, -1) });
    assert.equal(await problemOf({ der: old, nonce: NONCE }), 'outdated');
  });

  it('says that a certificate is revoked if it says so and that it is good', async () => {
    const der = await craftedAnswer(authority, readCertificatePem(pem), { isRevokedAsWell: true });
    assert.equal((await check({ der, nonce: NONCE })).status, 'revoked');
  });

  it('is ignored if anything critical in its answer or certificate is not understood', async () => {
    const critical = extension('2a0304', Uint8Array.of(5, 0), true);
    const harmless = extension('2a0304', Uint8Array.of(5, 0));
    const leaf = readCertificatePem(pem);
    for (const place of ['extensions', 'singleExtensions']) {
      const der = await craftedAnswer(authority, leaf, { [place]: critical });
      assert.equal(await problemOf({ der, nonce: NONCE }), 'out-of-scope', place);
      const known = await craftedAnswer(authority, leaf, { [place]: harmless });
      assert.deepEqual(await check({ der: known, nonce: NONCE }), { status: 'good' }, place);
    }
    const unknown = new Extension('1.2.3.4', true, Uint8Array.of(5, 0));
    const delegate = await materialOf(OCSP_SIGNING, [NO_CHECK, unknown]);
    assert.equal(await problemOf(await answer(delegate)), 'not-by-issuer');
  });

  it('says nothing of a certificate that is over, unless it keeps what it knows', async () => {
    const options = { ...MARIA, key: 'P-256', validity: [-30, -2], responderAddress: RESPONDER } as const;
    const [expired = ''] = (await authority.issue(options)).pems;
    const certificate = readCertificatePem(expired);
    const of = async (crafted: CraftedAnswer) => {
      const der = await craftedAnswer(authority, certificate, crafted);
      const lists: RevocationLists = {
        find: async () => undefined,
        ask: async () => ({ der, nonce: NONCE }),
      };
      const issuer = readCertificatePem(authority.issuerPem);
      const signal = AbortSignal.timeout(60_000);
      const report = await checkRevocation({ certificate, issuer, lists, now: START, signal });
      return report.failures?.[0]?.problem ?? report.status;
    };
    assert.equal(await of({}), 'after-expiry');
    assert.equal(await of({ singleExtensions: cutOff(-60) }), 'good');
    assert.equal(await of({ singleExtensions: cutOff(-1) }), 'after-expiry');
  });

  it('is ignored if its response was changed, or cannot be read', async () => {
    const { der, nonce } = await answer(revoked());
    const changed = der.slice();
    const at = Buffer.from(der).indexOf('20261118', 0, 'latin1');
    assert.ok(at > 0);
    changed[at + 7] = 0x37;
    assert.equal(await problemOf({ der: changed, nonce }), 'not-by-issuer');
    assert.equal(await problemOf({ der: der.slice(0, -1), nonce }), 'malformed');
    const refusal = await answerOcspRequest(material, new Uint8Array([0x30, 0]), START);
    assert.equal(await problemOf({ der: refusal, nonce }), 'unreachable');
  });
});

describe('a responder over http', () => {
  let server: Server;
  let url: string;
  const asked: Buffer[] = [];

  before(async () => {
    server = createServer((request, response) => void respond(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    url = `http://127.0.0.1:${address.port}/ocsp`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    asked.push(body);
    assert.equal(request.headers['content-type'], 'application/ocsp-request');
    response.end(await answerOcspRequest(material, new Uint8Array(body), START));
  }

  it('is asked with another nonce each time, and its answer kept for an hour', async () => {
    let now = START;
    const addresses = new WebhookAddresses({ resolve: async () => [], allowLocal: true });
    const client = new AuthorityClient(addresses, new Metrics());
    const answers = new FetchedAnswers({ clock: { now: () => now }, random: systemRandom, client });
    const [certificate, issuer] = [readCertificatePem(pem), readCertificatePem(authority.issuerPem)];
    const ask = () => answers.ask({ address: url, certificate, issuer }, AbortSignal.timeout(30_000));
    const first = await ask();
    assert.deepEqual(await check(first), { status: 'good' });
    assert.deepEqual([await ask(), asked.length], [first, 1]);
    now = new Date(START.getTime() + 61 * 60_000);
    await ask();
    assert.equal(asked.length, 2);
    assert.notDeepEqual(asked[0], asked[1]);
  });
});

describe('OpenSSL', { skip: withoutTools('openssl') }, () => {
  let workshop: CertificateWorkshop;
  before(() => {
    workshop = new CertificateWorkshop();
    workshop.write('leaf.pem', pem);
    workshop.write('issuer.pem', authority.issuerPem);
    workshop.write('chain.pem', `${authority.issuerPem}\n${authority.rootPem}`);
  });
  after(() => workshop.remove());

  it('reads the question and verifies the answer', async () => {
    workshop.write('request.der', await question());
    workshop.write('response.der', (await answer(material)).der);
    workshop.run('openssl', 'ocsp', '-reqin', 'request.der', '-req_text', '-noverify');
    const at = String(Math.floor(START.getTime() / 1000));
    const files = ['-issuer', 'issuer.pem', '-cert', 'leaf.pem', '-CAfile', 'chain.pem'];
    const output = workshop.output(
      'openssl',
      'ocsp',
      '-respin',
      'response.der',
      ...files,
      '-no_nonce',
      '-attime',
      at,
      '-validity_period',
      '999999999',
    );
    assert.match(output, /Response verify OK/);
    assert.match(output, /leaf\.pem: good/);
  });
});
