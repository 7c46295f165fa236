import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Metrics } from '../../src/metrics/metrics.ts';
import { AuthorityClient } from '../../src/pki/authority-client.ts';
import { readCertificatePem, type CertificateFacts } from '@sign-session/certificates';
import { FetchedLists } from '../../src/signatures/revocation-lists.ts';
import { type ResolveHost, WebhookAddresses } from '../../src/webhooks/webhook-address.ts';
import { openHolderAuthority } from '../support/certificate-holders.ts';
import { craftedList } from '../support/crafted-lists.ts';
import { START } from '../support/test-service.ts';

const HOUR_MS = 60 * 60_000;
const GARBAGE = new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x05]);

const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);

describe('revocation lists over http', () => {
  let server: Server;
  let address: string;
  let issuer: CertificateFacts;
  let stranger: CertificateFacts;
  let served: Uint8Array<ArrayBuffer>;
  let list: Uint8Array<ArrayBuffer>;
  let lasting: Uint8Array<ArrayBuffer>;
  let requests = 0;
  let now = START;
  let lists: FetchedLists;

  before(async () => {
    const [authority, other] = await Promise.all([openHolderAuthority(), openHolderAuthority()]);
    issuer = readCertificatePem(authority.issuerPem);
    stranger = readCertificatePem(other.issuerPem);
    list = craftedList(authority, { validity: [-1, 0.5] });
    lasting = craftedList(authority, { validity: [-1, 90] });
    server = createServer((request, response) => {
      requests += 1;
      if (request.url === '/list.crl') response.end(served);
      else if (request.url === '/moved.crl') response.writeHead(302, { Location: '/list.crl' }).end();
      else if (request.url === '/loop.crl') response.writeHead(302, { Location: '/loop.crl' }).end();
      else if (request.url === '/inside.crl')
        response.writeHead(302, { Location: 'http://10.0.0.1/a' }).end();
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
    served = list;
    lists = fetchedLists(true);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function fetchedLists(allowLocal: boolean, resolve: ResolveHost = async () => []): FetchedLists {
    const addresses = new WebhookAddresses({ resolve, allowLocal });
    return new FetchedLists({ now: () => now }, new AuthorityClient(addresses, new Metrics()));
  }

  const find = (path: string, by = issuer) =>
    lists.find({ address: address + path, issuer: by }, AbortSignal.timeout(30_000));

  it('are fetched once until their next update', async () => {
    assert.deepEqual(await find('/list.crl'), list);
    now = later(11);
    assert.deepEqual(await find('/list.crl'), list);
    assert.equal(requests, 1);
    now = later(13);
    assert.deepEqual(await find('/list.crl'), list);
    assert.equal(requests, 2);
    now = later(-1);
    assert.deepEqual(await find('/list.crl'), list);
    assert.equal(requests, 3, 'the clock was moved back');
  });

  it('are held until then, and nobody is asked for one that is not', async () => {
    assert.equal(lists.held(`${address}/list.crl`), undefined);
    await find('/list.crl');
    assert.deepEqual(lists.held(`${address}/list.crl`), list);
    now = later(13);
    assert.equal(lists.held(`${address}/list.crl`), undefined);
    assert.equal(requests, 1);
  });

  it('are fetched once a day where their next update is far off', async () => {
    served = lasting;
    assert.deepEqual(await find('/list.crl'), lasting);
    now = later(25);
    assert.deepEqual(await find('/list.crl'), lasting);
    assert.equal(requests, 2);
  });

  it('are not cached if invalid, or of another issuer', async () => {
    served = GARBAGE;
    assert.deepEqual(await find('/list.crl'), GARBAGE);
    served = list;
    assert.deepEqual(await find('/list.crl', stranger), list);
    assert.deepEqual(await find('/list.crl'), list);
    assert.equal(requests, 3);
  });

  it('that are missing are requested again', async () => {
    assert.equal(await find('/none.crl'), undefined);
    assert.equal(await find('/none.crl'), undefined);
    assert.equal(requests, 2);
    const nobody = { address: 'http://127.0.0.1:1/a.crl', issuer };
    assert.equal(await lists.find(nobody, AbortSignal.timeout(30_000)), undefined);
  });

  it('are not read beyond the size limit', async () => {
    assert.equal(await find('/endless.crl'), undefined);
  });

  it('are found where their address redirects to, if that may be webhookAddresses', async () => {
    assert.deepEqual(await find('/moved.crl'), list);
    assert.equal(await find('/loop.crl'), undefined);
    assert.equal(await find('/inside.crl'), undefined);
  });

  it('are not fetched from this machine or a private network, whatever the name', async () => {
    lists = fetchedLists(false, async () => [{ address: '192.168.1.1', family: 4 }]);
    assert.equal(await find('/list.crl'), undefined);
    const named = { address: 'http://lcr.example/a.crl', issuer };
    assert.equal(await lists.find(named, AbortSignal.timeout(30_000)), undefined);
    assert.equal(requests, 0);
  });

  it('stop when the time limit ends', async () => {
    lists = fetchedLists(true, () => new Promise(() => undefined));
    const silent = { address: 'http://lcr.example/a.crl', issuer };
    assert.equal(await lists.find(silent, AbortSignal.timeout(20)), undefined);
  });
});
