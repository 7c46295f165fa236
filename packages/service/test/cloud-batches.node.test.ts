import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isFullRun } from '../../../test/support/test-files.ts';
import type { PscFault } from '../../local/src/providers/faults.ts';
import { acceptAll, batchOf, documentsOf, untilEnded } from './support/batches.ts';
import { CERTIFICATE } from './support/certificate-signers.ts';
import { CloudSigners } from './support/cloud-signers.ts';
import { signaturesIn } from './support/pdf-checks.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
let signers: CloudSigners;
before(async () => {
  service = await openTestService();
  signers = new CloudSigners(service);
});
beforeEach(() => service.call('/_local/cloud-faults', { method: 'DELETE' }));
after(() => service.close());

const fault = (kind: PscFault | null, providerId = 'vidaas') =>
  service.call('/_local/cloud-faults', {
    method: 'PUT',
    json: { providerId, resource: 'signature', fault: kind },
  });

const titles = (count: number) => Array.from({ length: count }, (_, index) => `Anexo ${index + 1}`);

async function accepted(count: number): Promise<CreatedSession> {
  const session = await service.create({ ...CERTIFICATE, ...batchOf(titles(count)) });
  assert.equal((await acceptAll(service, session)).status, 200);
  return session;
}

async function preparedAll(session: CreatedSession): Promise<(Answer & { position: number })[]> {
  const all = [];
  for (const { position, signed } of await documentsOf(service, session)) {
    if (signed) continue;
    const answer = await signers.prepareCloud(session, position);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    all.push({ ...answer, position });
  }
  return all;
}

/** How often the provider was asked for signatures, and for how many. */
async function completeAll(session: CreatedSession): Promise<void> {
  for (const prepared of await preparedAll(session)) {
    const { status, body } = await signers.completeCloud(session, prepared, prepared.position);
    assert.equal(status, 200, JSON.stringify(body));
  }
}

const signedPlaces = async (session: CreatedSession) =>
  (await documentsOf(service, session)).filter(({ signed }) => signed).map(({ position }) => position);

describe('a batch that is signed by a certificate in the cloud', () => {
  // NeoID takes 5 hashes in a request: above that, the authorisation is for several requests.
  for (const [provider, count] of [
    ['vidaas', 3],
    ['neoid', 7],
  ] as const) {
    test(`is signed by one authorisation of ${provider}: ${count} documents`, async () => {
      const session = await accepted(count);
      await signers.authorized(session, 'approve', provider);
      await completeAll(session);
      assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
      const documents = await documentsOf(service, session);
      assert.equal(documents.length, count);
      for (const { downloadUrl } of documents)
        assert.deepEqual(
          signaturesIn(await signers.bytesAt(downloadUrl)).map(({ validation }) => validation),
          ['Signature is Valid.'],
        );
    });
  }

  test('is asked for as many signatures as there are documents', async () => {
    const session = await accepted(3);
    const { body } = await signers.authorize(session);
    const started = await service.fetch(new Request(body.authorizationUrl));
    assert.match(started.headers.get('Location') ?? '', /[?&]scope=multi_signature&/);
  });

  test('is not signed before all documents are prepared', async () => {
    const session = await accepted(3);
    await signers.authorized(session);
    const first = await signers.prepareCloud(session, 1);
    assert.equal((await signers.completeCloud(session, first, 1)).status, 409);
    await completeAll(session);
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
  });

  for (const kind of ['lie', 'too-few', 'down'] as const) {
    test(`keeps nothing of a provider's answer that is wrong: ${kind}`, async () => {
      const session = await accepted(3);
      await signers.authorized(session);
      const [first] = await preparedAll(session);
      assert.ok(first);
      await fault(kind);
      const { status, body } = await signers.completeCloud(session, first, 1);
      assert.deepEqual([status, body.status], [200, 'ACTIVE']);
      assert.deepEqual(await signers.authorization(session), {
        providerId: 'vidaas',
        status: 'failed',
        error: kind === 'down' ? 'provider-unavailable' : 'invalid-answer',
      });
      assert.deepEqual(await signedPlaces(session), []);
      await fault(null);
      await signers.authorized(session);
      await completeAll(session);
      assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
    });
  }

  // NeoID takes 5 hashes in a request. Each fault in each round is tried in the full run.
  const faults = ['lie', 'too-few', 'down', 'hang'] as const;
  for (const [round, done, some] of [
    ['first', 0, ['hang']],
    ['second', 5, ['too-few']],
    ['last', 10, ['lie', 'down']],
  ] as const)
    for (const kind of isFullRun ? faults : some)
      test(`keeps what is signed where the provider fails in the ${round} round, tells it, and goes on: ${kind}`, async () => {
        const session = await accepted(12);
        await signers.authorized(session, 'approve', 'neoid');
        const all = await preparedAll(session);
        for (const prepared of all.slice(0, done))
          assert.equal((await signers.completeCloud(session, prepared, prepared.position)).status, 200);
        await fault(kind, 'neoid');
        const [next] = all.slice(done);
        assert.ok(next);
        const { status, body } = await signers.completeCloud(session, next, next.position);
        assert.equal(status, 200, JSON.stringify(body));
        const isSilent = kind === 'down' || kind === 'hang';
        assert.deepEqual(body.session.cloud.authorization, {
          providerId: 'neoid',
          status: 'failed',
          error: isSilent ? 'provider-unavailable' : 'invalid-answer',
        });
        assert.equal((await signedPlaces(session)).length, done);
        await fault(null, 'neoid');
        await signers.authorized(session, 'approve', 'neoid');
        await completeAll(session);
        assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
      });

  test('goes on with what the provider has signed after the page was loaded anew', async () => {
    const session = await accepted(3);
    await signers.authorized(session);
    const [, second] = await preparedAll(session);
    assert.ok(second);
    await signers.completeCloud(session, second, 2);
    assert.deepEqual(await signedPlaces(session), [2]);
    await completeAll(session);
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
  });
});
