import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TRIGGER_CPFS } from '../../demo/service/src/biometrics/local-providers.ts';
import { ensureBuild } from '../support/builds.ts';
import { choosePhoto } from '../support/document-photo-page.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const NOT_RECOGNISED = 'The person on the document was not recognised.';

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

/** A session of the profile that falls back by itself, for a signer about whom the local checks say something. */
const sessionOf = (cpf: string): Promise<IntegratorSession> =>
  integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC_SERPRO_AUTO_FALLBACK' },
    signer: { name: 'Maria da Silva', cpf, birthDate: '1985-03-17', email: 'maria@exemplo.com.br' },
    locale: 'en',
  });

/** The steps of a completed session, as anybody may read them. */
async function stepsOf({ sessionId }: IntegratorSession): Promise<{ type: string; result: unknown }[]> {
  const { status, evidenceId } = await integrator.status(sessionId);
  assert.equal(status, 'COMPLETED');
  const evidence: unknown = await (await fetch(`${service.url}/v1/verify/${String(evidenceId)}`)).json();
  return Object(evidence).steps;
}

for (const engine of enginesToTest()) {
  describe(`a photo of the identity document: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;

    before(async () => {
      browser = await openBrowser(engine);
      signer = new Signer(browser);
    });
    after(() => browser?.close());

    /** Reads the notice, accepts, and passes the camera step, which is simulated. */
    async function goesThroughTheCheck({ link }: IntegratorSession): Promise<void> {
      await signer.open(link);
      await signer.reads('What your data is used for');
      await browser.click({ selector: 'button', text: 'I have read this' });
      await signer.reads('Review and sign the document');
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('No camera is used and no face is needed.');
      await browser.click({ selector: 'button', text: 'Simulate the check' });
    }

    for (const [trigger, what] of [
      ['identityUnavailable', 'does not answer'],
      ['identityMismatch', 'knows another face'],
    ] as const) {
      it(`takes the place of a government base that ${what}, and the session is signed`, async () => {
        const session = await sessionOf(TRIGGER_CPFS[trigger]);
        await goesThroughTheCheck(session);
        await signer.reads('Photo of your identity document');
        await choosePhoto(browser, 'CNH');
        await browser.click({ selector: 'button', text: 'Send the photo' });
        await signer.reads('Document signed');
        const steps = await stepsOf(session);
        assert.deepEqual(
          steps.map(({ type }) => type),
          ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'DOCUMENT_PHOTO_MATCH'],
        );
        const { documentPhotoMatch, serproIdentity } = Object(steps[3]?.result);
        assert.equal(documentPhotoMatch.documentType, 'CNH');
        assert.equal(serproIdentity, undefined, 'the evidence says nothing of a check that was not passed');
        assert.deepEqual(await browser.policyViolations(), []);
        assert.deepEqual(await browser.consoleErrors(), []);
      });
    }

    it('is not asked for by a base that knows the signer', async () => {
      const session = await sessionOf('52998224725');
      await goesThroughTheCheck(session);
      await signer.reads('Document signed');
      const { serproIdentity } = Object((await stepsOf(session))[3]?.result);
      assert.equal(serproIdentity.valid, true);
    });

    it('says that another person is on it, how many tries are left, and when there is none', async () => {
      const session = await sessionOf(TRIGGER_CPFS.documentPhotoMismatch);
      await goesThroughTheCheck(session);
      for (const left of ['You have 2 tries left.', 'You have 1 try left.']) {
        await signer.reads('Photo of your identity document');
        await choosePhoto(browser, 'RG');
        await browser.click({ selector: 'button', text: 'Send the photo' });
        await signer.reads(`${NOT_RECOGNISED} Check that it is yours and easy to read. ${left}`);
      }
      await choosePhoto(browser, 'RG');
      await browser.click({ selector: 'button', text: 'Send the photo' });
      await signer.sees('exhausted');
      assert.equal((await integrator.status(session.sessionId))['status'], 'ACTIVE');
    });

    it(
      'is taken with a camera where there is one, which goes off with it',
      { skip: engine === 'webkit' },
      async () => {
        const session = await sessionOf(TRIGGER_CPFS.identityUnavailable);
        await goesThroughTheCheck(session);
        await signer.reads('Photo of your identity document');
        await browser.click({ selector: 'button', text: 'Use the camera' });
        await browser.click({ selector: 'button', text: 'Take the photo' });
        await browser.click({ selector: 'button', text: 'Send the photo' });
        await signer.reads('Document signed');
        const { documentPhotoMatch } = Object((await stepsOf(session))[3]?.result);
        assert.equal(documentPhotoMatch.documentType, 'RG');
      },
    );
  });
}
