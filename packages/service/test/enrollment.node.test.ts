import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { simulatedProviders } from '../src/biometrics/simulated-providers.ts';
import { ProviderUnavailableError, type BiometricProviders } from '../src/biometrics/providers.ts';
import { FILMS, framesOf } from '../../../test/support/films.ts';
import { outlineJpeg } from '../../../test/support/small-jpeg.ts';
import { untilView } from './support/batches.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';

const DAY_MS = 24 * 3_600_000;
const CPF = '52998224725';
const OTHER_CPF = '39053344705';

/** The first picture of a film, as JPEG in base64. */
async function pictureOf(film: string): Promise<string> {
  const [picture = assert.fail()] = framesOf(await readFile(join(FILMS, `${film}.mjpeg`)));
  return picture.toString('base64');
}

let service: TestService;
let image: string;
let another: string;
before(async () => {
  service = await openTestService();
  image = await pictureOf('static-photo');
  another = await pictureOf('two-faces');
});
after(() => service.close());

type Client = 'local' | 'limited' | 'basic';

async function ask(method: string, user: string, json?: object, client: Client = 'local'): Promise<Answer> {
  const path = `/v1/users/${encodeURIComponent(user)}/enrollment`;
  const call = json === undefined ? { method } : { method, json };
  return service.call(path, { ...call, as: await service.token(client) });
}
const put = (user: string, json: object = {}, client?: Client) =>
  ask('PUT', user, { image, cpf: CPF, ...json }, client);

const remove = async (user: string) => assert.equal((await ask('DELETE', user)).status, 204);

/** The service with other face providers, over the same data. */
async function withFaces(faces: Partial<BiometricProviders['faces']>): Promise<TestService> {
  const biometricProviders = { ...simulatedProviders, faces: { ...simulatedProviders.faces, ...faces } };
  return service.restart({ biometricProviders });
}

describe('an enrollment', () => {
  test('stores the photo encrypted, and returns its hash, version and expiry', async () => {
    const { status, body } = await put('user 1/a', { cpf: '529.982.247-25' });
    assert.equal(status, 200, JSON.stringify(body));
    const now = service.clock.now();
    assert.deepEqual(body, {
      userExternalId: 'user 1/a',
      enrollmentHash: `sha256:${createHash('sha256').update(Buffer.from(image, 'base64')).digest('hex')}`,
      enrollmentVersion: 1,
      enrollmentSource: 'BANK_PROVIDED',
      enrolledAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
      cpf: CPF,
      // 480 pixels high, well lit; the local checks know no face.
      faceConfidence: 0.8,
      faceConfidenceBasis: 'PICTURE',
      faceProvider: 'local',
    });
    assert.deepEqual((await ask('GET', 'user 1/a')).body, body);
    const rows = await service.database.query('SELECT * FROM enrollments');
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(image), 'the photo is encrypted');
    await remove('user 1/a');
  });

  test('is refused to who asks for a trial, instead of being kept', async () => {
    const { status, body } = await put('user-trial', { dryRun: true });
    assert.deepEqual([status, body.errors?.[0].pointer], [400, '/dryRun']);
    assert.equal((await ask('GET', 'user-trial')).status, 404);
  });

  test('is replaced by the next, and destroyed when it is deleted', async () => {
    await put('user-2');
    const next = { image: another, source: 'DOCUMENT_PHOTO' };
    const { body } = await put('user-2', next);
    assert.equal(body.enrollmentVersion, 2);
    assert.equal(body.documentImageHash, body.enrollmentHash);
    assert.equal(body.extractionConfidence, body.faceConfidence);
    await remove('user-2');
    assert.equal((await ask('GET', 'user-2')).status, 404);
    assert.equal((await ask('DELETE', 'user-2')).status, 404);
    assert.deepEqual(await service.database.query('SELECT 1 FROM enrollments'), []);
  });

  test('refuses anything but a photo of a face, and an invalid CPF', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ image: 'AAAA' }, '/image'],
      [{ image: '%' }, '/image'],
      [{ image: Buffer.from(outlineJpeg(200, 200)).toString('base64') }, '/image'],
      [{ image: Buffer.from(outlineJpeg(400, 400)).toString('base64') }, '/image'],
      [{ image: await pictureOf('too-dark') }, '/image'],
      [{ image: await pictureOf('camera-covered') }, '/image'],
      [{ cpf: '52998224726' }, '/cpf'],
      [{ source: 'ELSEWHERE' }, '/source'],
    ];
    for (const [json, pointer] of wrong) {
      const { status, body } = await put('user-3', json);
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], JSON.stringify(body));
    }
    const faceless = await withFaces({
      detect: async () => ({ confidence: 0.1, basis: 'FACE', provider: 'faces' }),
    });
    const call = { method: 'PUT', json: { image, cpf: CPF }, as: await service.token() };
    const { status, body } = await faceless.call('/v1/users/user-3/enrollment', call);
    assert.deepEqual([status, body.errors[0]], [400, { pointer: '/image', detail: 'Must show a face.' }]);
    const away = await withFaces({
      detect: async () => Promise.reject(new ProviderUnavailableError('Nobody there.')),
    });
    const later = await away.call('/v1/users/user-3/enrollment', call);
    assert.deepEqual([later.status, later.headers.get('Retry-After')], [503, '5']);
    assert.equal((await ask('GET', 'user-3')).status, 404);
  });

  test('is its tenant’s alone, which has biometrics enabled', async () => {
    await put('user-4');
    assert.equal((await ask('GET', 'user-4', undefined, 'limited')).status, 404);
    assert.equal((await ask('DELETE', 'user-4', undefined, 'limited')).status, 404);
    const { status, body } = await put('user-4', {}, 'basic');
    assert.deepEqual([status, body.type], [403, 'feature-not-enabled']);
    await remove('user-4');
  });

  test('belongs to one user and one CPF', async () => {
    await put('user-5');
    assert.equal((await put('user-5', { cpf: OTHER_CPF })).status, 409);
    assert.equal((await put('user-6')).status, 409);
    assert.equal((await ask('GET', 'user-5')).body.enrollmentVersion, 1);
    const both = await Promise.all([put('user-7', { cpf: OTHER_CPF }), put('user-8', { cpf: OTHER_CPF })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    for (const user of ['user-5', 'user-7', 'user-8']) await ask('DELETE', user);
  });
});

describe('setting a photo again', () => {
  const path11 = '/v1/users/user-11/enrollment';

  test('with the same key changes nothing, and keeps no CPF for it', async () => {
    const call = { method: 'PUT', json: { image, cpf: CPF }, as: await service.token(), key: 'photo-1' };
    const first = await service.call(path11, call);
    const again = await service.call(path11, call);
    assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body]);
    assert.equal((await ask('GET', 'user-11')).body.enrollmentVersion, 1);
    const kept = await service.database.query('SELECT answer FROM idempotency_keys');
    assert.equal(kept.length, 1);
    assert.ok(!JSON.stringify(kept).includes(CPF));
    const other = await service.call(path11, { ...call, json: { image: another, cpf: CPF } });
    assert.deepEqual([other.status, other.body.type], [409, 'idempotency-conflict']);
    await remove('user-11');
  });

  test('counts for the quota of biometrics, which refusals do not', async () => {
    const answers: Answer[] = [];
    for (const json of [{ image: await pictureOf('too-dark') }, {}, {}, {}]) {
      answers.push(await put('user-12', json, 'limited'));
    }
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('RateLimit-Remaining')]),
      [
        [400, null],
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ],
    );
    assert.match(answers.at(-1)?.body.detail, /monthlyBiometric/);
    await ask('DELETE', 'user-12', undefined, 'limited');
    await service.database.query('DELETE FROM quota_usage');
  });
});

describe('the reference photo that was enrolled', () => {
  test('is what the signer’s face is compared with', async t => {
    const references: (Uint8Array | undefined)[] = [];
    // A service of its own: another one over the same data may take the check from the queue.
    const watched = await openTestService({
      biometricProviders: {
        ...simulatedProviders,
        faces: {
          ...simulatedProviders.faces,
          async match(subject, reference, signal) {
            references.push(reference);
            return simulatedProviders.faces.match(subject, reference, signal);
          },
        },
      },
    });
    t.after(() => watched.close());
    const path = '/v1/users/user-9/enrollment';
    const call = { method: 'PUT', json: { image, cpf: CPF }, as: await watched.token() };
    assert.equal((await watched.call(path, call)).status, 200);
    const session = await watched.create({ policy: { profile: 'BIOMETRIC' } });
    await watched.accept(session);
    const { livenessSessionId, liveness } = (await watched.act(session, { action: 'start_liveness' })).body;
    await watched.act(session, {
      action: 'complete_liveness',
      livenessSessionId,
      liveness: { nonce: liveness.nonce },
    });
    await untilView(watched, session, ({ status }) => status === 'COMPLETED');
    assert.deepEqual(
      references.map(reference => Buffer.from(reference ?? [])),
      [Buffer.from(image, 'base64')],
    );
  });

  test('is announced before it expires and then deleted; the events hold no CPF', async () => {
    const { body } = await put('user-10', {}, 'limited');
    assert.equal(Date.parse(body.expiresAt) - Date.parse(body.enrolledAt), 365 * DAY_MS);
    const told = async (days: number) => {
      await service.call('/_local/clock', { json: { advanceSeconds: (days * DAY_MS) / 1000 } });
      return service.database.query<{ event_type: string; transaction_id: string | null; data: object }>(
        `SELECT event_type, transaction_id, data FROM outbox WHERE data->>'userExternalId' = 'user-10'
         ORDER BY position`,
      );
    };
    await told(336);
    const events = await told(30);
    assert.deepEqual(
      events.map(({ event_type: type }) => type),
      ['ENROLLMENT.EXPIRING', 'ENROLLMENT.EXPIRED'],
    );
    assert.ok(
      events.every(({ transaction_id: id }) => id === null),
      'no transaction is behind it',
    );
    assert.doesNotMatch(JSON.stringify(events), new RegExp(CPF));
    assert.equal((await ask('GET', 'user-10', undefined, 'limited')).status, 404);
    assert.deepEqual(await service.database.query('SELECT 1 FROM enrollments'), []);
  });
});
