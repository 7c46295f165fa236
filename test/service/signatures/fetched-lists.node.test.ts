import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  readCertificatePem,
  type CertificateFacts,
} from '../../../packages/verify/src/certificates/certificate-facts.ts';
import { FetchedLists } from '../../../demo/service/src/signatures/fetched-lists.ts';
import { testAuthority } from '../support/sealing.ts';
import { START } from '../support/test-service.ts';

const LIST = new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x05]);
const MINUTE_MS = 60_000;

describe('revocation lists over http', () => {
  let server: Server;
  let address: string;
  let issuer: CertificateFacts;
  let requests = 0;
  let now = START;
  let lists: FetchedLists;

  before(async () => {
    issuer = readCertificatePem((await testAuthority()).rootPem);
    server = createServer((request, response) => {
      requests += 1;
      if (request.url === '/list.crl') response.end(LIST);
      else if (request.url === '/endless.crl') {
        const part = Buffer.alloc(1024 * 1024);
        const more = () => void (response.write(part) ? setImmediate(more) : response.once('drain', more));
        response.on('close', () => response.destroy());
        more();
      } else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    assert.ok(bound !== null && typeof bound === 'object');
    address = `http://127.0.0.1:${bound.port}`;
  });
  beforeEach(() => {
    requests = 0;
    now = START;
    lists = new FetchedLists({ now: () => now });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const find = (path: string) => lists.find({ address: address + path, issuer }, AbortSignal.timeout(30_000));

  it('are fetched once in ten minutes', async () => {
    assert.deepEqual(await find('/list.crl'), LIST);
    assert.deepEqual(await find('/list.crl'), LIST);
    assert.equal(requests, 1);
    now = new Date(START.getTime() + 11 * MINUTE_MS);
    assert.deepEqual(await find('/list.crl'), LIST);
    assert.equal(requests, 2);
    now = new Date(START.getTime() - MINUTE_MS);
    assert.deepEqual(await find('/list.crl'), LIST);
    assert.equal(requests, 3, 'the clock was moved back');
  });

  it('that are not there are asked for again', async () => {
    assert.equal(await find('/none.crl'), undefined);
    assert.equal(await find('/none.crl'), undefined);
    assert.equal(requests, 2);
    assert.equal(
      await lists.find({ address: 'http://127.0.0.1:1/a.crl', issuer }, AbortSignal.timeout(30_000)),
      undefined,
    );
  });

  it('are not read to an end that never comes', async () => {
    assert.equal(await find('/endless.crl'), undefined);
  });
});
