import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, describe, it } from 'node:test';
import { AnswerError, NetworkError, StatusError } from '../../src/api/errors.ts';
import { ClientSecret } from '../../src/api/client-secret.ts';
import { SignerClient } from '../../src/api/signer-client.ts';
import { bootstrapOf } from '../support/bootstraps.ts';

const servers: Server[] = [];

/** A client of a real server that answers as `listener` does. */
async function clientOf(listener: RequestListener): Promise<SignerClient> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  return new SignerClient({
    baseUrl: `http://127.0.0.1:${address.port}`,
    sessionId: 'ss_test',
    clientSecret: new ClientSecret('ss_secret_x'),
  });
}

after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const EVENTS = { 'Content-Type': 'text/event-stream; charset=utf-8' };
const never = () => new AbortController().signal;
const ignore = () => undefined;
const clocks = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;

describe('following a session', () => {
  it('tells every session event, however it is cut, and no other', async () => {
    let authorization: string | undefined;
    const client = await clientOf((request, response) => {
      ({ authorization } = request.headers);
      response.writeHead(200, EVENTS);
      const data = JSON.stringify(bootstrapOf({ status: 'COMPLETED' }));
      response.write(': still here\n\nevent: other\ndata: {}\n\nevent: session\ndata: ');
      response.write(data.slice(0, 40));
      setImmediate(() => response.end(`${data.slice(40)}\n\n`));
    });
    const seen: string[] = [];
    await client.follow(never(), ({ status }) => seen.push(status));
    assert.deepEqual(seen, ['COMPLETED']);
    assert.equal(authorization, 'Bearer ss_secret_x');
  });

  it('gives up where the service sends no events', async () => {
    const missing = await clientOf((_, response) => response.writeHead(404).end());
    await assert.rejects(missing.follow(never(), ignore), StatusError);
    const page = await clientOf((_, response) => response.end('<html>'));
    await assert.rejects(page.follow(never(), ignore), AnswerError);
    const garbage = await clientOf((_, response) => {
      response.writeHead(200, EVENTS).end('event: session\ndata: {"status":1}\n\n');
    });
    await assert.rejects(garbage.follow(never(), ignore), AnswerError);
  });

  it('calls a line that breaks a network error, and ends with its signal', async () => {
    const broken = await clientOf((_, response) => {
      response.writeHead(200, EVENTS).write(': hello\n\n', () => response.destroy());
    });
    await assert.rejects(broken.follow(never(), ignore), NetworkError);
    const abort = new AbortController();
    const open = await clientOf((_, response) => {
      response.writeHead(200, EVENTS).write(': hello\n\n', () => abort.abort(new Error('enough')));
    });
    await assert.rejects(open.follow(abort.signal, ignore), /enough/);
  });

  it('starts nothing, not even a clock, for somebody who has gone', async () => {
    const client = await clientOf((_, response) => response.writeHead(200, EVENTS).end());
    const before = clocks();
    await assert.rejects(client.follow(AbortSignal.abort(new Error('gone')), ignore), /gone/);
    assert.equal(clocks(), before);
  });
});

describe('a service that means to withdraw its interface', () => {
  it('is noticed once a session, without a word of the session', async t => {
    const warn = t.mock.method(console, 'warn', ignore);
    const client = await clientOf((_, response) => {
      response.setHeader('Deprecation', '@1767225600');
      response.setHeader('Sunset', 'Wed, 30 Jun 2027 00:00:00 GMT');
      response.end(JSON.stringify(bootstrapOf()));
    });
    await client.load(never());
    await client.load(never());
    assert.equal(warn.mock.callCount(), 1);
    const [message] = warn.mock.calls[0]?.arguments ?? [];
    assert.match(String(message), /Wed, 30 Jun 2027/);
    assert.doesNotMatch(String(message), /ss_/);
  });
});
