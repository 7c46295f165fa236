import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MAX_MESSAGE_BYTES } from '@sign-session/bridge-protocol';
import { certificateDer } from '../../../test/support/certificate-files.ts';
import { KeystoreError, type KeystoreProblem } from '../src/keystore/keystore.ts';
import {
  HASH,
  NEVER,
  ORIGIN,
  PageConnection,
  startTestBridge,
  tokenCertificate,
  type TestBridge,
} from './support/test-bridge.ts';

const CERTIFICATE = Buffer.from(certificateDer('ecpf.pem')).toString('base64');
const SIGNATURE = Buffer.concat([Buffer.of(1), Buffer.alloc(32, 7)]).toString('base64');
const RSA = { cryptoAlgorithm: 'RSA', hashFunction: 'SHA-256', paddingScheme: 'PKCS1.5' };

const signing = (certificate: string) => ({
  certificate,
  hash: HASH,
  hashFunction: 'SHA-256',
  label: 'Lease',
});

/** As browsers do before a request of their page's. */
const preflight = (port: number, origin: string) =>
  fetch(`http://127.0.0.1:${port}/`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-private-network': 'true' },
  });

describe('the token bridge', () => {
  let bridge: TestBridge;
  let pages: PageConnection[] = [];
  beforeEach(async () => {
    bridge = await startTestBridge();
  });
  afterEach(async () => {
    for (const { socket } of pages) socket.terminate();
    pages = [];
    await bridge.close();
  });

  function page(options?: ConstructorParameters<typeof PageConnection>[1]): PageConnection {
    const opened = new PageConnection(bridge.port, options);
    pages.push(opened);
    return opened;
  }

  describe('lets in', () => {
    for (const origin of [
      'https://bank.example:8443',
      'http://localhost:4010',
      'http://127.0.0.1',
      'http://[::1]:80',
    ])
      it(`a page of ${origin}`, async () => {
        const { result } = await (await page({ origin }).opened()).ask('status');
        assert.deepEqual(result, { protocolVersion: 1, version: '1.2.3', paired: false });
      });

    it('a page that calls it localhost', async () => {
      await page({ host: `localhost:${bridge.port}` }).opened();
    });

    const hasIpv6 = Object.values(networkInterfaces()).some(all =>
      all?.some(({ address }) => address === '::1'),
    );
    it('a page by IPv6', { skip: hasIpv6 ? false : 'This computer has no IPv6.' }, async () => {
      await page({ at: '[::1]', host: `[::1]:${bridge.port}` }).opened();
    });
  });

  describe('turns away', () => {
    for (const origin of [
      'http://bank.example',
      'null',
      '',
      'https://bank.example/',
      'https://BANK.example',
      'file://',
    ])
      it(`the origin “${origin}”`, async () => {
        await assert.rejects(page({ origin }).opened(), /403/);
      });

    for (const host of [
      'bank.example',
      'bank.example:PORT',
      '127.0.0.1',
      'localhost.bank.example:PORT',
      '127.0.0.1:1',
    ])
      it(`the host ${host}, which leads here by DNS`, async () => {
        await assert.rejects(page({ host: host.replace('PORT', String(bridge.port)) }).opened(), /403/);
      });

    it('more pages at once than anybody signs in', async () => {
      for (let count = 0; count < 8; count += 1) await page().opened();
      await assert.rejects(page().opened(), /503/);
    });

    it('unpaired sites beyond their number, and never a paired one for them', async () => {
      await bridge.pairings.add(ORIGIN);
      for (let count = 0; count < 8; count += 1)
        await page({ origin: `https://a${count}.evil.example` }).opened();
      await assert.rejects(page({ origin: 'https://a8.evil.example' }).opened(), /503/);
      await page().opened();
    });

    it('whoever reaches it from another computer', async () => {
      const outside = Object.values(networkInterfaces())
        .flatMap(all => all ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4');
      if (outside === undefined) return;
      await assert.rejects(page({ at: outside.address }).opened(), /ECONNREFUSED/);
    });
  });

  it('tells a browser that asks first that secure pages may reach it, and nobody else', async () => {
    const allowed = await preflight(bridge.port, ORIGIN);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), ORIGIN);
    assert.equal(allowed.headers.get('access-control-allow-private-network'), 'true');
    const refused = await preflight(bridge.port, 'http://bank.example');
    assert.equal(refused.headers.get('access-control-allow-private-network'), null);
  });

  describe('pairs', () => {
    it('by a number that it shows and the page gets, once for a site', async () => {
      const first = await page().opened();
      await first.ask('pair');
      const [told] = first.received;
      assert.match(told?.pairingNumber ?? '', /^\d{6}$/);
      const shown = bridge.dialogs.asked[0] ?? '';
      assert(shown.includes(ORIGIN) && shown.replaceAll(' ', '').includes(told?.pairingNumber ?? '?'), shown);
      await (await page().opened()).ask('pair');
      assert.equal(bridge.dialogs.asked.length, 1);
    });

    it('nobody whose number the signer did not find on the page', async () => {
      bridge.dialogs.answers = [false];
      const site = await page().opened();
      assert.deepEqual((await site.ask('pair')).error, { code: 'ERR_WEBEID_USER_CANCELLED' });
      assert.equal((await site.ask('status')).result?.['paired'], false);
    });

    it('each origin by itself', async () => {
      await (await page().opened()).ask('pair');
      const other = await page({ origin: 'https://shop.example' }).opened();
      assert.deepEqual((await other.ask('getSigningCertificate')).error, { code: 'ERR_BRIDGE_NOT_PAIRED' });
    });

    it('and forgets a site at once that is revoked', async () => {
      const site = page();
      await site.ready();
      assert.equal(await bridge.pairings.remove(ORIGIN), 1);
      assert.deepEqual((await site.ask('getSigningCertificate')).error, { code: 'ERR_BRIDGE_NOT_PAIRED' });
    });

    it('and keeps origins and days, in a file of its owner’s', async () => {
      await page().ready();
      const file = path.join(bridge.folder, 'sites.json');
      const kept = JSON.parse(await readFile(file, 'utf8'));
      const since = new Date().toISOString().slice(0, 10);
      assert.deepEqual(kept, { sites: [{ origin: ORIGIN, since }] });
      assert.equal((await stat(file)).mode & 0o077, 0);
    });

    it('anew when its file is damaged', async () => {
      await writeFile(path.join(bridge.folder, 'sites.json'), '{"sites": [{"origin":');
      assert.equal((await (await page().opened()).ask('status')).result?.['paired'], false);
    });
  });

  describe('signs', () => {
    it('with the certificate that the signer let the page see', async () => {
      const site = page();
      await site.opened();
      await site.ask('pair');
      const { result } = await site.ask('getSigningCertificate');
      const issuers = [Buffer.from(certificateDer('inter.pem')).toString('base64')];
      assert.deepEqual(result, { certificate: CERTIFICATE, issuers, supportedSignatureAlgorithms: [RSA] });
      const signed = await site.ask('sign', signing(CERTIFICATE));
      assert.deepEqual(signed.result, { signature: SIGNATURE, signatureAlgorithm: RSA });
      const [, seen, documents, pin] = bridge.dialogs.asked;
      assert.match(seen ?? '', /MARIA DA SILVA TESTE/);
      assert.match(documents ?? '', /https:\/\/bank\.example\n.*a document:\n {2}1\. Lease\nWith: MARIA/);
      assert.match(pin ?? '', /PIN of Token/);
      assert.deepEqual(bridge.keystore.pins, ['1234']);
    });

    it('several documents after one question, in their order', async () => {
      const site = page();
      const certificate = await site.ready();
      const documents = Array.from({ length: 500 }, (_, index) => ({
        id: `d${index}`,
        hash: HASH,
        label: `File ${index}`,
      }));
      const { result } = await site.ask('signBatch', { certificate, hashFunction: 'SHA-256', documents });
      assert.deepEqual(
        result?.['signatures'],
        documents.map(({ id }) => ({ id, signature: SIGNATURE })),
      );
      const question = bridge.dialogs.asked[2] ?? '';
      assert.match(question, /500 documents/);
      assert.match(question, /15\. File 14\n.*and 485 more/);
      assert.equal(bridge.keystore.pins.length, 1);
    });

    it('nothing when the signer says no, without asking for the PIN', async () => {
      const site = page();
      const certificate = await site.ready();
      bridge.dialogs.answers = [false];
      assert.deepEqual((await site.ask('sign', signing(certificate))).error, {
        code: 'ERR_WEBEID_USER_CANCELLED',
      });
      assert.deepEqual(bridge.keystore.pins, []);
    });

    it('after a wrong PIN, and says when the last attempt is left', async () => {
      const site = page();
      const certificate = await site.ready();
      bridge.keystore.refusals = [new KeystoreError('pin-wrong'), new KeystoreError('pin-wrong-last-try')];
      bridge.dialogs.answers = [true, '1', '2', '3'];
      assert.equal((await site.ask('sign', signing(certificate))).error, undefined);
      assert.deepEqual(bridge.keystore.pins, ['1', '2', '3']);
      assert.match(bridge.dialogs.asked.at(-2) ?? '', /incorrect/);
      assert.match(bridge.dialogs.asked.at(-1) ?? '', /Last attempt/);
    });

    it('without asking for the PIN that the token’s pad takes', async () => {
      bridge.keystore.found = [tokenCertificate({ pin: 'pad', pinForEach: true })];
      const site = page();
      const certificate = await site.ready();
      await site.ask('sign', signing(certificate));
      assert.match(bridge.dialogs.asked.at(-1) ?? '', /own pad/);
      assert.deepEqual(bridge.keystore.pins, [undefined]);
    });

    it('what a page calls a document as one line, whatever is in it', async () => {
      const site = page();
      const certificate = await site.ready();
      await site.ask('sign', { ...signing(certificate), label: 'Lease\r\n\u001B[2J‮<b>9. Gift' });
      assert.match(bridge.dialogs.asked[2] ?? '', /1\. Lease \[2J ‹b›9\. Gift\n/);
    });

    it('asks in the language of the page', async () => {
      const site = page();
      const certificate = await site.ready();
      await site.ask('sign', { ...signing(certificate), lang: 'pt-BR' });
      assert.match(bridge.dialogs.asked[2] ?? '', /pede a sua assinatura em um documento/);
    });
  });

  describe('refuses', () => {
    it('to sign before the page was shown a certificate, and with another', async () => {
      const site = await page().opened();
      assert.deepEqual((await site.ask('sign', signing(CERTIFICATE))).error, {
        code: 'ERR_BRIDGE_NOT_PAIRED',
      });
      await site.ask('pair');
      const invalid = { code: 'ERR_WEBEID_NATIVE_INVALID_ARGUMENT' };
      assert.deepEqual((await site.ask('sign', signing(CERTIFICATE))).error, invalid);
      await site.ask('getSigningCertificate');
      const other = Buffer.from(certificateDer('ecnpj.pem')).toString('base64');
      assert.deepEqual((await site.ask('sign', signing(other))).error, invalid);
    });

    const good = { id: 'a', hash: HASH, label: 'Lease' };
    const changes: readonly (readonly [string, object])[] = [
      ['a hash of another length', { hash: Buffer.alloc(20).toString('base64') }],
      ['a hash in hexadecimal', { hash: '07'.repeat(32) }],
      ['SHA-1', { hashFunction: 'SHA-1' }],
      ['no title', { label: '' }],
      ['an endless title', { label: 'x'.repeat(201) }],
      ['one document as several', { documents: [good] }],
      [
        'too many documents',
        { documents: Array.from({ length: 501 }, (_, id) => ({ ...good, id: `${id}` })) },
      ],
      ['two documents of one name', { documents: [good, good] }],
      ['a document without a hash', { documents: [good, { id: 'b', label: 'Lease' }] }],
    ];
    for (const [name, change] of changes)
      it(name, async () => {
        const site = page();
        const certificate = await site.ready();
        const command = 'documents' in change ? 'signBatch' : 'sign';
        const { error } = await site.ask(command, { ...signing(certificate), ...change });
        assert.deepEqual(error, { code: 'ERR_WEBEID_NATIVE_INVALID_ARGUMENT' });
        assert.equal(bridge.dialogs.asked.length, 2);
      });

    for (const text of [
      '',
      '[]',
      '{"id":1}',
      '{"id":"1","command":"sign","arguments":{}}',
      '{"id":1,"command":"constructor","arguments":{}}',
    ])
      it(`what is no request: ${text}`, async () => {
        const site = await page().opened();
        site.socket.send(text);
        assert.deepEqual((await once(site.socket, 'close'))[0], 1003);
      });

    it('messages that are too large', async () => {
      const site = await page().opened();
      site.socket.send('x'.repeat(MAX_MESSAGE_BYTES + 1));
      assert.deepEqual((await once(site.socket, 'close'))[0], 1009);
    });

    it('a request while another page’s is under way', async () => {
      bridge.dialogs.answers = [NEVER];
      const [first, second] = [
        await page().opened(),
        await page({ origin: 'https://shop.example' }).opened(),
      ];
      first.send('pair');
      await once(first.socket, 'message');
      assert.deepEqual((await second.ask('pair')).error, { code: 'ERR_WEBEID_ACTION_PENDING' });
      assert.equal((await second.ask('status')).error, undefined);
    });
  });

  const problems: readonly (readonly [KeystoreProblem, string])[] = [
    ['no-native-part', 'ERR_BRIDGE_NO_MODULE'],
    ['no-module', 'ERR_BRIDGE_NO_MODULE'],
    ['no-token', 'ERR_BRIDGE_NO_TOKEN'],
    ['no-certificate', 'ERR_BRIDGE_NO_CERTIFICATE'],
    ['failed', 'ERR_WEBEID_NATIVE_FATAL'],
  ];
  for (const [problem, code] of problems)
    it(`tells the page of ${problem}`, async () => {
      bridge.keystore.problem = new KeystoreError(problem);
      const site = await page().opened();
      await site.ask('pair');
      assert.deepEqual((await site.ask('getSigningCertificate')).error, { code });
    });

  it('tells of a PIN that is locked without asking anything', async () => {
    bridge.keystore.found = [tokenCertificate({ tries: 'none' })];
    const site = page();
    const certificate = await site.ready();
    assert.deepEqual((await site.ask('sign', signing(certificate))).error, { code: 'ERR_BRIDGE_PIN_LOCKED' });
    assert.equal(bridge.dialogs.asked.length, 2);
  });

  it('takes its question back when the page goes, and answers the next page', async () => {
    bridge.dialogs.answers = [NEVER];
    const first = await page().opened();
    first.send('pair');
    await once(first.socket, 'message');
    first.socket.close();
    await once(first.socket, 'close');
    assert.equal((await (await page().opened()).ask('pair')).error, undefined);
    assert.equal(bridge.dialogs.withdrawn, 1);
  });

  it('takes its question back when the signer takes too long', async () => {
    const slow = await startTestBridge({ userTimeoutMs: 20 });
    try {
      slow.dialogs.answers = [NEVER];
      const site = new PageConnection(slow.port);
      pages.push(site);
      await site.opened();
      assert.deepEqual((await site.ask('pair')).error, { code: 'ERR_WEBEID_USER_TIMEOUT' });
      assert.equal(slow.dialogs.withdrawn, 1);
    } finally {
      await slow.close();
    }
  });

  it('asks no more about a paired site that was refused three times in a row, and about others still', async () => {
    await bridge.pairings.add(ORIGIN);
    bridge.dialogs.answers = ['no', 'no', 'no'];
    const site = await page().opened();
    for (let count = 0; count < 5; count += 1) {
      const { error } = await site.ask('getSigningCertificate');
      assert.deepEqual(error, { code: 'ERR_WEBEID_USER_CANCELLED' });
    }
    assert.equal(bridge.dialogs.asked.length, 3);
    const other = await page({ origin: 'https://shop.example' }).opened();
    assert.equal((await other.ask('pair')).error, undefined);
  });

  it('asks no more about unpaired sites that were refused three times together, and about paired ones still', async () => {
    await bridge.pairings.add(ORIGIN);
    bridge.dialogs.answers = [false, false, false];
    for (let count = 0; count < 5; count += 1) {
      const { error } = await (await page({ origin: `https://a${count}.evil.example` }).opened()).ask('pair');
      assert.equal(error?.code, 'ERR_WEBEID_USER_CANCELLED');
    }
    assert.equal(bridge.dialogs.asked.length, 3);
    assert.ok((await (await page().opened()).ask('getSigningCertificate')).result);
  });

  it('takes back the question of an unpaired site when a paired one asks', async () => {
    await bridge.pairings.add(ORIGIN);
    bridge.dialogs.answers = [NEVER];
    const stranger = await page({ origin: 'https://evil.example' }).opened();
    const pairing = stranger.send('pair');
    await once(stranger.socket, 'message');
    assert.ok((await (await page().opened()).ask('getSigningCertificate')).result);
    assert.equal((await stranger.answer(pairing)).error?.code, 'ERR_WEBEID_ACTION_PENDING');
    assert.equal(await bridge.pairings.has('https://evil.example'), false);
  });

  it('ends a connection that asks nothing', async () => {
    const other = await startTestBridge({ idleMs: 50 });
    try {
      const silent = await new PageConnection(other.port).opened();
      await once(silent.socket, 'close');
    } finally {
      await other.close();
    }
  });

  it('says so when its port is taken', async () => {
    await assert.rejects(startTestBridge({ port: bridge.port }), { code: 'EADDRINUSE' });
  });
});
