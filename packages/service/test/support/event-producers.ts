import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { TRIGGER_CPFS } from '../../../local/src/biometrics.ts';
import type { EventType } from '../../event-types.ts';
import { outlineJpeg } from '../../../../test/support/small-jpeg.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import { METADATA } from './event-data.ts';
import type { Answer, CreatedSession, TestService } from './test-service.ts';
import { openReceiver, type Received } from './webhook-receiver.ts';

const DAY_SECONDS = 24 * 3600;

export const SIGNER = {
  name: 'Maria da Silva',
  cpf: '52998224725',
  birthDate: '1985-03-17',
  userExternalId: 'user-7',
};
export const DOCUMENT = {
  content: Buffer.from(onePagePdf('Contrato')).toString('base64'),
  filename: 'contrato.pdf',
};
const ACTION = { type: 'pix_transfer', description: 'Transfer R$ 1.250,00 to João Souza.' };

const disclosing = {
  policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
  expiresInMinutes: 7 * 24 * 60,
};

type Changes = Readonly<Record<string, unknown>>;
type Client = 'local' | 'limited';

/** The tenant whose plan allows what the event needs. */
export const clientFor = (type: EventType): Client =>
  /^(ENROLLMENT|QUOTA)/.test(type) ? 'limited' : 'local';

/** A delivery as received, with the secret of its webhook. */
interface Delivered extends Received {
  readonly secret: string;
}

/** Of the operator: open the service with it. */
export const ADMIN_TOKEN = 'an-administrators-token';

/** Causes events as integrators and signers do, through the HTTP interface, or by the clock. */
export class EventProducers {
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** How to cause each event. */
  readonly byType: Readonly<Record<EventType, () => Promise<unknown>>> = {
    'TRANSACTION.CREATED': async () => this.member(await this.envelope(), 1),
    'TRANSACTION.COMPLETED': async () => this.#service.accept(await this.trust()),
    'TRANSACTION.CANCELLED': async () => this.cancel(await this.trust()),
    'TRANSACTION.FAILED': async () => {
      const session = await this.signing();
      await this.post('/_local/broken-finalizations', { sessionId: session.sessionId });
      await this.#service.accept(session);
    },
    'TRANSACTION.EXPIRED': async () => {
      await this.trust({ expiresInMinutes: 5 });
      await this.#pass(1);
    },
    'TRANSACTION.FALLBACK': () => this.fallBack(),
    'TRANSACTION.DEADLINE_APPROACHING': async () => {
      await this.trust(disclosing);
      await this.#pass(6);
    },
    'STEP.PURPOSE_DISCLOSURE_SENT': async () => this.#service.view(await this.trust(disclosing)),
    'SIGNING_SESSION.CREATED': () => this.signing(),
    'SIGNING_SESSION.COMPLETED': async () => this.#service.accept(await this.signing()),
    'SIGNING_SESSION.CANCELLED': async () => this.cancel(await this.signing()),
    'SIGNING_SESSION.EXPIRED': async () => {
      await this.signing({ expiresInMinutes: 5 });
      await this.#pass(1);
    },
    'ENVELOPE.CREATED': () => this.envelope(),
    'ENVELOPE.ALL_SIGNED': async () => {
      const envelopeId = await this.envelope();
      for (const index of [1, 2]) await this.#service.accept(await this.member(envelopeId, index));
    },
    'ENVELOPE.CANCELLED': async () => {
      const envelopeId = await this.envelope();
      await this.member(envelopeId, 1);
      await this.post(`/v1/envelopes/${envelopeId}/cancel`, { reason: 'No longer needed' });
    },
    'ENVELOPE.EXPIRED': async () => {
      await this.envelope();
      await this.#pass(2);
    },
    'ENROLLMENT.EXPIRING': async () => {
      await this.showFace();
      await this.#pass(336);
    },
    'ENROLLMENT.EXPIRED': async () => {
      await this.showFace();
      await this.#pass(366);
    },
    'QUOTA.WARNING': async () => {
      await this.trust({}, 'limited');
      await this.trust({}, 'limited');
    },
    'API.DEPRECATION_NOTICE': async () => {
      await this.post('/_local/clock', { at: '2026-08-30T10:00:00Z' });
      const call = { as: ADMIN_TOKEN, json: { mode: 'sandbox' } };
      assert.equal((await this.#service.call('/admin/tenants/tenant_local/mode', call)).status, 200);
    },
  };

  /**
   * Causes the event, and waits until it is delivered. All data is gone before and afterwards.
   * @returns the first delivery
   */
  async deliver(type: EventType): Promise<Delivered> {
    const receiver = await openReceiver();
    try {
      const wanted = { url: receiver.url, events: [type] };
      const { secret } = await this.post('/v1/webhooks', wanted, clientFor(type));
      await this.byType[type]();
      while (receiver.received.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
      const [first = assert.fail()] = receiver.received;
      return { ...first, secret };
    } finally {
      await this.#service.call('/_local/reset', { method: 'POST' });
      await receiver.close();
    }
  }

  async post(path: string, json: unknown, client: Client = 'local'): Promise<Answer['body']> {
    const { status, body } = await this.#service.call(path, {
      as: await this.#service.token(client),
      json,
    });
    assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  signing(changes: Changes = {}): Promise<CreatedSession> {
    return this.#service.create({ signer: SIGNER, metadata: METADATA, ...changes });
  }

  trust(changes: Changes = {}, client: Client = 'local'): Promise<CreatedSession> {
    const policy = { profile: 'CLICK_ONLY' };
    const json = { action: ACTION, policy, signer: SIGNER, metadata: METADATA, ...changes };
    return this.post('/v1/trust-sessions', json, client);
  }

  async envelope(): Promise<string> {
    const json = { signingMode: 'PARALLEL', totalSigners: 2, document: DOCUMENT, metadata: METADATA };
    return (await this.post('/v1/envelopes', json)).envelopeId;
  }

  member(envelopeId: string, signerIndex: number): Promise<CreatedSession> {
    const policy = { profile: 'CLICK_ONLY' };
    const json = { signerIndex, signer: SIGNER, policy, metadata: METADATA };
    return this.post(`/v1/envelopes/${envelopeId}/sessions`, json);
  }

  cancel({ sessionId }: CreatedSession): Promise<Answer['body']> {
    return this.post(`/v1/signing-sessions/${sessionId}/cancel`, { reason: 'No longer needed' });
  }

  /** A session that goes on with a photo of the document, because the government's database does not answer. */
  async fallBack(): Promise<CreatedSession> {
    const service = this.#service;
    const signer = { ...SIGNER, cpf: TRIGGER_CPFS.identityUnavailable };
    const session = await this.signing({ signer, policy: { profile: 'BIOMETRIC_SERPRO_AUTO_FALLBACK' } });
    const { version: disclosureVersion } = (await service.view(session)).disclosure;
    await service.act(session, { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion });
    await service.accept(session);
    const { livenessSessionId, liveness } = (await service.act(session, { action: 'start_liveness' })).body;
    const { nonce } = liveness;
    await service.act(session, { action: 'complete_liveness', livenessSessionId, liveness: { nonce } });
    return session;
  }

  /** A session in which a face before a camera is matched, and becomes the signer's reference photo. */
  async showFace(): Promise<CreatedSession> {
    const service = this.#service;
    const session = await this.trust({ policy: { profile: 'BIOMETRIC' } }, 'limited');
    await service.accept(session);
    const begun = await service.act(session, { action: 'start_liveness', capabilities: { camera: true } });
    const { livenessSessionId, liveness } = begun.body;
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
    return session;
  }

  /** Moves the clock as QA does, which runs everything that is due. */
  #pass(days: number): Promise<Answer['body']> {
    return this.post('/_local/clock', { advanceSeconds: days * DAY_SECONDS });
  }
}
