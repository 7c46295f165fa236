import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startAskingService, type AskingService } from '../support/asking-service.ts';
import { ensureBuild } from '../support/builds.ts';
import { FilmSigner } from '../support/film-camera.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { withoutFilms } from '../support/film-studio.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { readQrOnScreen } from '../support/qr-on-screen.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const PHONE = { width: 390, height: 844 };
/** The film lasts 16 seconds, and more on a busy machine. */
const FILM_MS = 120_000;

let service: AskingService;

/** Runs in the page. */
function bringCodeIntoView(): boolean {
  const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
  const part = screen?.shadowRoot?.querySelector('sign-session-handover');
  const code = part?.shadowRoot?.querySelector('svg.qr');
  code?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return code !== null && code !== undefined;
}

describe('the camera step on the signer’s phone', { skip: withoutFilms() }, () => {
  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    // What the film shows, in its order; the service judges it by itself.
    service = await startAskingService('TURN_LEFT', 'TURN_RIGHT', 'BLINK');
    await setBiometrics(service.url, 'LIVE');
  });
  after(() => service?.stop());

  for (const engine of enginesToTest()) {
    describe(`while the document is open in ${engine}`, () => {
      let browser: LiveBrowser | undefined;
      let phone: FilmSigner | undefined;

      afterEach(async () => {
        await Promise.all([browser?.close(), phone?.close()]);
      });

      it('is reached by the code on the screen, and the first page goes on by itself', async () => {
        browser = await openBrowser(engine, { viewport: { width: 1280, height: 1000 } });
        phone = await FilmSigner.launch('live-sequence', { viewport: PHONE });
        const integrator = new Integrator(service.url);
        const session = await integrator.createSession(onePagePdf('Contrato'), {
          policy: { profile: 'BIOMETRIC' },
          locale: 'en',
        });
        const signer = new Signer(browser);
        await signer.open(session.link);
        await signer.seesDocument();
        await signer.accepts();
        await signer.reads('Show that it is you');
        await browser.click({ selector: 'button', text: 'Continue on your phone' });
        await browser.waitFor(bringCodeIntoView);
        const link = await readQrOnScreen(browser, phone.page);
        assert.ok(!link.includes(session.clientSecret));

        await phone.browser.goto(link);
        await phone.reads('Show that it is you');
        await phone.starts();
        await phone.reads('Document signed');
        await signer.reads('Document signed', FILM_MS);

        assert.equal(phone.begun, 1);
        assert.deepEqual([...new Set(await phone.tracks())], ['ended']);
        const { evidenceId } = await integrator.status(session.sessionId);
        const evidence: unknown = await (
          await fetch(`${service.url}/v1/verify/${String(evidenceId)}`)
        ).json();
        const { liveness } = Object(Object(evidence).steps[1].result);
        assert.equal(liveness.captureMode, 'LIVE');
        assert.deepEqual(
          liveness.frames.map(({ action }: { action: string }) => action),
          ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK'],
        );
        assert.deepEqual(await browser.policyViolations(), []);
        assert.deepEqual(await phone.browser.policyViolations(), []);
      });
    });
  }
});
