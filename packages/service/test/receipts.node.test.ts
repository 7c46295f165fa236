import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ReceiptError,
  ReceiptKeysError,
  verifyReceipt,
  type ReceiptExpectations,
  type ReceiptProblem,
} from '../../../src/server/index.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { DAY_MS, HOUR_MS } from '../src/domain/clock.ts';
import {
  openTestService,
  PUBLIC_URL,
  START,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';
import { acceptAll, batchOf, untilEnded } from './support/batches.ts';
import { runTool } from './support/tools.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const STATE = 'order 7 – café';

const keySet = async () => (await service.call('/.well-known/jwks.json')).body;

async function expectations(
  { transactionId }: CreatedSession,
  changes: Partial<ReceiptExpectations> = {},
): Promise<ReceiptExpectations> {
  const own = { issuer: PUBLIC_URL, tenantId: 'tenant_local', state: STATE, keys: await keySet() };
  return { ...own, transactionId, now: service.clock.now(), ...changes };
}

async function completed(changes: Readonly<Record<string, unknown>> = {}) {
  const session = await service.create({ state: STATE, ...changes });
  const answer = await service.accept(session);
  return { session, receipt: String(answer.body.session.receipt), view: answer.body.session };
}

/** A session over two documents, with the hash over both as it was answered at creation. */
async function completedBatch() {
  const session = await service.create({ state: STATE, ...batchOf(['Contrato', 'Anexo']) });
  await acceptAll(service, session);
  const { receipt } = await untilEnded(service, session);
  const { batch } = JSON.parse(partsOf(String(receipt))[1]);
  return { session, receipt: String(receipt), documentsHash: String(batch.documentsHash) };
}

const at = (ms: number) => ({ now: new Date(service.clock.now().getTime() + ms) });

const refusedAs = (code: ReceiptProblem) => (error: unknown) =>
  error instanceof ReceiptError && error.code === code;

async function assertRefused(
  receipt: string,
  session: CreatedSession,
  code: ReceiptProblem,
  changes: Partial<ReceiptExpectations> = {},
): Promise<void> {
  await assert.rejects(verifyReceipt(receipt, await expectations(session, changes)), refusedAs(code));
}

const text = (part: string): string => Buffer.from(part, 'base64url').toString();

const partsOf = (receipt: string): [header: string, claims: string] => {
  const [header = '', claims = ''] = receipt.split('.');
  return [text(header), text(claims)];
};

/** A JWS of these texts, as anybody could make it with a key of their own. */
function made(header: object, claims: string, signature: (input: string) => Buffer): string {
  const input = [JSON.stringify(header), claims]
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
  return `${input}.${signature(input).toString('base64url')}`;
}

const ecdsa = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });

describe('a receipt', () => {
  test('says how a completed session ended, and names no person', async () => {
    const { session, receipt, view } = await completed();
    const { iat, exp, iss, aud, ...claims } = JSON.parse(partsOf(receipt)[1]);
    assert.deepEqual(claims, {
      environment: 'sandbox',
      sessionId: session.sessionId,
      transactionId: session.transactionId,
      outcome: 'completed',
      endedAt: START.toISOString(),
      policy: 'CLICK_ONLY',
      steps: ['CLICK_ACCEPT'],
      evidenceId: view.evidenceId,
      documentHash: view.document.hash,
      signedHash: view.document.signedHash,
      state: STATE,
    });
    assert.deepEqual([iss, aud, exp - iat], [PUBLIC_URL, 'tenant_local', 3600]);
    assert.deepEqual(await verifyReceipt(receipt, await expectations(session)), claims);
  });

  test('of several documents is good only where several are expected', async () => {
    const { receipt, session, documentsHash } = await completedBatch();
    const expected = await expectations(session);
    await assert.rejects(verifyReceipt(receipt, expected), { code: 'batch' });
    const other = { ...expected, documentsHash: `sha256:${'0'.repeat(64)}` };
    await assert.rejects(verifyReceipt(receipt, other), { code: 'batch' });
    const { batch } = await verifyReceipt(receipt, { ...expected, documentsHash });
    assert.deepEqual(batch, { total: 2, documentsHash });
    assert.equal((await verifyReceipt(receipt, { ...expected, batch: true })).batch?.total, 2);
    const one = await completed();
    const list = { ...(await expectations(one.session)), documentsHash };
    await assert.rejects(verifyReceipt(one.receipt, list), { code: 'batch' });
  });

  test('is of the true time, whatever QA has set, and not of the future', async () => {
    const moved = await openTestService();
    await moved.call('/_local/clock', { json: { days: 20 } });
    const session = await moved.create({ state: STATE });
    await moved.accept(session);
    const { receipt } = await moved.view(session);
    const { iat } = JSON.parse(partsOf(receipt)[1]);
    assert.equal(iat, Math.floor(moved.clock.now().getTime() / 1000));
    const now = (seconds: number) => new Date((iat - seconds) * 1000);
    const keys = (await moved.call('/.well-known/jwks.json')).body;
    const expected = { ...(await expectations(session)), keys };
    await verifyReceipt(receipt, { ...expected, now: now(299) });
    await assert.rejects(verifyReceipt(receipt, { ...expected, now: now(301) }), { code: 'invalid' });
    await moved.close();
  });

  test('is not there while the session is open', async () => {
    assert.equal((await service.view(await service.create())).receipt, undefined);
  });

  test('says that the signer declined, or that the integrator cancelled', async () => {
    for (const [outcome, as] of [
      ['declined', undefined],
      ['cancelled', await service.token()],
    ] as const) {
      const session = await service.create({ state: STATE });
      await service.call(`/v1/signing-sessions/${session.sessionId}/cancel`, {
        method: 'POST',
        as: as ?? session.clientSecret,
        json: {},
      });
      const { receipt } = await service.view(session);
      const read = await verifyReceipt(receipt, await expectations(session, { outcome }));
      assert.deepEqual([read.outcome, read.steps, read.evidenceId], [outcome, [], undefined]);
      await assertRefused(receipt, session, 'other-outcome');
      assert.equal(
        (await verifyReceipt(receipt, await expectations(session, { outcome: 'any' }))).outcome,
        outcome,
      );
    }
  });

  test('says that the session expired', async () => {
    const session = await service.create({ state: STATE, expiresInMinutes: 5 });
    service.clock.advance(HOUR_MS);
    const { receipt, status } = await service.view(session);
    assert.equal(status, 'EXPIRED');
    const read = await verifyReceipt(receipt, await expectations(session, { outcome: 'expired' }));
    assert.equal(read.outcome, 'expired');
  });

  test('is made anew for a signer who comes back, until their secret is too old', async () => {
    const { session, receipt } = await completed();
    service.clock.advance(2 * HOUR_MS);
    await assertRefused(receipt, session, 'expired');
    const { receipt: later } = await service.view(session);
    await verifyReceipt(later, await expectations(session));
  });

  test('holds no state where none was given, and then none may be expected', async () => {
    const { session, receipt } = await completed({ state: undefined });
    await verifyReceipt(receipt, await expectations(session, { state: null }));
    await assertRefused(receipt, session, 'other-state');
  });

  for (const [what, state] of [
    ['empty', ''],
    ['too long', 'x'.repeat(513)],
    ['with NUL', 'a\0b'],
  ] as const) {
    test(`takes no state that is ${what}`, async () => {
      await assert.rejects(service.create({ state }), /\/state/);
    });
  }

  test('stands for transactions, trust sessions and envelopes as well', async () => {
    const as = await service.token();
    const body = {
      policy: { profile: 'CLICK_ONLY' },
      signer: { name: 'Maria', cpf: '52998224725' },
      state: STATE,
    };
    const action = { type: 'LOGIN', description: 'Entrar' };
    const trust = await service.call('/v1/trust-sessions', { as, json: { ...body, action } });
    const answer = await service.accept(trust.body);
    const read = await verifyReceipt(answer.body.session.receipt, await expectations(trust.body));
    assert.deepEqual([read.documentHash, read.signedHash], [undefined, undefined]);
  });
});

describe('a receipt is refused', () => {
  test('for another transaction, tenant, state, service', async () => {
    const { session, receipt } = await completed();
    await assertRefused(receipt, session, 'other-transaction', { transactionId: 'txn_other' });
    await assertRefused(receipt, session, 'other-tenant', { tenantId: 'tenant_basic' });
    await assertRefused(receipt, session, 'other-state', { state: 'order 8' });
    await assertRefused(receipt, session, 'other-state', { state: null });
    await assertRefused(receipt, session, 'other-service', { issuer: 'https://other.example' });
  });

  test('after its hour, clocks being a minute apart at most', async () => {
    const { session, receipt } = await completed();
    await verifyReceipt(receipt, await expectations(session, at(HOUR_MS + 50_000)));
    await assertRefused(receipt, session, 'expired', at(HOUR_MS + 61_000));
  });

  test('whose key the service no longer publishes', async () => {
    const { session, receipt } = await completed();
    service.clock.advance(46 * DAY_MS);
    const { now } = await expectations(session);
    assert.equal((await keySet()).keys.length, 1);
    await assertRefused(receipt, session, 'unknown-key', { now });
  });

  test('when any part of it was changed, or another key signed it', async () => {
    const { session, receipt } = await completed();
    const [header, claims] = partsOf(receipt);
    const { kid } = JSON.parse(header);
    const [key] = (await keySet()).keys;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const keyed = (input: string) => createHmac('sha256', spki).update(input).digest();
    const typ = 'receipt+jwt';
    const forgeries = {
      'other claims': [header, claims.replace('order 7', 'order 8'), receipt.split('.')[2]],
      'another key': made({ alg: 'ES256', kid, typ }, claims, ecdsa(privateKey)),
      'no signature': made({ alg: 'none', kid, typ }, claims, () => Buffer.alloc(0)),
      'the public key as a password': made({ alg: 'HS256', kid, typ }, claims, keyed),
      'its own key in the header': made(
        { alg: 'ES256', typ, kid, jwk: createPublicKey(privateKey).export({ format: 'jwk' }) },
        claims,
        ecdsa(privateKey),
      ),
      'a zero signature': made({ alg: 'ES256', kid, typ }, claims, () => Buffer.alloc(64)),
      'a secret of the session': session.clientSecret.replace('ss_secret_', ''),
      'no text': '',
    };
    for (const [what, forged] of Object.entries(forgeries)) {
      const whole =
        typeof forged === 'string'
          ? forged
          : forged
              .map((part, index) => (index < 2 ? Buffer.from(part ?? '').toString('base64url') : part))
              .join('.');
      const code = what === 'a secret of the session' ? 'unknown-key' : 'invalid';
      await assert.rejects(
        verifyReceipt(whole, await expectations(session)),
        (error: unknown) => error instanceof ReceiptError && ['invalid', code].includes(error.code),
        what,
      );
    }
  });

  test('where an expectation is missing, which is the caller’s mistake', async () => {
    const { session, receipt } = await completed();
    const expected = await expectations(session);
    for (const name of ['issuer', 'tenantId', 'transactionId', 'state']) {
      const without = { ...expected, [name]: undefined };
      await assert.rejects(verifyReceipt(receipt, without), TypeError, name);
    }
  });

  test('only where its keys could be read', async () => {
    const { session, receipt } = await completed();
    const { keys: _, ...rest } = await expectations(session, { issuer: 'http://127.0.0.1:9' });
    await assert.rejects(verifyReceipt(receipt, rest), ReceiptKeysError);
  });
});

describe('the keys of receipts', () => {
  test('are public, and hold no private part', async () => {
    const answer = await service.call('/.well-known/jwks.json');
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
    assert.deepEqual(Object.keys(answer.body.keys[0]).toSorted(), [
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  test('change every 30 days, the one before staying published', async () => {
    const [first] = (await keySet()).keys;
    service.clock.advance(31 * DAY_MS);
    const kids = (await keySet()).keys.map(({ kid }: { kid: string }) => kid);
    assert.equal(kids.length, 2);
    assert.equal(kids[1], first.kid);
  });
});

describe('the manual’s lines for Python', () => {
  const hasLibraries = spawnSync('python3', ['-c', 'import jwt, cryptography']).status === 0;
  const skip = hasLibraries ? false : 'not installed: PyJWT, cryptography';

  test('verify a receipt, and refuse it for another order or outcome', { skip }, async () => {
    const manual = await readFile(path.join(repositoryRoot, 'docs/receipts.md'), 'utf8');
    const [, lines = ''] = /```python\n([\s\S]*?)```/.exec(manual) ?? [];
    // Python knows no clock but the machine's.
    service.clock.advance(Date.now() - service.clock.now().getTime());
    const { session, receipt } = await completed();
    const keys = JSON.stringify(await keySet());
    const setup = [
      lines.replace('https://sign.example', PUBLIC_URL),
      'import json, sys',
      `KEYS.fetch_data = lambda: json.loads(${JSON.stringify(keys)})`,
    ].join('\n');
    const verify = (transaction: string, state: string | null) => {
      const args = [receipt, 'tenant_local', transaction, state ?? ''];
      const call = 'print(verify_receipt(*sys.argv[1:4], sys.argv[4] or None)["outcome"])';
      return runTool('python3', ['-c', `${setup}\n${call}`, ...args]);
    };
    assert.equal(String(verify(session.transactionId, STATE).stdout).trim(), 'completed');
    assert.match(verify('txn_other', STATE).stderr, /not the receipt of this session/);
    assert.match(verify(session.transactionId, null).stderr, /not the receipt of this session/);
  });
});

/** Composer's loader, with firebase/php-jwt in its folder. */
const PHP_LIBRARIES = process.env['PHP_AUTOLOAD'] ?? '';

describe('the manual’s lines for PHP', () => {
  const hasLibraries = spawnSync('php', ['-r', 'require $argv[1];', '--', PHP_LIBRARIES]).status === 0;
  const skip = hasLibraries ? false : 'not installed: php, or PHP_AUTOLOAD names no firebase/php-jwt';

  test('verify a receipt, and refuse it for another order, outcome or key', { skip }, async () => {
    const manual = await readFile(path.join(repositoryRoot, 'docs/receipts.md'), 'utf8');
    const [, lines = ''] = /```php\n([\s\S]*?)```/.exec(manual) ?? [];
    // PHP knows no clock but the machine's.
    service.clock.advance(Date.now() - service.clock.now().getTime());
    const { session, receipt } = await completed();
    const { keys } = await keySet();
    const verify = (transaction: string, state: string, known: unknown = { keys }) => {
      const address = `data:application/json;base64,${Buffer.from(JSON.stringify(known)).toString('base64')}`;
      const code = lines
        .replace('https://sign.example', PUBLIC_URL)
        .replace('"$issuer/.well-known/jwks.json"', `'${address}'`)
        .replace(/^use .*$/m, use => `${use}\nrequire $argv[1];`);
      const call = 'echo verify_receipt(...array_slice($argv, 2))->outcome;';
      const args = [
        '-r',
        `${code}\n${call}`,
        '--',
        PHP_LIBRARIES,
        receipt,
        'tenant_local',
        transaction,
        state,
      ];
      return runTool('php', args);
    };
    const genuine = verify(session.transactionId, STATE);
    assert.equal(String(genuine.stdout), 'completed', genuine.stderr);
    assert.match(verify('txn_other', STATE).stderr, /not the receipt of this session/);
    assert.match(verify(session.transactionId, 'another').stderr, /not the receipt of this session/);
    const swapped = { keys: keys.map((key: { x: string; y: string }) => ({ ...key, x: key.y, y: key.x })) };
    assert.notEqual(verify(session.transactionId, STATE, swapped).status, 0);
  });
});
