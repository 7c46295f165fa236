import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, test } from 'node:test';
import { WebhookAddresses } from '../src/webhooks/webhook-address.ts';
import { WebhookSender, type Attempt } from '../src/webhooks/webhook-sender.ts';
import { hasTool } from '../../../test/support/browsers.ts';
import { START } from './support/test-service.ts';
import { isGenuine, openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

let receiver: WebhookReceiver;
before(async () => {
  receiver = await openReceiver();
});
after(() => receiver.close());

const closing = new AbortController();

function send(
  url: string,
  options: { allowLocal?: boolean; found?: readonly LookupAddress[]; timeoutMs?: number } = {},
): Promise<Attempt> {
  const { allowLocal = true, found = [{ address: '127.0.0.1', family: 4 }], timeoutMs = 5000 } = options;
  const addresses = new WebhookAddresses({ allowLocal, resolve: async () => found });
  const sender = new WebhookSender({ addresses, trueTime: { now: () => START }, timeoutMs });
  return sender.send({ webhookId: 'wh_1', url, secret: 'whsec_1', body: '{"id":"del_1"}' }, closing.signal);
}

const onPort = (host: string) => receiver.url.replace('127.0.0.1', host);

describe('a webhook’s connection', () => {
  test('goes to the address that was checked', async () => {
    const attempt = await send(onPort('localhost'));
    assert.deepEqual([attempt.httpStatus, attempt.error], [200, null]);
    const [received] = receiver.received;
    assert.ok(received && isGenuine(received, 'whsec_1', START));
    assert.equal(received.headers['x-service-signature'], attempt.signature);
  });

  test('is not made to a name that has come to mean this machine or a private address', async () => {
    const earlier = receiver.received.length;
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.1']) {
      const found = [{ address, family: 4 }];
      for (const allowLocal of [true, false]) {
        const attempt = await send(onPort('hooks.example'), { found, allowLocal });
        assert.deepEqual([attempt.httpStatus, attempt.error], [0, 'The host has a private address.']);
      }
    }
    const mixed = [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ];
    assert.equal(
      (await send(onPort('hooks.example'), { found: mixed })).error,
      'The host has a private address.',
    );
    assert.equal((await send(receiver.url, { allowLocal: false })).error, 'The host has a private address.');
    const foreign = [{ address: '10.0.0.1', family: 4 }];
    assert.equal(
      (await send(onPort('localhost'), { found: foreign })).error,
      'The host has a private address.',
      'localhost is this machine or nothing',
    );
    assert.equal(receiver.received.length, earlier);
  });

  test('is given up when the answer takes too long', async () => {
    receiver.answer(() => undefined);
    const attempt = await send(receiver.url, { timeoutMs: 100 });
    assert.deepEqual([attempt.httpStatus, attempt.error], [0, 'No answer in time.']);
    receiver.answer(200);
  });

  test('does not wait for the end of an answer', async () => {
    receiver.answer((_request, response) => {
      response.writeHead(200);
      response.write('and so on');
    });
    assert.equal((await send(receiver.url)).httpStatus, 200);
    receiver.answer(200);
  });

  test('that is to become another protocol is a failure', async () => {
    receiver.answer((_request, response) =>
      response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'websocket' }).end(),
    );
    const attempt = await send(receiver.url);
    assert.deepEqual([attempt.httpStatus, attempt.error], [0, 'The connection failed.']);
    receiver.answer(200);
  });

  test('ends with the service', async () => {
    const addresses = new WebhookAddresses({ allowLocal: true, resolve: async () => [] });
    const sender = new WebhookSender({ addresses, trueTime: { now: () => START } });
    const stop = new AbortController();
    receiver.answer(() => stop.abort(new Error('closing')));
    const post = { webhookId: 'wh_1', url: receiver.url, secret: 's', body: '{}' };
    await assert.rejects(sender.send(post, stop.signal), /closing/);
    receiver.answer(200);
  });

  test(
    'is not made to a self-signed certificate',
    { skip: !hasTool('openssl') && 'needs openssl' },
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
      const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
      await promisify(execFile)('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
      ]);
      const identity = { key: await readFile(key), cert: await readFile(cert) };
      const secure = await openReceiver(listener => createHttpsServer(identity, listener));
      const attempt = await send(secure.url.replace('http://127.0.0.1', 'https://localhost'));
      assert.equal(attempt.httpStatus, 0);
      assert.match(attempt.error ?? '', /^The certificate is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/);
      assert.equal(secure.received.length, 0);
      await secure.close();
      await rm(folder, { recursive: true });
    },
  );
});
