import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, PUBLIC_URL, type Answer, type TestService } from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const MINUTE = 60_000;

/** A session and the response to a request for a link to another device. */
async function offered(key?: string) {
  const session = await service.create();
  const address = `/v1/signing-sessions/${session.sessionId}/handover`;
  const ask = (): Promise<Answer> =>
    service.call(address, { method: 'POST', as: session.clientSecret, ...(key && { key }) });
  return { session, address, ask, answer: await ask() };
}

const codeIn = ({ body }: Answer): string => new URL(body.url).searchParams.get('h') ?? '';
const exchange = (code: string, key?: string): Promise<Answer> =>
  service.call('/v1/handover', { json: { code }, ...(key && { key }) });

describe('a link to another device', () => {
  test('leads to the hosted page with a code that is exchanged for the secret', async () => {
    const { session, answer } = await offered();
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body).toSorted(), ['expiresAt', 'url']);
    const url = new URL(answer.body.url);
    assert.equal(url.origin + url.pathname, `${PUBLIC_URL}/s/${session.sessionId}`);
    assert.deepEqual([...url.searchParams.keys()], ['h']);
    assert.match(codeIn(answer), /^[\w-]{22}$/, '128 bits');
    assert.equal(answer.body.expiresAt, new Date(service.clock.now().getTime() + 5 * MINUTE).toISOString());
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');

    const taken = await exchange(codeIn(answer));
    assert.deepEqual([taken.status, taken.body], [200, { clientSecret: session.clientSecret }]);
    assert.equal(taken.headers.get('Cache-Control'), 'no-store');
  });

  test('works once and expires after five minutes, with the same error for both', async () => {
    const { answer } = await offered();
    await exchange(codeIn(answer));
    const [soon, late] = [await offered(), await offered()];
    service.clock.advance(5 * MINUTE - 1000);
    assert.equal((await exchange(codeIn(soon.answer))).status, 200);
    service.clock.advance(1000);
    const refusals = [
      await exchange(codeIn(answer)),
      await exchange(codeIn(late.answer)),
      await exchange('never-was'),
    ];
    for (const { status, body } of refusals) {
      assert.deepEqual([status, body.type], [404, 'not-found']);
      assert.deepEqual(body, refusals[0]?.body);
    }
  });

  test('works for only one of two devices that open it at the same moment', async () => {
    const { answer } = await offered();
    const answers = await Promise.all([exchange(codeIn(answer), 'a'), exchange(codeIn(answer), 'b')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
  });

  test('works again for the same device when the response was lost', async () => {
    const { session, answer } = await offered();
    for (let time = 1; time <= 2; time += 1) {
      assert.equal((await exchange(codeIn(answer), 'mine')).body.clientSecret, session.clientSecret);
    }
    assert.equal((await exchange(codeIn(answer), 'another')).status, 404);
  });

  test('is replaced by the next one; a repeated request makes no new one', async () => {
    const { ask, answer } = await offered();
    const second = await ask();
    assert.notEqual(codeIn(second), codeIn(answer));
    assert.equal((await exchange(codeIn(answer))).status, 404);
    assert.equal((await exchange(codeIn(second))).status, 200);

    const keyed = await offered('click-1');
    assert.deepEqual((await keyed.ask()).body, keyed.answer.body);
    assert.equal((await exchange(codeIn(keyed.answer))).status, 200);
  });

  test('keeps the look of the widget that frames its page, and gives it with the secret', async () => {
    const { session, address, answer } = await offered();
    assert.deepEqual((await exchange(codeIn(answer))).body, { clientSecret: session.clientSecret });

    const appearance = {
      brandColor: '#7A1FA2',
      backgroundColor: '#fff',
      textColor: '#102030',
      buttonTextColor: '#ffffff',
      borderRadius: 4,
      fontFamily: 'Georgia, serif',
      colorScheme: 'dark',
      locale: 'es',
    };
    const ask = (json: object): Promise<Answer> =>
      service.call(address, { json, as: session.clientSecret, method: 'POST' });
    const framed = await ask({ appearance });
    assert.equal(framed.status, 200, JSON.stringify(framed.body));
    assert.deepEqual(
      [...new URL(framed.body.url).searchParams.keys()],
      ['h'],
      'nothing of it in the address',
    );
    const taken = await exchange(codeIn(framed));
    assert.deepEqual(taken.body, { clientSecret: session.clientSecret, appearance });

    // A link without it forgets it.
    const plain = await exchange(codeIn(await ask({})));
    assert.deepEqual(plain.body, { clientSecret: session.clientSecret });
  });

  test('refuses a look that is none, and one that says who asks', async () => {
    const { session, address, answer } = await offered();
    const refused: readonly Record<string, unknown>[] = [
      { brandColor: 'red' },
      { borderRadius: '1px;color:red' },
      { colorScheme: 'sepia' },
      { locale: 'tlh' },
      { companyName: 'Another company' },
      { logoUrl: 'https://elsewhere.example/logo.png' },
      { title: 'Free of charge' },
      { submitLabel: 'Continue' },
      { headerStyle: 'none' },
    ];
    for (const appearance of refused) {
      const { status } = await service.call(address, {
        json: { appearance },
        as: session.clientSecret,
        method: 'POST',
      });
      assert.equal(status, 400, JSON.stringify(appearance));
    }
    assert.equal((await exchange(codeIn(answer))).status, 200, 'the link before still works');
  });

  test('never outlives its session', async () => {
    const { session, ask } = await offered();
    const end = Date.parse(session.expiresAt);
    service.clock.advance(end - service.clock.now().getTime() - MINUTE);
    assert.equal((await ask()).body.expiresAt, session.expiresAt);
    service.clock.advance(MINUTE);
    const { status, body } = await ask();
    assert.deepEqual([status, body.type], [410, 'gone']);
  });

  test('is for the signer of this session alone', async () => {
    const { address } = await offered();
    const token = await service.call(address, { method: 'POST', as: await service.token() });
    assert.deepEqual([token.status, token.body.type], [403, 'forbidden']);
    const { clientSecret } = await service.create();
    assert.equal((await service.call(address, { method: 'POST', as: clientSecret })).status, 404);
    assert.equal((await service.call(address, { method: 'POST' })).status, 401);
  });

  test('leaves no code or secret in a table or log, and is deleted after it expires', async () => {
    const { session, answer } = await offered('kept');
    await exchange(codeIn(answer), 'taker');
    for (const name of ['handovers', 'idempotency_keys', 'outbox']) {
      const rows = JSON.stringify(await service.database.query(`SELECT * FROM ${name}`));
      assert.ok(!rows.includes(codeIn(answer)) && !rows.includes(session.clientSecret), name);
    }
    const log = service.log.join('\n');
    assert.ok(!log.includes(codeIn(answer)) && !log.includes('ss_secret_'));
    service.clock.advance(5 * MINUTE);
    await service.call('/_local/clock', { json: { advanceSeconds: 0 } });
    assert.deepEqual(await service.database.query('SELECT * FROM handovers'), []);
  });
});
