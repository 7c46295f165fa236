import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

let service: TestService;
/** Over real HTTP, where even an empty request has a body stream. */
let server: NodeServer;
let token: string;
before(async () => {
  service = await openTestService();
  server = await openNodeServer('127.0.0.1', 0);
  server.serve(service);
  token = await service.token();
});
after(async () => {
  await server.close();
  await service.close();
});

async function post(
  { path, as }: { path: string; as: string },
  init: { headers?: Record<string, string>; body?: Blob } = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(server.address + path, {
    method: 'POST',
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${as}` },
  });
  return { status: response.status, text: await response.text() };
}

const signer = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };

async function trustSession(): Promise<CreatedSession> {
  const action = { type: 'pix', description: 'Pay 10' };
  const json = { action, policy: { profile: 'CLICK_ONLY' }, signer };
  return (await service.call('/v1/trust-sessions', { as: token, json })).body;
}

async function envelope(): Promise<string> {
  const document = { content: Buffer.from(onePagePdf('Contrato')).toString('base64') };
  const json = { signingMode: 'PARALLEL', totalSigners: 2, document };
  return (await service.call('/v1/envelopes', { as: token, json })).body.envelopeId;
}

async function codeStep(): Promise<string> {
  const json = {
    policy: { profile: 'CUSTOM', customSteps: ['OTP_CHALLENGE', 'OTP_VERIFY', 'CLICK_ACCEPT'] },
    purpose: 'ACTION_AUTHENTICATION',
    action: { type: 'pix', description: 'Pay 10' },
    signer,
  };
  const { body } = await service.call('/v1/transactions', { as: token, json });
  return `/v1/transactions/${body.transactionId}/steps/${body.steps[0].stepId}/start`;
}

/** Each POST that allows an empty body: its path and credential. */
const CALLS: readonly (readonly [name: string, make: () => Promise<{ path: string; as: string }>])[] = [
  [
    'the cancellation of a signing session',
    async () => ({ path: `/v1/signing-sessions/${(await service.create()).sessionId}/cancel`, as: token }),
  ],
  [
    'the cancellation of a trust session',
    async () => ({ path: `/v1/trust-sessions/${(await trustSession()).sessionId}/cancel`, as: token }),
  ],
  [
    'the cancellation of an envelope',
    async () => ({ path: `/v1/envelopes/${await envelope()}/cancel`, as: token }),
  ],
  [
    'another code',
    async () => {
      const session = await service.create({ policy: { profile: 'CLICK_PLUS_OTP' } });
      await service.accept(session);
      service.clock.advance(120_000);
      return { path: `/v1/signing-sessions/${session.sessionId}/resend-otp`, as: session.clientSecret };
    },
  ],
  [
    'a handover',
    async () => {
      const session = await service.create();
      return { path: `/v1/signing-sessions/${session.sessionId}/handover`, as: session.clientSecret };
    },
  ],
  ['the start of a step', async () => ({ path: await codeStep(), as: token })],
];

describe('a POST without a body', () => {
  for (const [name, make] of CALLS) {
    test(`needs no content type: ${name}`, async () => {
      const { status, text } = await post(await make());
      assert.equal(status, 200, text);
    });

    test(`may have a JSON content type: ${name}`, async () => {
      const { status, text } = await post(await make(), { headers: { 'Content-Type': 'application/json' } });
      assert.equal(status, 200, text);
    });
  }

  test('still refuses a body of an unknown type', async () => {
    const { sessionId } = await service.create();
    const path = `/v1/signing-sessions/${sessionId}/cancel`;
    const { status } = await post({ path, as: token }, { body: new Blob(['{"reason": "changed"}']) });
    assert.equal(status, 415);
  });
});
