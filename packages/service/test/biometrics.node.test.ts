import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { TRIGGER_CPFS } from '../../local/src/biometrics.ts';
import { outlineJpeg } from '../../../test/support/small-jpeg.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { untilView } from './support/batches.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

const DAY_MS = 24 * 3_600_000;
const MATCHING_CPF = '52998224725';
const content = Buffer.from(onePagePdf('Contrato')).toString('base64');

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

function signing(profile: string, cpf = MATCHING_CPF): Promise<CreatedSession> {
  return service.create({
    policy: { profile },
    signer: { name: 'Maria da Silva', cpf, birthDate: '1985-03-17', email: 'maria@example.com' },
  });
}

async function trust(
  profile: string,
  cpf = MATCHING_CPF,
  { as = token, userExternalId = 'user-7' } = {},
): Promise<CreatedSession> {
  const json = {
    policy: { profile },
    action: { type: 'login', description: 'Sign in' },
    signer: { name: 'Maria da Silva', cpf, birthDate: '1985-03-17', userExternalId },
  };
  const { status, body } = await service.call('/v1/trust-sessions', { as, json });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function setMode(mode: 'SIMULATED' | 'LIVE' | 'OFF', tenantId = 'tenant_local'): Promise<void> {
  const { status } = await service.call('/_local/biometrics', { method: 'PUT', json: { tenantId, mode } });
  assert.equal(status, 200);
}

const steps = (view: Answer['body']): string[] =>
  view.steps.map((step: { type: string; status: string }) => `${step.type} ${step.status}`);

/** Starts and completes an attempt without a camera. */
async function simulate(session: CreatedSession): Promise<Answer> {
  const started = await service.act(session, { action: 'start_liveness' });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { livenessSessionId, liveness } = started.body;
  assert.equal(liveness.mode, 'SIMULATED');
  return service.act(session, {
    action: 'complete_liveness',
    livenessSessionId,
    liveness: { nonce: liveness.nonce },
  });
}

/** Accepts, and passes the liveness step in simulated mode. */
async function toTheCheck(session: CreatedSession): Promise<Answer> {
  assert.equal((await service.accept(session)).status, 200);
  return simulate(session);
}

const isCompleted = ({ status }: Answer['body']): boolean => status === 'COMPLETED';

async function evidenceOf(body: Answer['body']): Promise<Answer['body']> {
  return (await service.call(`/v1/verify/${body.evidenceId}`)).body;
}

function frameRequest(
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  secret: string,
  type = 'image/jpeg',
): Request {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': type };
  return new Request(url, { method: 'PUT', headers, body: bytes });
}

const FRAMES = [0, 1, 2, 3].map(filling => outlineJpeg(640, 480, filling));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sendFrame(
  session: CreatedSession,
  template: string,
  index: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const url = template.replace('{index}', String(index));
  return (await service.fetch(frameRequest(url, bytes, session.clientSecret))).status;
}

interface Challenge {
  readonly livenessSessionId: string;
  readonly liveness: { mode: string; nonce: string; actions: string[]; uploadUrlTemplate: string };
}

/** The report of a device that performed all actions. */
function completion({ livenessSessionId, liveness }: Challenge, changes: Record<string, unknown> = {}) {
  return {
    action: 'complete_liveness',
    livenessSessionId,
    liveness: {
      nonce: liveness.nonce,
      frames: liveness.actions.map((action, index) => ({
        index,
        action,
        capturedAt: 500 + index * 1000,
        sha256: sha256(FRAMES[index] ?? new Uint8Array()),
      })),
      metrics: {
        durationMs: 4000,
        brightness: 118,
        sharpness: 0.6,
        faceAreaRatio: 0.2,
        actions: liveness.actions.map((action, index) => ({
          action,
          startedAt: index * 1000,
          passedAt: index * 1000 + 800,
        })),
      },
      ...changes,
    },
  };
}

async function capture(session: CreatedSession): Promise<Challenge> {
  const { body } = await service.act(session, { action: 'start_liveness', capabilities: { camera: true } });
  for (const [index, bytes] of FRAMES.entries()) {
    assert.equal(await sendFrame(session, body.liveness.uploadUrlTemplate, index, bytes), 204);
  }
  service.clock.advance(6000);
  return body;
}

describe('the profile BIOMETRIC in simulated mode', () => {
  test('is accepted, looked at, compared and signed', async () => {
    const session = await signing('BIOMETRIC');
    assert.deepEqual((await service.view(session)).biometrics, { mode: 'SIMULATED' });
    const { body } = await toTheCheck(session);
    assert.equal(body.currentStep.type, 'BIOMETRIC_LIVENESS');
    const evidence = await evidenceOf(await untilView(service, session, isCompleted));
    const results = evidence.steps.map((step: { result: object }) => step.result);
    assert.deepEqual(results[1], {
      liveness: { captureMode: 'SIMULATED', confidence: 1, frames: [], provider: 'simulated' },
      livenessScore: 1,
      provider: 'simulated',
    });
    assert.deepEqual(results[2], {
      match: { similarity: 0.97, threshold: 0.8, provider: 'local' },
      matchScore: 0.97,
      provider: 'local',
    });
  });

  test('goes on to a code with BIOMETRIC_PLUS_OTP', async () => {
    const session = await signing('BIOMETRIC_PLUS_OTP');
    const { body } = await toTheCheck(session);
    assert.equal(body.session.status, 'ACTIVE');
    assert.equal(body.session.otp.channel, 'email');
    const [message] = (await service.messages()).toReversed();
    const otpCode = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
    const done = await service.act(session, { action: 'verify_otp', otpCode });
    assert.equal(done.body.status, 'COMPLETED');
  });

  test('asks for another picture when the face does not match, three times', async () => {
    const session = await signing('BIOMETRIC', TRIGGER_CPFS.faceMismatch);
    const { body: first } = await toTheCheck(session);
    assert.deepEqual(steps(first.session).slice(1), [
      'BIOMETRIC_LIVENESS PENDING',
      'BIOMETRIC_MATCH PENDING',
    ]);
    assert.equal(first.session.steps[1].error, 'match-failed');
    assert.equal(first.session.steps[1].attempts, 1, 'the camera step counts it, too');
    assert.equal(first.session.steps[2].attempts, 1);
    await simulate(session);
    const { body: last } = await simulate(session);
    assert.deepEqual(steps(last.session).slice(1), [
      'BIOMETRIC_LIVENESS COMPLETED',
      'BIOMETRIC_MATCH FAILED',
    ]);
    assert.equal(last.session.status, 'ACTIVE');
    const again = await service.act(session, { action: 'start_liveness' });
    assert.equal(again.status, 409);
    assert.match(again.body.type, /step-out-of-order|attempts-exhausted/);
  });

  test('takes no attempt that it did not start, and counts none for it', async () => {
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    const livenessSessionId = 'liv_00000000000000000000000000';
    const answer = await service.act(session, { action: 'complete_liveness', livenessSessionId });
    assert.equal(answer.status, 409);
    assert.equal((await service.view(session)).steps[1].attempts, 0);
  });

  test('answers a start sent twice with the same attempt', async () => {
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    const key = 'start-1';
    const one = await service.act(session, { action: 'start_liveness' }, { key });
    const two = await service.act(session, { action: 'start_liveness' }, { key });
    assert.deepEqual(two.body.liveness, one.body.liveness);
    assert.equal(two.body.livenessSessionId, one.body.livenessSessionId);
  });
});

test('a session whose last step is liveness is completed with it', async () => {
  const customSteps = ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS'];
  const session = await service.create({ policy: { profile: 'CUSTOM', customSteps } });
  const { status, body } = await toTheCheck(session);
  assert.deepEqual([status, body.status], [200, 'COMPLETED']);
});

describe('the profile BIOMETRIC with a real camera', () => {
  before(() => setMode('LIVE'));
  after(() => setMode('SIMULATED'));

  test('takes frames, judges them, and keeps of them only hashes once the session has ended', async () => {
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    const challenge = await capture(session);
    assert.equal(challenge.liveness.mode, 'LIVE');
    const { body } = await service.act(session, completion(challenge));
    assert.equal(body.currentStep.status, 'COMPLETED', JSON.stringify(body));
    const evidence = await evidenceOf(await untilView(service, session, isCompleted));
    const { liveness, quality } = evidence.steps[1].result;
    assert.deepEqual(quality, { brightness: 118, faceAreaRatio: 0.2, sharpness: 0.6 });
    assert.deepEqual(
      liveness.frames,
      challenge.liveness.actions.map((action, index) => ({
        action,
        sha256: sha256(FRAMES[index] ?? new Uint8Array()),
      })),
    );
    await service.call('/_local/clock', { json: { advanceSeconds: 60 } });
    const kept = await service.database.query<{ sealed: string | null; sha256: string }>(
      'SELECT sealed, sha256 FROM liveness_frames WHERE session_id = $1 ORDER BY frame_index',
      [session.sessionId],
    );
    assert.deepEqual(
      kept.map(frame => frame.sealed),
      [null, null, null, null],
    );
    assert.equal(kept[0]?.sha256, sha256(FRAMES[0] ?? new Uint8Array()));
    for (const line of [...service.log, ...service.errors])
      assert.doesNotMatch(line, /liv_\w+.*sha|\xff\xd8/);
  });

  test('counts a failed attempt, says so, and ends the step with the third', async () => {
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    for (const attempts of [1, 2, 3]) {
      const challenge = await capture(session);
      const { status, body } = await service.act(session, completion(challenge, { frames: [] }));
      assert.equal(status, 200);
      const [, step] = body.session.steps;
      assert.equal(step.attempts, attempts);
      assert.equal(step.status, attempts === 3 ? 'FAILED' : 'PENDING');
      assert.equal(step.error, attempts === 3 ? 'attempts-exhausted' : 'liveness-failed');
    }
    const refused = await service.act(session, { action: 'start_liveness' });
    assert.match(refused.body.type, /attempts-exhausted$/);
  });

  test('lets a sandbox’s reference photo go with all of its data', async () => {
    const session = await trust('BIOMETRIC', '33366699957');
    await service.accept(session);
    await service.act(session, completion(await capture(session)));
    await untilView(service, session, isCompleted);
    const [row] = await service.database.query<{ enrolled: boolean }>(
      `SELECT enrollments.expires_at = sessions.erase_at AS enrolled FROM enrollments
       JOIN sessions USING (transaction_id) WHERE cpf = '33366699957'`,
    );
    assert.equal(row?.enrolled, true);
  });

  test('takes an attempt once, and none before its pictures are there', async () => {
    const session = await signing('BIOMETRIC', TRIGGER_CPFS.faceMismatch);
    await service.accept(session);
    const challenge = await capture(session);
    assert.equal((await service.act(session, completion(challenge))).status, 200);
    assert.equal((await service.act(session, completion(challenge, { nonce: 'x' }))).status, 409);
  });

  test('refuses frames that are none, too large, of another attempt, session or caller', async () => {
    const session = await signing('BIOMETRIC');
    const other = await signing('BIOMETRIC');
    await service.accept(session);
    const { body } = await service.act(session, { action: 'start_liveness' });
    const url = (index: number | string, template = body.liveness.uploadUrlTemplate): string =>
      template.replace('{index}', String(index));
    const send = async (request: Request): Promise<number> => (await service.fetch(request)).status;
    const frame = outlineJpeg(640, 480);
    const secret = session.clientSecret;
    assert.equal(await send(frameRequest(url(0), frame, secret)), 204);
    assert.equal(await send(frameRequest(url(0), new TextEncoder().encode('GIF89a'), secret)), 400);
    assert.equal(await send(frameRequest(url(0), outlineJpeg(16, 16), secret)), 400);
    assert.equal(await send(frameRequest(url(0), outlineJpeg(9000, 480), secret)), 400);
    assert.equal(await send(frameRequest(url(0), new Uint8Array(513 * 1024), secret)), 413);
    assert.equal(await send(frameRequest(url(0), frame, secret, 'image/png')), 415);
    assert.equal(await send(frameRequest(url(8), frame, secret)), 404);
    assert.equal(await send(frameRequest(url(0), frame, other.clientSecret)), 404);
    assert.equal(await send(frameRequest(url(0), frame, 'ss_secret_nonsense')), 401);
    const unknown = body.liveness.uploadUrlTemplate.replace(
      body.livenessSessionId,
      'liv_00000000000000000000000000',
    );
    assert.equal(await send(frameRequest(url(0, unknown), frame, secret)), 404);
  });

  test('leads a device without a camera to the hosted page', async () => {
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    const request = { action: 'start_liveness', capabilities: { camera: false } };
    const { body } = await service.act(session, request);
    assert.equal(body.hostedUrl, session.url);
  });

  test('keeps the first matched face as the reference, and tells 30 and 7 days before it goes', async () => {
    // Not the sandbox, where photos are erased within days, perhaps before the warning.
    const session = await trust('BIOMETRIC', '44455566619', {
      as: await service.token('limited'),
      userExternalId: 'user-8',
    });
    await service.accept(session);
    await service.act(session, completion(await capture(session)));
    await untilView(service, session, isCompleted);
    const told = async (days: number): Promise<string[]> => {
      await service.call('/_local/clock', { json: { advanceSeconds: (days * DAY_MS) / 1000 } });
      const rows = await service.database.query<{ event_type: string; data: Record<string, unknown> }>(
        `SELECT event_type, data FROM outbox WHERE event_type LIKE 'ENROLLMENT.%' AND data->>'userExternalId' = 'user-8'
         ORDER BY position`,
      );
      assert.doesNotMatch(JSON.stringify(rows), /44455566619|Maria/);
      return rows.map(row => [row.event_type, row.data['daysUntilExpiry']].filter(Boolean).join(' '));
    };
    assert.deepEqual(await told(334), []);
    assert.deepEqual(await told(2), ['ENROLLMENT.EXPIRING 30']);
    assert.deepEqual(await told(1), ['ENROLLMENT.EXPIRING 30']);
    assert.deepEqual(await told(22), ['ENROLLMENT.EXPIRING 30', 'ENROLLMENT.EXPIRING 7']);
    assert.deepEqual(await told(8), [
      'ENROLLMENT.EXPIRING 30',
      'ENROLLMENT.EXPIRING 7',
      'ENROLLMENT.EXPIRED',
    ]);
    const left = await service.database.query(`SELECT 1 FROM enrollments WHERE cpf = '44455566619'`);
    assert.equal(left.length, 0);
    await service.call('/_local/clock', { json: { at: new Date(service.clock.now()).toISOString() } });
  });
});

describe('the government’s base', () => {
  test('knows the signer: BIOMETRIC_SERPRO', async () => {
    const session = await signing('BIOMETRIC_SERPRO');
    await toTheCheck(session);
    const { serproIdentity } = (await evidenceOf(await untilView(service, session, isCompleted))).steps[2]
      .result;
    assert.deepEqual(serproIdentity, {
      biometricConfidence: 0.97,
      biometricMatch: true,
      birthDateMatch: true,
      nameMatch: true,
      provider: 'local',
      valid: true,
    });
  });

  test('has another face: another picture is requested', async () => {
    const session = await signing('BIOMETRIC_SERPRO', TRIGGER_CPFS.identityMismatch);
    const { body } = await toTheCheck(session);
    assert.equal(body.session.steps[1].status, 'PENDING');
    assert.equal(body.session.steps[1].error, 'identity-mismatch');
    assert.equal(body.session.steps[2].attempts, 1);
  });

  test('answers late: the signer waits, and the session goes on by itself', async () => {
    const session = await signing('BIOMETRIC_SERPRO', TRIGGER_CPFS.identitySlow);
    const { body } = await toTheCheck(session);
    assert.deepEqual(steps(body.session)[2], 'SERPRO_IDENTITY_CHECK STARTED');
    const early = await service.act(session, { action: 'accept' });
    assert.equal(early.status, 409);
    const view = await untilView(service, session, isCompleted);
    assert.match(view.evidenceId, /^ev_/);
  });

  test('does not answer: it is asked again, also by the next process', async () => {
    const session = await signing('BIOMETRIC_SERPRO', TRIGGER_CPFS.identityUnavailable);
    const { body } = await toTheCheck(session);
    assert.deepEqual(steps(body.session)[2], 'SERPRO_IDENTITY_CHECK STARTED');
    assert.equal(body.session.steps[2].attempts, 0, 'nobody is to blame');
    await service.database.query(
      'UPDATE sessions SET request = jsonb_set(request, $1, $2) WHERE session_id = $3',
      [['signer', 'cpf'], JSON.stringify(MATCHING_CPF), session.sessionId],
    );
    await service.call('/_local/clock', { json: { advanceSeconds: 6 } });
    await untilView(service, session, isCompleted);
  });

  test('is asked by the next process as it would have been by the one that was killed', async () => {
    const session = await signing('BIOMETRIC_SERPRO', TRIGGER_CPFS.identityUnavailable);
    // The check must be queued with everything it needs; nothing is added later.
    await service.database.query('ALTER TABLE identity_checks ALTER COLUMN context SET NOT NULL');
    const headers = { 'User-Agent': 'Phone/1' };
    const call = { headers, connection: { remoteAddress: '203.0.113.9', cut: () => undefined } };
    await service.accept(session);
    const { body } = await service.act(session, { action: 'start_liveness' }, call);
    const { livenessSessionId, liveness } = body;
    const completed = { action: 'complete_liveness', livenessSessionId, liveness: { nonce: liveness.nonce } };
    assert.equal((await service.act(session, completed, call)).status, 200);
    await service.database.query(
      'UPDATE sessions SET request = jsonb_set(request, $1, $2) WHERE session_id = $3',
      [['signer', 'cpf'], JSON.stringify(MATCHING_CPF), session.sessionId],
    );
    const next = await service.restart();
    await next.call('/_local/clock', { json: { advanceSeconds: 6 } });
    await service.database.query(`UPDATE tenants SET public_evidence = 'FULL'`);
    const { context } = await evidenceOf(await untilView(service, session, isCompleted));
    assert.equal(context.userAgent, 'Phone/1');
    assert.match(context.ipAddress, /^203\./);
  });

  test('is not asked without a face that was seen', async () => {
    for (const type of ['SERPRO_IDENTITY_CHECK', 'DOCUMENT_PHOTO_MATCH']) {
      const customSteps = ['CLICK_ACCEPT', type];
      const { status, body } = await service.call('/v1/signing-sessions', {
        as: token,
        json: {
          policy: { profile: 'CUSTOM', customSteps },
          signer: { name: 'Acme', cpf: MATCHING_CPF },
          document: { content },
        },
      });
      assert.equal(status, 400);
      assert.match(body.errors[0].detail, /after BIOMETRIC_LIVENESS/);
    }
  });

  test('is not asked about nobody in particular by the profile CUSTOM', async () => {
    const customSteps = ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'SERPRO_IDENTITY_CHECK'];
    const { status, body } = await service.call('/v1/signing-sessions', {
      as: token,
      json: {
        policy: { profile: 'CUSTOM', customSteps },
        signer: { name: 'Acme', cnpj: '12ABC34501DE35' },
        document: { content },
      },
    });
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map((error: { pointer: string }) => error.pointer),
      ['/signer/cpf', '/signer/birthDate'],
    );
  });

  test('is not asked of a signer whose face or document it is not about', async () => {
    const { status, body } = await service.call('/v1/signing-sessions', {
      as: token,
      json: {
        policy: { profile: 'BIOMETRIC_SERPRO' },
        signer: { name: 'Maria', cpf: MATCHING_CPF },
        document: { content },
      },
    });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body.errors), /birthDate/);
  });
});

async function throughDisclosure(cpf: string): Promise<{ session: CreatedSession; body: Answer['body'] }> {
  const session = await signing('BIOMETRIC_SERPRO_AUTO_FALLBACK', cpf);
  const { disclosure } = await service.view(session);
  const acknowledged = { acknowledged: true, disclosureVersion: disclosure.version };
  await service.act(session, { action: 'acknowledge_purpose', ...acknowledged });
  return { session, body: (await toTheCheck(session)).body };
}

describe('the fallback', () => {
  const photo = Buffer.from(outlineJpeg(800, 600)).toString('base64');
  const submission = { action: 'submit_document_photo', documentImage: photo, documentType: 'CNH' };

  for (const [trigger, reason] of [
    ['identityUnavailable', 'identity-unavailable'],
    ['identityMismatch', 'identity-mismatch'],
  ] as const) {
    test(`is a photo of the identity document: ${reason}`, async () => {
      const { session, body } = await throughDisclosure(TRIGGER_CPFS[trigger]);
      assert.deepEqual(
        body.session.steps.map((step: { type: string }) => step.type),
        ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'DOCUMENT_PHOTO_MATCH'],
      );
      const events = await service.events(session.transactionId);
      const fallback = events.find(event => event.type === 'TRANSACTION.FALLBACK');
      assert.equal(fallback?.data['reason'], reason);
      assert.equal(fallback.data['toStep'], 'DOCUMENT_PHOTO_MATCH');
      const done = await service.act(session, submission);
      assert.equal(done.body.status, 'COMPLETED', JSON.stringify(done.body));
      const evidence = await evidenceOf(done.body);
      assert.deepEqual(evidence.steps[3].result, {
        documentPhotoMatch: {
          documentType: 'CNH',
          similarity: 0.97,
          threshold: 0.8,
          provider: 'local',
          extractedFaceHash: `sha256:${createHash('sha256').update(Buffer.from(submission.documentImage, 'base64')).digest('hex')}`,
          faceExtractionConfidence: 1,
        },
        matchScore: 0.97,
        provider: 'local',
        documentType: 'CNH',
        documentValid: true,
      });
    });
  }

  test('is not used after a passed check', async () => {
    const { session } = await throughDisclosure(MATCHING_CPF);
    await untilView(service, session, isCompleted);
  });

  test('comes after the last failed match with BIOMETRIC_DOCUMENT_FALLBACK', async () => {
    const session = await trust('BIOMETRIC_DOCUMENT_FALLBACK', TRIGGER_CPFS.faceMismatch);
    await toTheCheck(session);
    await simulate(session);
    const { body } = await simulate(session);
    assert.deepEqual(steps(body.session)[2], 'DOCUMENT_PHOTO_MATCH PENDING');
    assert.equal((await service.act(session, submission)).body.status, 'COMPLETED');
  });

  test('counts photos with another face, and refuses invalid photos without counting them', async () => {
    const session = await trust('BIOMETRIC_DOCUMENT_FALLBACK', TRIGGER_CPFS.documentPhotoMismatch);
    await toTheCheck(session);
    await simulate(session);
    await simulate(session);
    for (const documentImage of ['AAAA', Buffer.from(outlineJpeg(80, 60)).toString('base64'), 'no base64!']) {
      assert.equal((await service.act(session, { ...submission, documentImage })).status, 400);
    }
    const big = { ...submission, documentImage: 'A'.repeat(7 * 1024 * 1024) };
    assert.ok([400, 413].includes((await service.act(session, big)).status));
    for (const attempts of [1, 2, 3]) {
      const { body } = await service.act(session, submission);
      const step = body.session.steps[2];
      assert.equal(step.attempts, attempts);
      assert.equal(step.error, attempts === 3 ? 'attempts-exhausted' : 'photo-mismatch');
    }
  });
});

describe('a tenant', () => {
  // Each test starts with unused quotas.
  beforeEach(() => service.database.query('DELETE FROM quota_usage'));
  after(() => setMode('SIMULATED'));

  test('without biometrics gets no camera step', async () => {
    await setMode('OFF');
    const json = {
      policy: { profile: 'BIOMETRIC' },
      signer: { name: 'Maria', cpf: MATCHING_CPF },
      document: { content },
    };
    const { status, body } = await service.call('/v1/signing-sessions', { as: token, json });
    assert.equal(status, 403);
    assert.match(body.type, /feature-not-enabled$/);
  });

  test('whose plan has no code left has its signers ask for one, once their face matched', async () => {
    const limited = await service.token('limited');
    await setMode('SIMULATED', 'tenant_limited');
    // Both of the month's codes are used up.
    await service.database.query(
      `INSERT INTO quota_usage (tenant_id, dimension, period, used) VALUES ('tenant_limited', 'monthlyOtp', $1, 2)
       ON CONFLICT (tenant_id, dimension, period) DO UPDATE SET used = 2`,
      [(await service.call('/health')).body.timestamp.slice(0, 7)],
    );
    const email = 'maria@example.com';
    const session = await service.create(
      { policy: { profile: 'BIOMETRIC_PLUS_OTP' }, signer: { name: 'Maria', cpf: MATCHING_CPF, email } },
      limited,
    );
    await toTheCheck(session);
    const view = await untilView(service, session, ({ steps: [, , match] }) => match.status === 'COMPLETED');
    assert.equal(view.steps[3].status, 'PENDING');
    const asked = await service.act(session, { action: 'resend_otp' });
    assert.equal(asked.status, 429);
    assert.match(asked.body.detail, /monthlyOtp/);
    await setMode('LIVE', 'tenant_limited');
  });

  test('bounds how often one signer turns the camera on', async () => {
    await setMode('SIMULATED');
    const session = await signing('BIOMETRIC');
    await service.accept(session);
    for (let start = 0; start < 20; start += 1) {
      assert.equal((await service.act(session, { action: 'start_liveness' })).status, 200);
    }
    const { status, body } = await service.act(session, { action: 'start_liveness' });
    assert.equal(status, 409);
    assert.match(body.type, /attempts-exhausted$/);
  });

  test('on a plan pays for the camera once a session, however often it is turned on', async () => {
    const limited = await service.token('limited');
    const start = async (times = 3): Promise<Answer> => {
      const session = await service.create(
        { policy: { profile: 'BIOMETRIC' }, signer: { name: 'Maria', cpf: MATCHING_CPF } },
        limited,
      );
      await service.accept(session);
      for (let started = 1; started < times; started += 1)
        assert.equal((await service.act(session, { action: 'start_liveness' })).status, 200);
      return service.act(session, { action: 'start_liveness' });
    };
    const used = async () => {
      const { body } = await service.call('/v1/quotas', { as: limited });
      return body.quotas.find((each: { dimension: string }) => each.dimension === 'monthlyBiometric').used;
    };
    const usedBefore = await used();
    assert.equal((await start()).status, 200);
    assert.equal(await used(), usedBefore + 1);
  });
});
