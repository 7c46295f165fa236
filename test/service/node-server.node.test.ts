import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openNodeServer, type NodeServer } from '../../demo/service/src/node-server.ts';

let server: NodeServer;
before(async () => {
  server = await openNodeServer('127.0.0.1', 0);
});
after(() => server.close());

/** The answer to bytes that no HTTP client would send. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.end(request);
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', chunk => chunks.push(String(chunk)));
  await once(socket, 'close');
  return chunks.join('');
}

describe('the server’s own answers', () => {
  test('while it starts are problems that say when to come back', async () => {
    const answer = await fetch(`${server.address}/v1/signing-sessions?secret=1`);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('Content-Type'), 'application/problem+json');
    assert.equal(answer.headers.get('API-Version'), '1.0');
    assert.equal(answer.headers.get('Retry-After'), '1');
    const { type, instance } = await answer.json();
    assert.deepEqual([type, instance], ['service-unavailable', '/v1/signing-sessions']);
  });

  test('to a request that cannot be made out are problems too', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /^api-version: 1\.0\r$/im);
    assert.match(answer, /"type":"validation-error"/);
  });
});
