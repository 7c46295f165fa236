import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { openBodyFolder, type LargeBodyLimits } from '../src/http/large-bodies.ts';
import { runService } from './support/service-run.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

const MB = 1_000_000;

/** Where open files can be listed. */
const isLinux = process.platform === 'linux';

const SESSIONS = '/v1/signing-sessions';

interface Opened {
  readonly service: TestService;
  readonly server: NodeServer;
  readonly folder: string;
  readonly tokens: { readonly local: string; readonly basic: string };
  close(): Promise<void>;
}

/** The service behind real sockets. */
async function open(limits: Partial<LargeBodyLimits> = {}): Promise<Opened> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-large-'));
  const service = await openTestService({ largeBodies: { folder, limits } });
  const server = await openNodeServer('127.0.0.1', 0, {
    reportError: line => void service.errors.push(line),
  });
  server.serve({ fetch: service.fetch, close: async () => undefined });
  return {
    service,
    server,
    folder,
    tokens: { local: await service.token(), basic: await service.token('basic') },
    async close() {
      await server.close();
      assert.deepEqual(service.errors, []);
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A client that sends what the test writes. */
class Sender {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  #heard = '';

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.socket = connect(Number(port), hostname).setEncoding('utf8');
    this.socket.on('data', chunk => (this.#heard += String(chunk)));
    // A connection that is closed while bytes are on their way is reset.
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
  }

  begin(head: readonly string[]): this {
    this.socket.write(`${[...head, 'Host: 127.0.0.1'].join('\r\n')}\r\n\r\n`);
    return this;
  }

  /** What was answered, as soon as it is whole. */
  async answer(): Promise<{ status: number; head: string; body: Record<string, unknown> }> {
    for (;;) {
      const [head = '', body = ''] = this.#heard.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity);
      if (Buffer.byteLength(body) >= length)
        return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
      if (this.socket.closed)
        throw new Error(`The connection was closed after ${JSON.stringify(this.#heard)}`);
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }
}

const senders: Sender[] = [];
afterEach(() => senders.splice(0).forEach(({ socket }) => socket.destroy()));

/** Announces a body and sends no more than these bytes of it. */
function trickle(
  opened: { readonly server: Pick<Opened['server'], 'address'> },
  token: string,
  length: number,
  bytes: string | Uint8Array = '{',
) {
  const head = [
    `POST ${SESSIONS} HTTP/1.1`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ];
  const sender = new Sender(opened.server.address).begin([...head, `Content-Length: ${length}`]);
  sender.socket.write(bytes);
  senders.push(sender);
  return sender;
}

/** JSON of a request that is refused as invalid, once it was read. */
const invalidOf = (length: number): string => `{"purpose":"${'é'.repeat(length / 2 - 8)}"}`;

async function post({ server }: Pick<Opened, 'server'>, token: string, body: BodyInit, address = SESSIONS) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(server.address + address, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Files of this process that are in no folder any more. */
function unlinkedIn(folder: string): { readonly size: number; readonly mode: number }[] {
  if (!isLinux) return [];
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      if (!target.startsWith(folder) || !target.endsWith(' (deleted)')) return [];
      const { size, mode } = statSync(`/proc/self/fd/${fd}`);
      return [{ size, mode: mode & 0o777 }];
    } catch {
      return [];
    }
  });
}

/** Announces a body, and waits until it is on its way. */
async function begin(opened: Opened, token: string, length: number): Promise<Sender> {
  const held = unlinkedIn(opened.folder).length;
  const sender = trickle(opened, token, length);
  if (isLinux) await until(() => unlinkedIn(opened.folder).length > held, 'it has a file');
  else await delay(500);
  return sender;
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, what);
    await delay(10);
  }
}

/** Whether a body of 1.5 MB is received: it is read, and invalid. */
const isTaken = async (opened: Opened, token: string) =>
  (await post(opened, token, invalidOf(1.5 * MB))).status === 400;

describe('large bodies on their way', () => {
  let opened: Opened;
  before(async () => {
    opened = await open();
  });
  after(() => opened.close());

  test('of one tenant keep no other tenant waiting', async t => {
    const { tokens } = opened;
    const slow = trickle(opened, tokens.basic, 20 * MB);
    const drip = setInterval(() => slow.socket.write(' '), 100);
    t.after(() => clearInterval(drip));
    await once(slow.socket, 'connect');
    const begun = performance.now();
    const { status, body } = await post(opened, tokens.local, invalidOf(11.5 * MB));
    const seconds = (performance.now() - begun) / 1000;
    assert.deepEqual([status, body.type], [400, 'validation-error']);
    assert.ok(seconds < 10, `after ${seconds} s`);
    t.diagnostic(`answered after ${seconds.toFixed(2)} s`);
  });

  test('arrive as they were sent, with and without a length', async () => {
    const { tokens, service } = opened;
    const documents = Array.from({ length: 2 }, (_, index) => {
      const { content } = Object(sessionRequest()['document']);
      return { content, filename: `contrato-${index}.pdf`, title: `Contrato nº ${index}` };
    });
    for (const padding of [1.2 * MB, 12 * MB]) {
      const { document: _, ...request } = sessionRequest({ documents });
      // Characters of two and three bytes, which chunks cut.
      const text = JSON.stringify({ ...request, other: '€é'.repeat(padding / 5), state: 'ação' });
      const sent = await post(opened, tokens.local, text);
      assert.equal(sent.status, 201, JSON.stringify(sent.body));
      const stored = await service.call(`/v1/transactions/${sent.body.transactionId}`, { as: tokens.local });
      assert.equal(stored.body.documentFilename ?? documents[0]?.filename, 'contrato-0.pdf');
    }
    const chunked = new Blob([JSON.stringify(sessionRequest({ other: '€é'.repeat((2 * MB) / 5) }))]).stream();
    const headers = { Authorization: `Bearer ${tokens.local}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: chunked, duplex: 'half' as const };
    assert.equal((await fetch(opened.server.address + SESSIONS, init)).status, 201);
  });

  test(
    'are kept in files that are in no folder, and that nobody else may read',
    { skip: !isLinux },
    async () => {
      const { folder, tokens } = opened;
      const sent = 3 * MB;
      const slow = trickle(opened, tokens.basic, 20 * MB, Buffer.alloc(sent, ' '));
      const isThere = () => unlinkedIn(folder).some(({ size }) => size === sent);
      await until(isThere, 'the bytes are in a file');
      assert.deepEqual(
        unlinkedIn(folder).map(({ mode }) => mode),
        [0o600],
      );
      assert.deepEqual(await readdir(folder), []);
      slow.socket.destroy();
      await until(() => unlinkedIn(folder).length === 0, 'the file is closed with the connection');
    },
  );

  test('are received for nobody who may not send them', async () => {
    const { server, service, tokens } = opened;
    const announced = ['Content-Type: application/pdf', 'Content-Length: 2000000'];
    const stranger = new Sender(server.address).begin([
      'PUT /v1/uploads/doc_1?token=x HTTP/1.1',
      ...announced,
    ]);
    senders.push(stranger);
    assert.equal((await stranger.answer()).status, 403);
    const { transactionId } = (
      await service.call('/v1/transactions', {
        as: tokens.local,
        json: sessionRequest({ document: undefined }),
      })
    ).body;
    const presign = `/v1/transactions/${transactionId}/document/presign`;
    const json = { contentType: 'application/pdf', filename: 'contrato.pdf' };
    const { uploadUrl } = (await service.call(presign, { as: tokens.local, json })).body;
    const { pathname, search } = new URL(uploadUrl);
    const bytes = Buffer.alloc(2 * MB, '%PDF-1.7 ');
    const headers = { 'Content-Type': 'application/pdf' };
    const taken = await fetch(server.address + pathname + search, { method: 'PUT', headers, body: bytes });
    assert.equal(taken.status, 204);
    const documentId = pathname.split('/').at(-1) ?? '';
    assert.deepEqual(Buffer.from((await service.documents.read(documentId)) ?? []), bytes);
  });
});

describe('large bodies beyond the bounds', () => {
  test('of a tenant are answered by 503 at once, to this tenant alone', async () => {
    const opened = await open({ ofTenant: { count: 2, bytes: 8 * MB } });
    const { basic, local } = opened.tokens;
    const first = [await begin(opened, basic, 2 * MB), await begin(opened, basic, 2 * MB)];
    const third = trickle(opened, basic, 2 * MB);
    const { status, head, body } = await third.answer();
    assert.deepEqual([status, body['type']], [503, 'service-unavailable']);
    assert.match(head, /^retry-after: \d+\r?$/im);
    assert.match(head, /^connection: close\r?$/im);
    await third.closed;
    assert.equal((await post(opened, basic, '{}')).status, 400, 'small ones go on');
    assert.equal((await post(opened, local, invalidOf(1.5 * MB))).status, 400, 'others go on');
    first.forEach(({ socket }) => socket.destroy());
    await until(() => isTaken(opened, basic), 'the places are given back');
    const wide = await begin(opened, basic, 7 * MB);
    assert.equal(await isTaken(opened, basic), false, 'bytes are counted as announced');
    wide.socket.destroy();
    await until(() => isTaken(opened, basic), 'the bytes are given back');
    await opened.close();
  });

  test('of all are answered by 503 at once', async () => {
    const opened = await open({ ofAll: { count: 99, bytes: 5 * MB } });
    const { basic, local } = opened.tokens;
    const wide = await begin(opened, basic, 4 * MB);
    const { status, headers } = await post(opened, local, invalidOf(1.5 * MB));
    assert.equal(status, 503, 'the bytes of the other tenant count');
    assert.match(headers.get('Retry-After') ?? '', /^\d+$/);
    wide.socket.destroy();
    await until(() => isTaken(opened, local), 'the bytes are given back');
    await opened.close();
  });

  test('of callers without a token are those of one tenant', async () => {
    const opened = await open({ ofTenant: { count: 1, bytes: 8 * MB } });
    const verify = () =>
      new Sender(opened.server.address).begin([
        'POST /v1/verify/document HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${2 * MB}`,
      ]);
    senders.push(verify());
    if (isLinux) await until(() => unlinkedIn(opened.folder).length === 1, 'it has a file');
    else await delay(500);
    const second = verify();
    senders.push(second);
    assert.equal((await second.answer()).status, 503);
    assert.ok(await isTaken(opened, opened.tokens.local));
    await opened.close();
  });

  test('end with the server', async () => {
    const opened = await open();
    const slow = await begin(opened, opened.tokens.basic, 20 * MB);
    await opened.server.close();
    await slow.closed;
    await until(() => unlinkedIn(opened.folder).length === 0, 'the file is closed');
    await opened.close();
  });
});

describe('a body that comes too slowly', () => {
  let opened: Opened;
  before(async () => {
    opened = await open({ rate: { bytesPerSecond: 32_000, windowMs: 300 } });
  });
  after(() => opened.close());

  test('from an integrator ends with 408, and the connection with it', async t => {
    const slow = trickle(opened, opened.tokens.basic, 1.2 * MB, Buffer.alloc(MB, ' '));
    const drip = setInterval(() => slow.socket.write(' '), 50);
    t.after(() => clearInterval(drip));
    const { status, head, body } = await slow.answer();
    assert.deepEqual([status, body['type']], [408, 'request-timeout']);
    assert.match(head, /^connection: close\r?$/im);
    await slow.closed;
  });

  test('but at the rate is answered however long it takes', async () => {
    const text = invalidOf(1.2 * MB);
    const bytes = Buffer.from(text);
    const steady = trickle(opened, opened.tokens.basic, bytes.length, bytes.subarray(0, 0.9 * MB));
    for (let at = 0.9 * MB; at < bytes.length; at += 10_000) {
      await delay(25);
      steady.socket.write(bytes.subarray(at, at + 10_000));
    }
    assert.equal((await steady.answer()).status, 400);
  });

  test('of up to 1 MB, or from a signer, is waited for', async () => {
    const { service, server, tokens } = opened;
    const small = trickle(opened, tokens.basic, 2);
    const session = await service.create();
    const photo = Buffer.from(JSON.stringify({ action: 'accept', other: ' '.repeat(1.2 * MB) }));
    const signer = new Sender(server.address).begin([
      `POST ${SESSIONS}/${session.sessionId}/advance HTTP/1.1`,
      `Authorization: Bearer ${session.clientSecret}`,
      'Content-Type: application/json',
      `Content-Length: ${photo.length}`,
    ]);
    senders.push(signer);
    signer.socket.write(photo.subarray(0, 10));
    await delay(900);
    signer.socket.write(photo.subarray(10));
    small.socket.write('}');
    assert.equal((await signer.answer()).status, 200);
    assert.equal((await small.answer()).status, 400);
  });
});

describe('a body that is too large', () => {
  let opened: Opened;
  before(async () => {
    opened = await open();
  });
  after(() => opened.close());

  test('is refused by its length alone, and the connection is closed', async () => {
    const { tokens } = opened;
    const sender = trickle(opened, tokens.local, 200 * MB);
    const { status, head, body } = await sender.answer();
    assert.deepEqual([status, body['type']], [413, 'payload-too-large']);
    assert.match(head, /^connection: close\r?$/im);
    await sender.closed;
  });

  test('is refused as it comes, and the connection is closed', async () => {
    const { server, tokens } = opened;
    for (const [address, size] of [
      [SESSIONS, 12 * MB],
      ['/v1/trust-sessions', MB],
    ] as const) {
      const sender = new Sender(server.address).begin([
        `POST ${address} HTTP/1.1`,
        `Authorization: Bearer ${tokens.local}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]);
      senders.push(sender);
      sender.socket.write(`${size.toString(16)}\r\n`);
      sender.socket.write(Buffer.alloc(size, ' '));
      const { status, head } = await sender.answer();
      assert.equal(status, 413, address);
      assert.match(head, /^connection: close\r?$/im);
      await sender.closed;
    }
  });

  test('gets its answer to whoever goes on sending', async () => {
    const { tokens } = opened;
    for (let round = 0; round < 10; round += 1) {
      const { status, headers } = await post(opened, tokens.local, ' '.repeat(8 * MB), '/v1/trust-sessions');
      assert.equal(status, 413);
      assert.equal(headers.get('Connection'), 'close');
    }
  });
});

describe('the folder of large bodies', () => {
  test('is made, and a start that cannot write to it is refused', async t => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'sign-session-large-'));
    t.after(() => rm(root, { recursive: true }));
    const folder = path.join(root, 'a', 'b');
    await openBodyFolder(folder);
    assert.deepEqual(await readdir(folder), []);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    const taken = path.join(root, 'file');
    await writeFile(taken, '');
    await assert.rejects(openBodyFolder(path.join(taken, 'b')), {
      name: 'SettingsError',
      message: /DATA_DIR/,
    });
  });
});

describe('the process', () => {
  test('leaves no part of a body behind when it is killed', async t => {
    const folder = await newDataFolder();
    t.after(() => rm(folder, { recursive: true, force: true }));
    const run = await runService(folder);
    const files = async () => (await readdir(folder)).filter(name => !name.startsWith('lock')).toSorted();
    const there = await files();
    const form = { grant_type: 'client_credentials', client_id: 'basic', client_secret: 'basic-secret' };
    const answer = await fetch(`${run.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = await answer.json();
    const slow = trickle({ server: { address: run.url } }, token, 20 * MB, Buffer.alloc(3 * MB, ' '));
    const held = (): number =>
      readdirSync(`/proc/${run.pid}/fd`)
        .map(fd => {
          try {
            const isBody = readlinkSync(`/proc/${run.pid}/fd/${fd}`).endsWith(' (deleted)');
            return isBody ? statSync(`/proc/${run.pid}/fd/${fd}`).size : 0;
          } catch {
            return 0;
          }
        })
        .reduce((most, size) => Math.max(most, size), 0);
    if (isLinux) await until(() => held() === 3 * MB, 'the bytes are in a file');
    await run.end('SIGKILL');
    await slow.closed;
    assert.deepEqual(await files(), there);
  });
});
