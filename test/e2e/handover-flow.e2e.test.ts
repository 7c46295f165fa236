import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureBuild } from '../support/builds.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openBrowser, openChromium, type LiveBrowser } from '../support/live-browser.ts';
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

/** The link that the widget shows once the signer has asked for it. */
function linkOn(browser: LiveBrowser): Promise<string> {
  return browser.waitFor(() => {
    const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
    const part = screen?.shadowRoot?.querySelector('sign-session-handover');
    return part?.shadowRoot?.querySelector('a')?.href;
  });
}

for (const engine of enginesToTest()) {
  describe(`going on with a phone, and back: ${engine}`, () => {
    let browser: LiveBrowser;
    let phone: LiveBrowser;
    let signer: Signer;
    let phoneSigner: Signer;

    before(async () => {
      browser = await openBrowser(engine);
      phone = await openBrowser(engine, { viewport: { width: 480, height: 800 } });
      signer = new Signer(browser);
      phoneSigner = new Signer(phone);
    });

    after(async () => {
      await phone?.close();
      await browser?.close();
    });

    /** The first device comes to the camera step, which it can't or won't do, and shows a link. */
    async function asksForLink(session: IntegratorSession): Promise<string> {
      await setBiometrics(service.url, 'LIVE');
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.accepts();
      await signer.sees('liveness');
      await browser.click({ selector: 'button', text: 'Continue on your phone' });
      const link = await linkOn(browser);
      assert.equal(new URL(link).pathname, `/s/${session.sessionId}`);
      assert.deepEqual([...new URL(link).searchParams.keys()], ['h']);
      return link;
    }

    /** The other device does the check, which is simulated there: no camera here shows a film in every engine. */
    async function passesCheck(link: string): Promise<void> {
      await setBiometrics(service.url, 'SIMULATED');
      await phoneSigner.open(link);
      await phoneSigner.sees('liveness');
      await phone.click({ selector: 'button', text: 'Simulate the check' });
    }

    it('signs there, and the first page says so by itself', async () => {
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile: 'BIOMETRIC' },
        locale: 'en',
      });
      await passesCheck(await asksForLink(session));
      await phoneSigner.reads('Document signed');
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
      for (const page of [browser, phone]) {
        assert.equal(await page.evaluate(() => location.search), '');
        assert.deepEqual(await page.policyViolations(), []);
        assert.deepEqual(await page.consoleErrors(), []);
      }
    });

    it('does one step there, and the first page goes on with the next', async () => {
      const email = `${randomUUID()}@exemplo.com.br`;
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile: 'BIOMETRIC_PLUS_OTP' },
        signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email },
        locale: 'en',
      });
      await passesCheck(await asksForLink(session));
      await signer.reads('Enter the 6-digit code');
      await phoneSigner.reads('Enter the 6-digit code');
      await browser.click('input[autocomplete="one-time-code"]');
      await browser.type(await integrator.codeFor(email));
      await browser.press('Enter');
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
    });
  });
}

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

/** A widget on an integrator’s page. */
const SHOP = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
  <script type="module" src="/sign-session/sign-session.js"></script><main></main></html>`;

/** To this page, the first step is of a type that its widget does not know; and no line tells it of changes. */
async function ageWidget(page: Page): Promise<void> {
  await page.route('**/v1/signing-sessions/*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('CLICK_ACCEPT', 'RETINA_SCAN');
    await route.fulfill({ response, body });
  });
  await page.route('**/v1/signing-sessions/*/events', route => route.abort());
}

describe('a step that an older widget does not know, in Chromium', { skip }, () => {
  let browser: LiveBrowser;
  let page: Page;

  before(async () => {
    ({ browser, page } = await openChromium());
  });

  after(() => browser?.close());

  it('is done on the signing page of the service, and the page of the widget goes on by itself', async () => {
    const session = await integrator.createTrustSession({ policy: { profile: 'CLICK_ONLY' }, locale: 'en' });
    await page.route('**/shop', route => route.fulfill({ contentType: 'text/html', body: SHOP }));
    await ageWidget(page);
    await page.goto(`${service.url}/shop`);
    await browser.evaluate(clientSecret => {
      const element = document.createElement('sign-session');
      Object.assign(element, { clientSecret });
      element.addEventListener('sign-completed', () => {
        document.title = 'Signed';
      });
      document.querySelector('main')?.append(element);
    }, session.clientSecret);
    const signer = new Signer(browser);
    await signer.reads('The next step can be done on the signing page of the service.');
    await signer.tabsTo('Continue on the signing page');
    await browser.press('Enter');
    await linkOn(browser);
    const [signingPage] = await Promise.all([
      page.context().waitForEvent('page'),
      browser.click({ selector: 'a', text: 'Open the signing page' }),
    ]);
    await signingPage.locator('input[type=checkbox]').check();
    await signingPage.getByRole('button', { name: 'Confirm', exact: true }).click();
    await signingPage.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await signer.reads('Confirmed');
    assert.equal(await browser.evaluate(() => document.title), 'Signed');
    assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
    assert.equal(new URL(signingPage.url()).search, '');
  });
});
