import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { ClientSecret } from '../../src/api/client-secret.ts';
import { SignerClient } from '../../src/api/signer-client.ts';
import type { ArrivingDocument, DocumentLoad } from '../../src/document/document-load.ts';
import { loadDocument } from '../../src/session/document-loader.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';
import { PartialServer } from '../support/partial-server.ts';

const URL_OF_IT = 'https://service.test/v1/documents/doc_1';
const LARGE = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 253);
const SMALL = LARGE.slice(0, 300_000);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A load of the document of a server, begun at once. */
function begin(
  server: PartialServer,
  { bytes = server.bytes, kept = {}, signal = new AbortController().signal } = {},
) {
  const client = new SignerClient({
    baseUrl: 'https://service.test',
    sessionId: 'ss_test',
    clientSecret: new ClientSecret(clientSecret({ sid: 'ss_test' })),
    fetch: server.fetch,
  });
  const loads: DocumentLoad[] = [];
  const document = { url: URL_OF_IT, digest: digestOf(bytes) };
  const source = { client, document, reloadDocument: async () => document, kept };
  let announce: (arriving: ArrivingDocument) => void;
  const arriving = new Promise<ArrivingDocument>(resolve => (announce = resolve));
  const tell = (load: DocumentLoad) => {
    loads.push(load);
    if (load.arriving !== undefined) announce(load.arriving);
  };
  return { loads, arriving, done: loadDocument(source, tell, signal) };
}

/** Nobody waits between two tries. */
before(() => {
  const wait = globalThis.setTimeout;
  mock.method(globalThis, 'setTimeout', (act: () => void, ms = 0) => wait(act, ms > 5_000 ? ms : 0));
});
after(() => mock.restoreAll());

describe('a document that breaks off', () => {
  it('goes on where it stopped, and is hashed whole', async () => {
    const server = new PartialServer(SMALL);
    server.breaks = [100_000, 250_000];
    const { loads, done } = begin(server);
    await done;
    assert.deepEqual(server.ranges, [null, 'bytes=100000-', 'bytes=250000-']);
    assert.deepEqual(loads, [{ status: 'loaded', bytes: SMALL, digest: digestOf(SMALL), verified: true }]);
  });

  it('goes on in a later try of the signer, and asks for nothing when all is there', async () => {
    const server = new PartialServer(SMALL);
    const kept = {};
    server.breaks = [100_000, 0, 0, 0, 0, 0, 0, 0];
    server.isAway = () => server.ranges.length > 1;
    const first = begin(server, { kept });
    await first.done;
    assert.deepEqual(first.loads, [{ status: 'failed', problem: 'unreachable' }]);
    server.isAway = () => false;
    server.breaks = [];
    server.ranges.length = 0;
    const second = begin(server, { kept });
    await second.done;
    assert.deepEqual(server.ranges, ['bytes=100000-']);
    assert.equal(second.loads.at(-1)?.status, 'loaded');
    await begin(server, { kept }).done;
    assert.deepEqual(server.ranges, ['bytes=100000-']);
  });

  it('starts anew where it is another document by now, or the service sends no parts', async () => {
    for (const change of [
      (server: PartialServer) => (server.etag = '"other"'),
      (server: PartialServer) => (server.sendsParts = false),
      (server: PartialServer) => (server.refusesParts = true),
    ]) {
      const server = new PartialServer(SMALL);
      server.breaks = [100_000];
      server.onBreak = () => change(server);
      const { loads, done } = begin(server);
      await done;
      assert.equal(loads.at(-1)?.status, 'loaded');
    }
  });

  it('is loaded whole where its length is not what was said', async () => {
    for (const length of [SMALL.length - 5, SMALL.length + 5]) {
      const server = new PartialServer(SMALL);
      server.length = length;
      const { loads, done } = begin(server);
      await done;
      assert.equal(loads.at(-1)?.status, 'loaded');
    }
  });
});

describe('a large document', () => {
  it('is told of while it arrives, with its end first, and is the same when it is loaded', async () => {
    const server = new PartialServer(LARGE);
    server.holdAfter = 500_000;
    const { loads, arriving, done } = begin(server);
    const document = await arriving;
    assert.equal(document.size, LARGE.length);
    assert.deepEqual(await document.read(LARGE.length - 10, LARGE.length), LARGE.slice(-10));
    assert.deepEqual(await document.read(0, 1000), LARGE.slice(0, 1000));
    assert.deepEqual(await document.read(2_000_000, 2_010_000), LARGE.slice(2_000_000, 2_010_000));
    assert.deepEqual(loads, [{ status: 'loading', arriving: document }]);
    server.release();
    await done;
    const last = loads.at(-1);
    assert.ok(last?.status === 'loaded');
    assert.equal(last.arriving, document);
    assert.equal(digestOf(last.bytes), digestOf(LARGE));
    await document.whole;
  });

  it('keeps each byte as it came first', async () => {
    const server = new PartialServer(LARGE);
    server.holdAfter = 500_000;
    const other = LARGE.slice().fill(0, 2_000_000, 2_010_000);
    const { loads, arriving, done } = begin(server);
    const drawn = await (await arriving).read(2_000_000, 2_010_000);
    server.bytes = other;
    server.release();
    await done;
    assert.deepEqual(drawn, LARGE.slice(2_000_000, 2_010_000));
    assert.deepEqual(
      loads.map(({ status }) => status),
      ['loading', 'loaded'],
    );
  });

  it('is withdrawn when it is not what the session says, and asked for once more from its beginning', async () => {
    const server = new PartialServer(LARGE.map(byte => byte ^ 1));
    let wholes = 0;
    server.onWhole = () => {
      wholes += 1;
      if (wholes === 2) server.bytes = LARGE;
    };
    const { loads, done } = begin(server, { bytes: LARGE });
    await done;
    const [first, second, third, last] = loads;
    assert.deepEqual(second, { status: 'loading' });
    assert.notEqual(third?.arriving, first?.arriving);
    assert.equal(last?.status, 'loaded');
  });

  it('is refused when it is twice not what the session says', async () => {
    const server = new PartialServer(LARGE.map(byte => byte ^ 1));
    const { loads, done } = begin(server, { bytes: LARGE });
    await done;
    assert.deepEqual(loads.at(-1), { status: 'failed', problem: 'mismatch' });
  });

  it('asks for nothing more once it is stopped', async () => {
    const server = new PartialServer(LARGE);
    server.holdAfter = 500_000;
    const abort = new AbortController();
    const { arriving, done } = begin(server, { signal: abort.signal });
    const document = await arriving;
    abort.abort();
    await done;
    const asked = server.ranges.length;
    void document.read(1_500_000, 1_600_000);
    assert.equal(server.ranges.length, asked);
  });
});
