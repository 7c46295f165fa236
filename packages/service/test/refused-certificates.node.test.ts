import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../src/storage/database.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners } from './support/certificate-signers.ts';
import { openTestService, type TestService } from './support/test-service.ts';

/** Time limit for the revocation lists of all authorities: less than the 10 s that a signer waits. */
const REVOCATION_LIMIT_MS = 9000;

let authority: HolderAuthority;
let service: TestService;
let signers: CertificateSigners;
let maria: Holder;
before(async () => {
  authority = await openHolderAuthority();
  service = await openTestService({ trust: authority.trust });
  signers = new CertificateSigners(service);
  maria = await authority.issue(MARIA);
});
after(() => service.close());

async function revokedHolder(): Promise<Holder> {
  const holder = await authority.issue(MARIA);
  authority.revoke(holder);
  return holder;
}

describe('a certificate that is not taken', () => {
  const refusals = [
    ['of somebody else', () => authority.issue(JOAO), 'certificate-other-holder'],
    ['of a company', () => authority.issue({ ...MARIA, cnpj: '11222333000181' }), 'certificate-other-holder'],
    ['that has expired', () => authority.issue({ ...MARIA, validity: [-60, -1] }), 'certificate-expired'],
    [
      'that is not valid yet',
      () => authority.issue({ ...MARIA, validity: [1, 60] }),
      'certificate-not-yet-valid',
    ],
    ['with a weak key', () => authority.issue({ ...MARIA, key: 'RSA-1024' }), 'certificate-too-weak'],
    [
      'of an unknown authority',
      async () => (await openHolderAuthority()).issue(MARIA),
      'certificate-untrusted',
    ],
    ['that was revoked', revokedHolder, 'certificate-revoked'],
  ] as const;

  for (const [what, make, reason] of refusals) {
    test(`is one ${what}: the step fails and says why, before anything is signed`, async () => {
      const session = await signers.accepted();
      const { status, body } = await signers.prepare(session, await make());
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.signatureRequestId, undefined);
      assert.deepEqual([body.status, body.currentStep.status], ['ACTIVE', 'PENDING']);
      const step = body.session.steps.at(-1);
      assert.deepEqual([step.error, step.attempts], [reason, 1]);
    });
  }

  test('is refused after signing too, where it was still good before', async () => {
    const session = await signers.accepted();
    const holder = await authority.issue(MARIA);
    const prepared = await signers.prepare(session, holder);
    authority.revoke(holder);
    const { status, body } = await signers.complete(session, prepared, holder);
    assert.deepEqual([status, body.currentStep.status], [200, 'PENDING']);
    assert.equal(body.session.steps.at(-1).error, 'certificate-revoked');
  });

  test('takes with it what was prepared before', async () => {
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    await signers.prepare(session, await authority.issue(JOAO));
    const { status, body } = await signers.complete(session, prepared, maria);
    assert.deepEqual([status, body.type], [409, 'conflict']);
  });

  test('leaves two more tries, and the right certificate still signs', async () => {
    const session = await signers.accepted();
    const joao = await authority.issue(JOAO);
    await signers.sign(session, joao);
    await signers.sign(session, joao);
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
  });

  test('ends the step with the third try', async () => {
    const session = await signers.accepted();
    const joao = await authority.issue(JOAO);
    await signers.sign(session, joao);
    await signers.sign(session, joao);
    const { body } = await signers.sign(session, joao);
    assert.deepEqual([body.status, body.currentStep.status], ['ACTIVE', 'FAILED']);
    const { status, body: refused } = await signers.prepare(session, maria);
    assert.deepEqual([status, refused.type], [409, 'attempts-exhausted']);
  });

  test('costs no try where only its list cannot be had, and says which', async () => {
    const session = await signers.accepted();
    authority.hideList(true);
    try {
      const { status, body } = await signers.prepare(session, maria);
      assert.deepEqual(
        [status, body.signatureRequestId, body.currentStep.status],
        [200, undefined, 'PENDING'],
      );
      const step = body.session.steps.at(-1);
      assert.deepEqual([step.error, step.attempts], ['revocation-unavailable', 0]);
      const path = `/v1/transactions/${session.transactionId}/steps`;
      const { body: told } = await service.call(path, { as: await service.token() });
      assert.equal(
        told.steps.at(-1).errorDetail,
        'The revocation status of the certificate could not be determined: http://crl.example.com/holders.crl (unreachable).',
      );
    } finally {
      authority.hideList(false);
    }
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
  });

  test('costs no try where its list does not come in time, and the signature may be sent again', async ({
    mock,
  }) => {
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    mock.method(AbortSignal, 'timeout', (ms: number) => timeout(ms === REVOCATION_LIMIT_MS ? 300 : ms));
    mock.method(authority.trust.lists, 'find', async (_: unknown, signal: AbortSignal) => {
      if (!signal.aborted) await once(signal, 'abort');
      return undefined;
    });
    const { status, body } = await signers.complete(session, prepared, maria);
    mock.restoreAll();
    const step = body.session.steps.at(-1);
    assert.deepEqual([status, step.error, step.attempts], [200, 'revocation-unavailable', 0]);
    assert.equal((await signers.complete(session, prepared, maria)).body.status, 'COMPLETED');
  });

  test('holds up nobody else while its list is slow to come', async ({ mock }) => {
    const slow = await Promise.all([1, 2, 3].map(() => signers.accepted()));
    const prepared = await Promise.all(slow.map(session => signers.prepare(session, maria)));
    const quick = await signers.accepted();
    const find = authority.trust.lists.find.bind(authority.trust.lists);
    const released = new AbortController();
    const asked = new AbortController();
    let waiting = 0;
    const held = mock.method(authority.trust.lists, 'find', async (...question: Parameters<typeof find>) => {
      if ((waiting += 1) === slow.length) asked.abort();
      if (!released.signal.aborted) await once(released.signal, 'abort');
      return find(...question);
    });
    const late = slow.map((session, index) => {
      const preparation = prepared[index];
      assert.ok(preparation !== undefined);
      return signers.complete(session, preparation, maria);
    });
    if (!asked.signal.aborted) await once(asked.signal, 'abort');
    held.mock.restore();
    assert.equal((await signers.sign(quick, maria)).body.status, 'COMPLETED');
    released.abort();
    for (const { body } of await Promise.all(late)) assert.equal(body.status, 'COMPLETED');
  });

  test('is refused at once where it can’t be read or its key signs nothing here', async () => {
    const session = await signers.accepted();
    const [pem = ''] = maria.pems;
    for (const pems of [[], ['no'], [pem.replace('MII', 'AAA')], [pem, 'no']]) {
      const { status } = await service.act(session, {
        action: 'prepare_signing',
        certificateChainPems: pems,
      });
      assert.equal(status, 400, JSON.stringify(pems).slice(0, 80));
    }
  });
});

describe('a signature that is not taken', () => {
  test('is one by another key', async () => {
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    const { body } = await signers.complete(session, prepared, await authority.issue(MARIA));
    assert.equal(body.session.steps.at(-1).error, 'signature-invalid');
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });

  test('is one of a preparation that another has replaced', async () => {
    const session = await signers.accepted();
    const first = await signers.prepare(session, maria);
    const second = await signers.prepare(session, maria);
    const refused = await signers.complete(session, first, maria);
    assert.deepEqual([refused.status, refused.body.type], [409, 'conflict']);
    assert.equal((await signers.complete(session, second, maria)).body.status, 'COMPLETED');
  });

  test('is one before the document was accepted', async () => {
    const session = await service.create(CERTIFICATE);
    const { status, body } = await signers.prepare(session, maria);
    assert.deepEqual([status, body.type], [409, 'step-out-of-order']);
  });

  test('is one whose preparation was asked for while the document was being accepted', async ({ mock }) => {
    const session = await service.create(CERTIFICATE);
    const { database } = service;
    const held = mock.method(
      database,
      'transaction',
      async (work: Parameters<Database['transaction']>[0]) => {
        held.mock.restore();
        assert.equal((await service.accept(session)).status, 200);
        return database.transaction(work);
      },
    );
    const { status, body } = await signers.prepare(session, maria);
    assert.deepEqual([status, body.type], [409, 'conflict']);
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
  });
});
