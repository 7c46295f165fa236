import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

const content = Buffer.from(onePagePdf('Contrato')).toString('base64');

async function envelope(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const json = { signingMode: 'PARALLEL', totalSigners: 2, document: { content }, ...changes };
  const { status, body } = await service.call('/v1/envelopes', { as: token, json });
  assert.equal(status, 201, JSON.stringify(body));
  return body.envelopeId;
}

const add = (envelopeId: string, signerIndex: number, name: string, profile = 'CLICK_ONLY') =>
  service.call(`/v1/envelopes/${envelopeId}/sessions`, {
    as: token,
    json: {
      signerIndex,
      signer: { name, cpf: '52998224725', userExternalId: name, email: `${name}@example.com` },
      policy: { profile },
    },
  });

async function member(envelopeId: string, signerIndex: number, name: string): Promise<CreatedSession> {
  const { status, body } = await add(envelopeId, signerIndex, name);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function decline({ sessionId, clientSecret }: CreatedSession): Promise<void> {
  const path = `/v1/signing-sessions/${sessionId}/cancel`;
  assert.equal((await service.call(path, { as: clientSecret, method: 'POST' })).status, 200);
}

const detail = async (envelopeId: string) =>
  (await service.call(`/v1/envelopes/${envelopeId}`, { as: token })).body;

const signers = async (envelopeId: string): Promise<string[]> =>
  (await detail(envelopeId)).sessions.map(
    (one: { signerIndex: number; signerName: string; status: string }) =>
      `${one.signerIndex} ${one.signerName} ${one.status}`,
  );

describe('a place in an envelope', () => {
  test('is free again when its signer declined: somebody else signs there, and all have signed', async () => {
    const envelopeId = await envelope();
    const ana = await member(envelopeId, 1, 'ana');
    const bia = await member(envelopeId, 2, 'bia');
    await decline(ana);
    const { status, addedSessions } = await detail(envelopeId);
    assert.deepEqual([status, addedSessions], ['ACTIVE', 1]);
    const caio = await member(envelopeId, 1, 'caio');
    assert.equal((await add(envelopeId, 1, 'dora')).status, 409, 'the place is taken again');
    assert.equal((await service.accept(ana)).status, 410, 'the first link opens nothing');
    for (const signer of [bia, caio]) {
      assert.equal((await service.accept(signer)).body.status, 'COMPLETED');
    }
    assert.deepEqual(await signers(envelopeId), ['1 ana CANCELLED', '1 caio COMPLETED', '2 bia COMPLETED']);
    const done = await detail(envelopeId);
    assert.deepEqual([done.status, done.addedSessions, done.completedSessions], ['COMPLETED', 2, 2]);
    const [event] = await service.database.query<{ data: { sessions: { sessionId: string }[] } }>(
      `SELECT data FROM outbox WHERE event_type = 'ENVELOPE.ALL_SIGNED' AND data->>'envelopeId' = $1`,
      [envelopeId],
    );
    assert.deepEqual(
      event?.data.sessions.map(({ sessionId }) => sessionId),
      [caio.sessionId, bia.sessionId],
      'who signed, and nobody else',
    );
    const stamp = await service.call(`/v1/envelopes/${envelopeId}/combined-stamp`, {
      as: token,
      method: 'POST',
    });
    assert.deepEqual([stamp.status, stamp.body.signerCount], [200, 2]);
  });

  test('is free again when the signature broke, or the integrator withdrew the session', async () => {
    const envelopeId = await envelope();
    const ana = await member(envelopeId, 1, 'ana');
    await service.call('/_local/broken-finalizations', { json: { sessionId: ana.sessionId } });
    assert.equal((await service.accept(ana)).body.status, 'FAILED');
    service.clock.advance(1);
    const bia = await member(envelopeId, 1, 'bia');
    const withdrawn = await service.call(`/v1/signing-sessions/${bia.sessionId}/cancel`, {
      as: token,
      method: 'POST',
    });
    assert.equal(withdrawn.status, 200);
    assert.equal((await service.accept(await member(envelopeId, 1, 'caio'))).body.status, 'COMPLETED');
    assert.deepEqual(await signers(envelopeId), ['1 ana FAILED', '1 bia CANCELLED', '1 caio COMPLETED']);
    assert.equal((await add(envelopeId, 1, 'dora')).status, 409, 'a signature is not given away');
  });

  test('is given to one of two who are added at the same moment', async () => {
    const envelopeId = await envelope();
    await decline(await member(envelopeId, 1, 'ana'));
    const both = await Promise.all([add(envelopeId, 1, 'bia'), add(envelopeId, 1, 'caio')]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
  });

  test('in SEQUENTIAL keeps those after it waiting until somebody has signed there', async () => {
    const owner = { email: 'owner@acme.example' };
    const envelopeId = await envelope({ signingMode: 'SEQUENTIAL', owner });
    const ana = await member(envelopeId, 1, 'ana');
    const bia = await member(envelopeId, 2, 'bia');
    await decline(ana);
    const early = await service.accept(bia);
    assert.deepEqual([early.status, early.body.type], [409, 'not-your-turn']);
    const caio = await member(envelopeId, 1, 'caio');
    const invited = async ({ url }: CreatedSession) =>
      (await service.messages()).some(
        ({ subject, text }) => /pediu/.test(subject ?? '') && text.includes(url),
      );
    assert.deepEqual([await invited(caio), await invited(bia)], [true, false]);
    assert.equal((await service.accept(caio)).body.status, 'COMPLETED');
    assert.equal(await invited(bia), true);
    assert.equal((await service.accept(bia)).body.status, 'COMPLETED');
    assert.equal((await detail(envelopeId)).status, 'COMPLETED');
  });

  test('left by the only signer with a certificate lets the others sign without', async () => {
    const envelopeId = await envelope();
    const { body } = await add(envelopeId, 1, 'ana', 'DIGITAL_CERTIFICATE');
    assert.equal((await add(envelopeId, 2, 'bia')).status, 409);
    await decline(body);
    await member(envelopeId, 2, 'bia');
    assert.equal((await add(envelopeId, 1, 'caio', 'DIGITAL_CERTIFICATE')).status, 409);
  });
});
