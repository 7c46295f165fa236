import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { TRIGGER_CPFS } from '../../demo/service/src/biometrics/local-providers.ts';
import { EVENT_TYPES, type EventType } from '../../demo/service/src/outbox/event-types.ts';
import { outlineJpeg } from '../support/small-jpeg.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { EVENT_DATA, METADATA } from './support/event-data.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';
import { isGenuine, openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

/** A missing event must not block the tests of the others. */
const PATIENCE = { timeout: 120_000 };

const DAY_SECONDS = 24 * 3600;
const SIGNER = {
  name: 'Maria da Silva',
  cpf: '52998224725',
  birthDate: '1985-03-17',
  userExternalId: 'user-7',
};
const content = Buffer.from(onePagePdf('Contrato')).toString('base64');

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  service = await openTestService({ allowLocalWebhooks: true });
});
after(() => service.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await service.call('/_local/reset', { method: 'POST' });
  await receiver.close();
});

type Client = 'local' | 'limited';

async function post(path: string, json: unknown, client: Client = 'local') {
  const { status, body } = await service.call(path, { as: await service.token(client), json });
  assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`);
  return body;
}

/** Moves the clock as QA does, which runs everything that is due. */
const pass = (days: number) => post('/_local/clock', { advanceSeconds: days * DAY_SECONDS });

const signing = (changes: object = {}): Promise<CreatedSession> =>
  service.create({ signer: SIGNER, metadata: METADATA, ...changes });

const trust = (changes: object = {}, client: Client = 'local'): Promise<CreatedSession> =>
  post(
    '/v1/trust-sessions',
    {
      action: { type: 'login', description: 'Sign in' },
      policy: { profile: 'CLICK_ONLY' },
      signer: SIGNER,
      metadata: METADATA,
      ...changes,
    },
    client,
  );

const disclosing = {
  policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
  expiresInMinutes: 7 * 24 * 60,
};

const envelope = async (): Promise<string> =>
  (
    await post('/v1/envelopes', {
      signingMode: 'PARALLEL',
      totalSigners: 2,
      document: { content },
      metadata: METADATA,
    })
  ).envelopeId;

const member = (envelopeId: string, signerIndex: number): Promise<CreatedSession> =>
  post(`/v1/envelopes/${envelopeId}/sessions`, {
    signerIndex,
    signer: SIGNER,
    policy: { profile: 'CLICK_ONLY' },
    metadata: METADATA,
  });

const cancel = ({ sessionId }: CreatedSession) =>
  post(`/v1/signing-sessions/${sessionId}/cancel`, { reason: 'No longer needed' });

/** Leads to a government check without an answer. */
async function fallBack(): Promise<void> {
  const signer = { ...SIGNER, cpf: TRIGGER_CPFS.identityUnavailable };
  const session = await signing({ signer, policy: { profile: 'BIOMETRIC_SERPRO_AUTO_FALLBACK' } });
  const { version: disclosureVersion } = (await service.view(session)).disclosure;
  await service.act(session, { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion });
  await service.accept(session);
  const { livenessSessionId, liveness } = (await service.act(session, { action: 'start_liveness' })).body;
  const { nonce } = liveness;
  await service.act(session, { action: 'complete_liveness', livenessSessionId, liveness: { nonce } });
}

/** Stores a matched face as the signer's reference photo. */
async function enroll(): Promise<void> {
  const session = await trust({ policy: { profile: 'BIOMETRIC' } }, 'limited');
  await service.accept(session);
  const started = await service.act(session, { action: 'start_liveness', capabilities: { camera: true } });
  const { livenessSessionId, liveness } = started.body;
  const frames = [];
  for (const [index, action] of liveness.actions.entries()) {
    const body = outlineJpeg(640, 480, index);
    const headers = { Authorization: `Bearer ${session.clientSecret}`, 'Content-Type': 'image/jpeg' };
    const url = liveness.uploadUrlTemplate.replace('{index}', String(index));
    assert.equal((await service.fetch(new Request(url, { method: 'PUT', headers, body }))).status, 204);
    const sha256 = createHash('sha256').update(body).digest('hex');
    frames.push({ index, action, capturedAt: 500 + index * 1000, sha256 });
  }
  service.clock.advance(6000);
  const actions = frames.map(({ action, index }) => {
    return { action, startedAt: index * 1000, passedAt: index * 1000 + 800 };
  });
  const metrics = { durationMs: 4000, brightness: 118, sharpness: 0.6, faceAreaRatio: 0.2, actions };
  const taken = { nonce: liveness.nonce, frames, metrics };
  await service.act(session, { action: 'complete_liveness', livenessSessionId, liveness: taken });
  while ((await service.view(session)).status !== 'COMPLETED') {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** How to cause each event: through the HTTP interface, or by the clock. */
const PRODUCERS: Readonly<Record<EventType, () => Promise<unknown>>> = {
  'TRANSACTION.CREATED': async () => member(await envelope(), 1),
  'TRANSACTION.COMPLETED': async () => service.accept(await trust()),
  'TRANSACTION.CANCELLED': async () => cancel(await trust()),
  'TRANSACTION.FAILED': async () => {
    const session = await signing();
    await post('/_local/broken-finalizations', { sessionId: session.sessionId });
    await service.accept(session);
  },
  'TRANSACTION.EXPIRED': async () => {
    await trust({ expiresInMinutes: 5 });
    await pass(1);
  },
  'TRANSACTION.FALLBACK': fallBack,
  'TRANSACTION.DEADLINE_APPROACHING': async () => {
    await trust(disclosing);
    await pass(6);
  },
  'STEP.PURPOSE_DISCLOSURE_SENT': async () => service.view(await trust(disclosing)),
  'SIGNING_SESSION.CREATED': () => signing(),
  'SIGNING_SESSION.COMPLETED': async () => service.accept(await signing()),
  'SIGNING_SESSION.CANCELLED': async () => cancel(await signing()),
  'SIGNING_SESSION.EXPIRED': async () => {
    await signing({ expiresInMinutes: 5 });
    await pass(1);
  },
  'ENVELOPE.CREATED': envelope,
  'ENVELOPE.ALL_SIGNED': async () => {
    const envelopeId = await envelope();
    for (const index of [1, 2]) await service.accept(await member(envelopeId, index));
  },
  'ENVELOPE.CANCELLED': async () => {
    const envelopeId = await envelope();
    await member(envelopeId, 1);
    await post(`/v1/envelopes/${envelopeId}/cancel`, { reason: 'No longer needed' });
  },
  'ENVELOPE.EXPIRED': async () => {
    await envelope();
    await pass(2);
  },
  'ENROLLMENT.EXPIRING': async () => {
    await enroll();
    await pass(336);
  },
  'ENROLLMENT.EXPIRED': async () => {
    await enroll();
    await pass(366);
  },
  'QUOTA.WARNING': async () => {
    await trust({}, 'limited');
    await trust({}, 'limited');
  },
  'API.DEPRECATION_NOTICE': async () => {
    await post('/_local/clock', { at: '2026-08-30T10:00:00Z' });
    await post('/admin/tenants/tenant_local/mode', { mode: 'sandbox' });
  },
};

/** Events that belong to no single transaction. */
const WITHOUT_TRANSACTION: readonly EventType[] = [
  'ENVELOPE.CREATED',
  'ENVELOPE.ALL_SIGNED',
  'ENVELOPE.CANCELLED',
  'ENVELOPE.EXPIRED',
  'QUOTA.WARNING',
  'API.DEPRECATION_NOTICE',
];

describe('each event type', () => {
  for (const type of EVENT_TYPES) {
    test(
      `${type} is told to who asked for it, with the data of the interface and no more`,
      PATIENCE,
      async () => {
        const wanted = { url: receiver.url, events: [type] };
        const client = /^(ENROLLMENT|QUOTA)/.test(type) ? 'limited' : 'local';
        const { secret } = await post('/v1/webhooks', wanted, client);
        await PRODUCERS[type]();
        while (receiver.received.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
        const [[arrived], [body]] = [receiver.received, receiver.bodies()];
        assert.ok(arrived && body);
        assert.ok(isGenuine(arrived, secret, service.clock.now()));
        assert.match(body.id, /^del_/);
        assert.deepEqual([body.eventType, body.tenantId], [type, `tenant_${client}`]);
        assert.equal(new Date(body.timestamp).toISOString(), body.timestamp);
        assert.deepEqual(EVENT_DATA[type].parse(body.data), body.data);
        const { transactionId } = body;
        if (WITHOUT_TRANSACTION.includes(type)) assert.equal(transactionId, undefined);
        else assert.match(transactionId ?? '', /^tx_/);
        if ('transactionId' in body.data) assert.equal(body.data['transactionId'], transactionId);
        const words = JSON.stringify(body);
        assert.doesNotMatch(words, /52998224725|98765432100|1985-03-17/, 'nobody’s number or birthday');
      },
    );
  }
});
