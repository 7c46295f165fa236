import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { lastPageText } from '../support/pdf-checks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { withoutTools } from '../support/tools.ts';

describe('the evidence page of a signature', { skip: withoutTools('pdftotext') }, () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  it('says where the code went, from where it came back, how much was read, and that it is a test', async () => {
    const session = await service.create({
      policy: { profile: 'CLICK_PLUS_OTP' },
      signer: { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' },
      locale: 'en',
    });
    const view = { pagesViewed: 3, pages: 4 };
    const { body } = await service.accept(session, { documentView: view });
    const connection = { remoteAddress: '203.0.113.77' };
    const code = { action: 'verify_otp', otpCode: body.sandbox.otpCode };
    await service.act(session, code, { connection });
    const { downloadUrl } = await service.view(session);
    const answer = await service.fetch(new Request(downloadUrl));
    const text = lastPageText(new Uint8Array(await answer.arrayBuffer())).replaceAll(/\s+/g, ' ');
    for (const expected of [
      'TEST, without legal value',
      'Advanced electronic signature',
      'Code sent to m****@example.com',
      'IP address 203.0.113.77',
      '3 of 4 pages viewed',
      'Acme Crédito (CNPJ 12.ABC.345/01DE-35)',
      'SIGN SESSION LOCAL TEST LTDA (CNPJ 11.222.333/0001-81)',
    ]) {
      assert.ok(text.includes(expected), `${expected} in ${text}`);
    }
    assert.doesNotMatch(text, /maria@/);
  });

  it('says how the signer was to be reached where no code was sent, and when they were asked and first opened the session', async () => {
    const session = await service.create({
      signer: { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' },
      locale: 'en',
    });
    service.clock.advance(60_000);
    await service.view(session);
    service.clock.advance(60_000);
    await service.view(session);
    service.clock.advance(60_000);
    await service.accept(session);
    const { downloadUrl } = await service.view(session);
    const answer = await service.fetch(new Request(downloadUrl));
    const text = lastPageText(new Uint8Array(await answer.arrayBuffer())).replaceAll(/\s+/g, ' ');
    assert.match(text, /Contact given m\*+@example\.com/);
    const times = ['Signature requested', 'Session opened by the signer', 'Document accepted · signer'].map(
      words => Date.parse(new RegExp(`${words} (\\S+Z)`).exec(text)?.[1] ?? ''),
    );
    const [asked = 0, opened, accepted] = times;
    assert.deepEqual([opened, accepted], [asked + 60_000, asked + 180_000], text);
  });
});
