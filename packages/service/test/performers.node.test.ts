import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { lastPageText } from './support/pdf-checks.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const OTP = { policy: { profile: 'CLICK_PLUS_OTP' } };

const said = (steps: { type: string; performedBy?: string }[]) =>
  steps.map(({ type, performedBy }) => [type, performedBy]);

/** Who performed each step, as the pack says it, and whether everybody is told the same. */
async function performers({ transactionId }: Pick<CreatedSession, 'transactionId'>): Promise<unknown> {
  const as = await service.token();
  const path = `/v1/transactions/${transactionId}`;
  const { body: evidence } = await service.call(`${path}/evidence`, { as });
  const { body: everybody } = await service.call(`/v1/verify/${evidence.evidenceId}`);
  const { body: transaction } = await service.call(path, { as });
  assert.deepEqual(said(everybody.steps), said(evidence.steps));
  assert.deepEqual(said(transaction.steps), said(evidence.steps));
  const [row] = await service.database.query<{ canonical: string }>(
    'SELECT canonical FROM evidence WHERE evidence_id = $1',
    [evidence.evidenceId],
  );
  assert.deepEqual(said(JSON.parse(row?.canonical ?? '').steps), said(evidence.steps));
  return said(evidence.steps);
}

async function pageOf({ transactionId }: Pick<CreatedSession, 'transactionId'>): Promise<string> {
  const as = await service.token();
  const { body } = await service.call(`/v1/transactions/${transactionId}/download`, { as });
  const answer = await service.fetch(new Request(body.signedUrl));
  return lastPageText(new Uint8Array(await answer.arrayBuffer()));
}

describe('who performed each step', { skip: withoutTools('pdftotext') }, () => {
  test('is the signer with their own link, and the service for what it does itself', async () => {
    const session = await service.create(OTP);
    const { body } = await service.accept(session);
    await service.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
    assert.deepEqual(await performers(session), [
      ['CLICK_ACCEPT', 'signer'],
      ['OTP_CHALLENGE', 'service'],
      ['OTP_VERIFY', 'signer'],
    ]);
    const page = await pageOf(session);
    assert.match(page, /Aceite do documento.* · signatário/);
    assert.match(page, /Envio do código de uso único · serviço/);
  });

  test('is the integrator with a token of its own, on the signer’s route too', async () => {
    const session = await service.create();
    const accepted = { action: 'accept', textVersion: '2026-11', locale: 'pt-BR' };
    const { status, body } = await service.act(session, accepted, { as: await service.token() });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await performers(session), [['CLICK_ACCEPT', 'integrator']]);
    assert.match(await pageOf(session), /Aceite do documento.* · solicitante/);
  });

  test('is the integrator in a direct transaction', async () => {
    const as = await service.token();
    const post = (path: string, json: object) => service.call(path, { as, json });
    const content = Buffer.from(onePagePdf('Contrato')).toString('base64');
    const signer = { name: 'Maria da Silva', cpf: '52998224725' };
    const created = await post('/v1/transactions', {
      policy: { profile: 'CLICK_ONLY' },
      signer,
      document: { content },
    });
    const { transactionId, steps } = created.body;
    const path = `/v1/transactions/${transactionId}`;
    const done = await post(`${path}/steps/${steps[0].stepId}/complete`, { accepted: true });
    assert.equal(done.body.performedBy, 'integrator');
    assert.equal((await post(`${path}/finalize`, {})).status, 200);
    assert.deepEqual(await performers(created.body), [['CLICK_ACCEPT', 'integrator']]);
  });

  test('is not said where a version before completed the step', async () => {
    const session = await service.create(OTP);
    const { body } = await service.accept(session);
    await service.database.query('UPDATE steps SET performed_by = NULL WHERE session_id = $1', [
      session.sessionId,
    ]);
    await service.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
    assert.deepEqual(await performers(session), [
      ['CLICK_ACCEPT', undefined],
      ['OTP_CHALLENGE', undefined],
      ['OTP_VERIFY', 'signer'],
    ]);
    assert.doesNotMatch(await pageOf(session), /Aceite do documento.* · signatário/);
  });
});
