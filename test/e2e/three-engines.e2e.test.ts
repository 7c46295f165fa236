import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { assertSealed } from '../service/support/pdf-checks.ts';
import { runTool, withoutTools } from '../service/support/tools.ts';

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

for (const engine of enginesToTest()) {
  describe(`signing by click on the hosted page: ${engine}`, () => {
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
    });

    after(() => browser?.close());

    it('ends with a sealed document and an evidence pack that other tools verify', async t => {
      const original = onePagePdf(`Contrato lido no ${engine}`);
      const session = await integrator.createSession(original);
      const signer = new Signer(browser);

      await signer.open(session.link);
      await signer.reads('Revise e assine o documento');
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('Documento assinado');

      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
      const { pack, signed } = await integrator.results(session.transactionId);
      assert.deepEqual(Buffer.from(signed).subarray(0, original.length), Buffer.from(original));
      const missing = withoutTools('openssl', 'pdfsig', 'qpdf');
      if (missing) t.diagnostic(missing);
      else {
        assertSealed(signed);
        const { status, stdout } = runTool(
          'openssl',
          ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'],
          pack,
        );
        assert.equal(status, 0);
        const evidence: unknown = JSON.parse(stdout.toString());
        assert.equal(Reflect.get(Object(evidence), 'sessionId'), session.sessionId);
      }
    });

    it('keeps the secret out of the address, survives a reload, and breaks no policy', async () => {
      const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
      const signer = new Signer(browser);
      await signer.open(session.link);
      await signer.seesDocument();
      const address = await browser.evaluate(() => location.href);
      assert.doesNotMatch(address, /cs=|ss_secret/);
      // Another visit, not a reload: the state of this one must not help.
      await browser.goto('about:blank');
      await browser.goto(address);
      await signer.reads('This link does not work');

      await signer.open(session.link);
      await signer.seesDocument();
      await signer.reloads();
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('Document signed');
      await signer.reloads();
      await signer.reads('Document signed');
      assert.deepEqual(await browser.policyViolations(), []);
      assert.deepEqual(await browser.consoleErrors(), []);
    });
  });
}
