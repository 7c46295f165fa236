import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, describe, it } from 'node:test';
import { AnswerError, NetworkError, StatusError, TimeoutError } from '../../src/api/errors.ts';
import { exchange, readWhole, requestJson } from '../../src/api/request.ts';
import { object, text } from '../../src/api/shape.ts';

const shape = object({ status: text });
const servers: Server[] = [];

/** A real server that answers as `listener` does. */
async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  return new URL(`http://127.0.0.1:${address.port}/`);
}

function options(overrides: { timeout?: number; signal?: AbortSignal } = {}) {
  return { signal: new AbortController().signal, timeout: 5_000, fetch, ...overrides };
}

after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('one request', () => {
  it('gives the answer in its shape, without what we do not know', async () => {
    const url = await serve((_, response) => response.end('{"status":"ACTIVE","newer":1}'));
    assert.deepEqual(await requestJson(url, shape, options()), { status: 'ACTIVE' });
  });

  it('follows nobody with what it carries', async () => {
    let asked = false;
    const elsewhere = await serve((_, response) => {
      asked = true;
      response.end('{"status":"ACTIVE"}');
    });
    const url = await serve((_, response) => response.writeHead(302, { Location: elsewhere.href }).end());
    await assert.rejects(requestJson(url, shape, options()), NetworkError);
    assert.equal(asked, false);
  });

  it('calls a server that is not there a network error', async () => {
    await assert.rejects(requestJson(new URL('http://127.0.0.1:9/'), shape, options()), NetworkError);
  });

  it('times out when no answer comes', async () => {
    const url = await serve(() => undefined);
    await assert.rejects(requestJson(url, shape, options({ timeout: 60 })), TimeoutError);
  });

  it('times out when the body stalls', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"status":');
    });
    await assert.rejects(requestJson(url, shape, options({ timeout: 60 })), TimeoutError);
  });

  it('does not time out while a slow body keeps coming', async () => {
    const url = await serve((_, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        response.write(Buffer.alloc(10));
        sent += 1;
        if (sent === 10) {
          clearInterval(timer);
          response.end();
        }
      }, 100);
    });
    // Less than the whole takes, and much more than each part of it.
    assert.equal((await exchange(url, options({ timeout: 800 }), readWhole)).byteLength, 100);
  });

  it('calls a connection that breaks in the body a network error', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"status":', () => response.destroy());
    });
    await assert.rejects(requestJson(url, shape, options()), NetworkError);
  });

  it('does not take a page of a proxy for an answer', async () => {
    const url = await serve((_, response) => response.end('<html>Welcome to the airport</html>'));
    await assert.rejects(requestJson(url, shape, options()), AnswerError);
  });

  it('keeps what was in an unexpected answer out of the error', async () => {
    const url = await serve((_, response) => response.end('{"status":{"cpf":"52998224725"}}'));
    await assert.rejects(requestJson(url, shape, options()), (error: unknown) => {
      assert(error instanceof AnswerError);
      assert.match(error.message, /"status"/);
      assert.doesNotMatch(JSON.stringify([error.message, String(error.cause)]), /52998224725/);
      return true;
    });
  });

  it('reads the problem and Retry-After in seconds', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'Retry-After': '3', 'Content-Type': 'application/problem+json' });
      response.end('{"type":"https://service.example/problems/rate-limit","title":"Slow down"}');
    });
    await assert.rejects(requestJson(url, shape, options()), (error: unknown) => {
      assert(error instanceof StatusError);
      assert.deepEqual([error.status, error.problem, error.retryAfter], [429, 'rate-limit', 3000]);
      return true;
    });
  });

  it('reads Retry-After as a date', async () => {
    const url = await serve((_, response) => {
      response.writeHead(503, { 'Retry-After': new Date(Date.now() + 10_000).toUTCString() });
      response.end();
    });
    await assert.rejects(requestJson(url, shape, options()), (error: unknown) => {
      assert(error instanceof StatusError);
      const { retryAfter = 0 } = error;
      return retryAfter > 8_000 && retryAfter <= 10_000;
    });
  });

  it('ends with the reason of the signal when that aborts', async () => {
    const abort = new AbortController();
    const url = await serve(() => abort.abort(new Error('removed')));
    await assert.rejects(requestJson(url, shape, options({ signal: abort.signal })), /removed/);
  });
});
