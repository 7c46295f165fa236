import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

/** A signer whose phone nobody else has. */
const someone = () => {
  const phone = `+55119${randomInt(10_000_000, 99_999_999)}`;
  return {
    name: 'Maria da Silva',
    cpf: '529.982.247-25',
    email: `${phone.slice(1)}@exemplo.com.br`,
    phone,
    otpChannelSelectable: true,
  };
};

for (const engine of enginesToTest()) {
  describe(`a code by SMS: ${engine}`, () => {
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 460, height: 800 } });
    });

    after(() => browser?.close());

    it('goes where the signer says, ends in the line that browsers read, and signs', async () => {
      const person = someone();
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile: 'CLICK_PLUS_OTP' },
        signer: person,
        locale: 'en',
      });
      const signer = new Signer(browser);
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('By SMS ·');
      await signer.reads('By e-mail ·');
      assert.deepEqual(await integrator.messagesTo(person.phone), []);
      assert.equal(
        (await integrator.messagesTo(person.email)).filter(text => /\b\d{6}\b/.test(text)).length,
        0,
      );

      await signer.tabsTo('By SMS ·');
      await browser.press('Enter');
      await signer.reads('Enter the 6-digit code');
      await signer.reads(person.phone.slice(-4));
      const [message = '', ...others] = await integrator.messagesTo(person.phone);
      assert.deepEqual(others, []);
      const code = await integrator.codeFor(person.phone);
      assert.equal(message.split('\n').at(-1), `@${new URL(service.url).hostname} #${code}`);

      await signer.tabsTo('Code');
      await browser.type(code);
      await browser.press('Enter');
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
      assert.deepEqual(await browser.consoleErrors(), []);
    });
  });
}
