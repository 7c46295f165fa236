import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TRIGGER_CPFS } from '../../demo/service/src/biometrics/local-providers.ts';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

let service: ServiceProcess;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
});

after(() => service?.stop());

for (const engine of enginesToTest()) {
  describe(`a simulated biometric check: ${engine}`, () => {
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine);
    });
    after(() => browser?.close());

    it('needs no camera, and the session is signed', async () => {
      const integrator = new Integrator(service.url);
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile: 'BIOMETRIC' },
        locale: 'en',
      });
      const signer = new Signer(browser);
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.accepts();
      await signer.sees('liveness');
      await signer.reads('No camera is used and no face is needed.');
      await browser.click({ selector: 'button', text: 'Simulate the check' });
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
      assert.deepEqual(await browser.policyViolations(), []);
      assert.deepEqual(await browser.consoleErrors(), []);
    });

    /** Comes to the camera step and has it simulated, as a signer about whom the local checks say something. */
    async function simulates(profile: string, cpf: string): Promise<Signer> {
      const session = await new Integrator(service.url).createSession(onePagePdf('Contrato'), {
        policy: { profile },
        signer: { name: 'Maria da Silva', cpf, birthDate: '1985-03-17' },
        locale: 'en',
      });
      const signer = new Signer(browser);
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('No camera is used and no face is needed.');
      await browser.click({ selector: 'button', text: 'Simulate the check' });
      return signer;
    }

    it('lets the signer wait for a government base that answers late, and goes on by itself', async () => {
      const signer = await simulates('BIOMETRIC_SERPRO', TRIGGER_CPFS.identitySlow);
      await signer.sees('waiting');
      await signer.reads('Document signed');
    });

    it('says that the face was not recognised, how many tries are left, and when there is none', async () => {
      const signer = await simulates('BIOMETRIC', TRIGGER_CPFS.faceMismatch);
      for (const left of ['You have 2 tries left.', 'You have 1 try left.']) {
        await signer.reads(`The service did not accept the check. ${left}`);
        await browser.click({ selector: 'button', text: 'Simulate the check' });
      }
      await signer.sees('exhausted');
    });
  });
}
