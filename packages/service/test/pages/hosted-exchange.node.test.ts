import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exchange, takeSessionCredential, type Exchange } from '../../pages/hosted/page-state.ts';

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

  it('gives the look of the widget that frames the page', async t => {
    const answer = { clientSecret: 'ss_secret_1', appearance: { brandColor: '#7a1fa2' } };
    assert.deepEqual(await exchangeWith(t, answering(answer)), { kind: 'secret', ...answer });
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

describe('the secret in a signer’s link', () => {
  const SECRET = 'ss_secret_eyJhbGciOiJ-.eyJzaWQiOiJzc18xIn0.c2ln_YQ';
  const [start, end] = [SECRET.slice(0, 30), SECRET.slice(30)];

  for (const [what, text] of [
    ['a full stop behind it', `${SECRET}.`],
    ['a bracket and a full stop', `${SECRET}).`],
    ['an angle bracket', `${SECRET}>`],
    ['a quote', `${SECRET}"`],
    ['a typographic quote', `${SECRET}”`],
    ['a blank', `${SECRET}%20`],
    ['a line end behind it', `${SECRET}%0D%0A`],
    ['a line end within it', `${start}%0D%0A${end}`],
    ['a blank within it', `${start}+${end}`],
    ['nothing', SECRET],
  ] as const) {
    it(`is read with ${what}`, t => {
      const states: unknown[] = [];
      const place = { href: `https://sign.example/s/ss_1?cs=${text}` };
      const saved = { state: null, replaceState: (state: unknown) => states.push(state) };
      for (const [name, value] of Object.entries({ location: place, history: saved })) {
        const before = Object.getOwnPropertyDescriptor(globalThis, name);
        Object.defineProperty(globalThis, name, { configurable: true, value });
        t.after(() => {
          if (before === undefined) Reflect.deleteProperty(globalThis, name);
          else Object.defineProperty(globalThis, name, before);
        });
      }
      assert.deepEqual(takeSessionCredential(), { kind: 'secret', clientSecret: SECRET });
      assert.deepEqual(states, [{ clientSecret: SECRET }]);
    });
  }
});
