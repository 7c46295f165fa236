import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { describeRequest } from '../src/support/logs.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { createApp } from '../src/http/app.ts';
import { answerUnreadable } from '../src/http/error-answers.ts';
import { LargeBodies } from '../src/http/large-bodies.ts';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { unauthorized } from '../src/domain/problem.ts';
import type { Credentials } from '../src/http/environment.ts';
import { forget, type SaveResponse, type StoredResponse } from '../src/http/idempotency.ts';

let server: NodeServer;
before(async () => {
  server = await openNodeServer('127.0.0.1', 0);
});
after(() => server.close());

/** The response to raw bytes that no HTTP client would send. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.end(request);
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', chunk => chunks.push(String(chunk)));
  await once(socket, 'close');
  return chunks.join('');
}

/** What a peer that stops in the middle of its request gets until the connection is cut. */
async function unfinished({ address }: NodeServer, request: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(request);
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', chunk => chunks.push(String(chunk)));
  await once(socket, 'close');
  return chunks.join('');
}

const NOBODY: Credentials = {
  identify: () => Promise.reject(unauthorized('Nobody is known.')),
  isAdministrator: () => false,
};
const NO_KEYS = { run: (_: unknown, work: (save: SaveResponse) => Promise<StoredResponse>) => work(forget) };

describe('the server’s own answers', () => {
  test('while it starts are problems that say when to come back', async () => {
    const answer = await fetch(`${server.address}/v1/signing-sessions?secret=1`);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('Content-Type'), 'application/problem+json');
    assert.equal(answer.headers.get('API-Version'), '1.0');
    assert.equal(answer.headers.get('X-Request-Id'), null, 'no log has this request');
    assert.equal(answer.headers.get('Retry-After'), '1');
    const { type, instance } = await answer.json();
    assert.deepEqual([type, instance], ['service-unavailable', '/v1/signing-sessions']);
  });

  test('to a malformed request are problems too', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /^api-version: 1\.0\r$/im);
    assert.match(answer, /"type":"validation-error"/);
  });

  test('to a request that names its host twice are 400, whatever it asks for', async () => {
    for (const request of [
      'GET http://127.0.0.1/_local/messages HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      'GET /health HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
    ]) {
      const answer = await answerTo(request);
      assert.match(answer, /^HTTP\/1\.1 400 /, request);
      assert.match(answer, /"type":"validation-error"/);
    }
  });

  test('to what Node itself refuses are problems that a page of any origin can read', async () => {
    const long = 'x'.repeat(20_000);
    for (const [request, status, type] of [
      ['nonsense\r\n\r\n', 400, 'validation-error'],
      ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: two\r\n\r\n', 400, 'validation-error'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n\r\n`, 413, 'payload-too-large'],
    ] as const) {
      const answer = await answerTo(request);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(head, /^content-type: application\/problem\+json\r$/im);
      assert.match(head, /^access-control-allow-origin: \*\r$/im);
      assert.match(head, /^api-version: 1\.0\r$/im);
      const problem = JSON.parse(body);
      assert.deepEqual([problem.type, problem.status], [type, status]);
    }
  });

  test('wait for a request only so long', { timeout: 20_000 }, async () => {
    const errors: string[] = [];
    const lines = new EventEmitter();
    const app = createApp({
      log: record => void lines.emit('line', describeRequest(record)),
      reportError: line => void errors.push(line),
      metrics: new Metrics(),
      parts: { largeBodies: new LargeBodies(), credentials: NOBODY, idempotency: NO_KEYS },
    });
    app.post('/', async c => c.text(await c.req.text()));
    const strict = await openNodeServer('127.0.0.1', 0, {
      arrival: { headersMs: 300, requestMs: 300, checkMs: 20 },
    });
    strict.serve({ fetch: async request => app.fetch(request), close: async () => undefined });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\n';
    assert.match(await unfinished(strict, head), /^HTTP\/1\.1 503 [^]*took too long to arrive/);
    const logged = once(lines, 'line');
    assert.equal(await unfinished(strict, `${head}Content-Length: 9\r\n\r\nhalf`), '');
    assert.match(String(await logged), /^POST \/ 400 /);
    assert.deepEqual(errors, [], 'that nobody waits for the answer is no fault of the service');
    await strict.close();
  });

  test('to a request that the service fails to take are 500, and its error is reported without its message', async () => {
    const errors: string[] = [];
    const failing = await openNodeServer('127.0.0.1', 0, { reportError: line => void errors.push(line) });
    failing.serve({
      fetch: () => Promise.reject(new RangeError('Maria da Silva')),
      close: async () => undefined,
    });
    assert.equal((await fetch(failing.address)).status, 500);
    assert.match(errors.join('\n'), /^RangeError\n +at /);
    assert.doesNotMatch(errors.join('\n'), /Maria/);
    await failing.close();
  });

  test('let go of a connection that its peer never closes', async () => {
    const plain = createServer();
    answerUnreadable(plain);
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    const address = plain.address();
    assert.ok(address !== null && typeof address === 'object');
    const peer = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
    const taken = once(plain, 'connection');
    peer.write('nonsense\r\n\r\n');
    const [held] = await taken;
    const gone = once(held, 'close', { signal: AbortSignal.timeout(20_000) });
    await once(peer.resume(), 'end');
    await gone;
    peer.destroy();
    await new Promise(resolve => plain.close(resolve));
  });

  test('before the end of a request for another protocol are the last, because Node loses what comes next', async () => {
    const upgrade =
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n';
    const get = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1').setEncoding('utf8');
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
    let answers = '';
    socket.on('data', chunk => {
      // The rest of the request comes with the next one, as soon as the answer is there.
      if (answers === '') socket.write(`{}${get}`);
      answers += String(chunk);
    });
    socket.write(upgrade);
    await closed;
    assert.match(answers, /^HTTP\/1\.1 503 /);
    assert.match(answers, /^connection: close\r$/im);
  });

  test('to a whole request for another protocol leave the connection open', async () => {
    const open = await openNodeServer('127.0.0.1', 0);
    open.serve({ fetch: async request => new Response(await request.text()), close: async () => undefined });
    const socket = connect(Number(new URL(open.address).port), '127.0.0.1').setEncoding('utf8');
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n';
    for (const body of ['ab', 'cd']) {
      socket.write(head);
      socket.write(body);
      let answer = '';
      while (!answer.endsWith(body)) answer += String((await once(socket, 'data'))[0]);
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.doesNotMatch(answer, /^connection: close\r$/im);
    }
    socket.destroy();
    await open.close();
  });

  test('are never written into the middle of another response', async () => {
    const get = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await answerTo(`${get}nonsense\r\n\r\n`);
    assert.equal(answer.match(/^HTTP\/1\.1 400/gm), null);
  });
});
