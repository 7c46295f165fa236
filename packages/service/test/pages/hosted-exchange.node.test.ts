import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exchange, type Exchange } from '../../pages/hosted/page-state.ts';

const TICKET = { code: 'one-time', key: 'key' };

/** Exchanges a code with a service that answers so. */
async function exchangeWith(t: TestContext, answer: () => Promise<Response>): Promise<Exchange> {
  t.mock.method(globalThis, 'fetch', answer);
  return exchange(TICKET, new AbortController().signal);
}

const answering =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

describe('the exchange of a link’s code', () => {
  it('gives the client secret', async t => {
    const exchanged = await exchangeWith(t, answering({ clientSecret: 'ss_secret_1' }));
    assert.deepEqual(exchanged, { kind: 'secret', clientSecret: 'ss_secret_1' });
  });

  for (const status of [400, 404, 410]) {
    it(`ends the link where the service says so: ${status}`, async t => {
      assert.deepEqual(await exchangeWith(t, answering({}, status)), { kind: 'refused' });
    });
  }

  for (const status of [401, 403, 409, 429, 500, 503]) {
    it(`leaves the link good after a ${status}, which may not come from the service`, async t => {
      assert.deepEqual(await exchangeWith(t, answering({}, status)), { kind: 'unanswered' });
    });
  }

  for (const [what, answer] of [
    ['that does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['that breaks off', async () => new Response('{"clientSec')],
    ['of somebody else’s page', async () => new Response('<!doctype html>')],
    ['without a secret', answering({ other: 1 })],
  ] as const) {
    it(`leaves the link good after an answer ${what}`, async t => {
      assert.deepEqual(await exchangeWith(t, answer), { kind: 'unanswered' });
    });
  }
});
