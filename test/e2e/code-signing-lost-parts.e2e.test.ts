import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureBuild } from '../support/builds.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('a part of the widget that does not load, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let integrator: Integrator;
  let browser: LiveBrowser;
  let page: Page;
  let signer: Signer;
  let session: IntegratorSession;
  let email: string;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    integrator = new Integrator(service.url);
  });

  after(() => service?.stop());

  beforeEach(async () => {
    ({ browser, page } = await openChromium());
    signer = new Signer(browser);
    email = `${randomUUID()}@exemplo.com.br`;
    session = await integrator.createTrustSession({
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email },
      locale: 'en',
    });
  });

  afterEach(() => browser.close());

  /** Keeps a part's script from the page, so many times; answers how often it was asked for. */
  async function lose(part: string, times: number): Promise<() => number> {
    let asked = 0;
    await page.route(`**/${part}-*.js`, route => {
      asked += 1;
      return asked > times ? route.continue() : route.abort('internetdisconnected');
    });
    return () => asked;
  }

  async function finish(): Promise<void> {
    await signer.reads('Enter the 6-digit code');
    await browser.click('input[autocomplete="one-time-code"]');
    await browser.type(await integrator.codeFor(email));
    await browser.press('Enter');
    await signer.reads('Confirmed');
  }

  it('is fetched again in time when it was fetched ahead in vain, and nobody notices', async () => {
    const asked = await lose('otp-room', 1);
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    await signer.accepts();
    await finish();
    assert.equal(asked(), 2);
  });

  it('is said to be missing, and comes on another try', async () => {
    const asked = await lose('otp-room', 2);
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    await signer.accepts();
    await signer.reads('The next step did not load');
    await signer.reads('What you did so far stands.');
    await signer.tabsTo('Try again');
    await browser.press('Enter');
    await finish();
    assert.equal(asked(), 3);
  });

  it('that never comes leaves what was done, and a way on by the service’s page or a later visit', async () => {
    await lose('otp-room', Number.POSITIVE_INFINITY);
    const errors: string[] = [];
    await page.exposeFunction('heard', (code: string) => errors.push(code));
    await page.addInitScript(() => {
      addEventListener('sign-error', event => {
        const heard: unknown = Reflect.get(globalThis, 'heard');
        if (typeof heard === 'function') heard(Reflect.get(event, 'code'));
      });
    });
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    await signer.accepts();
    await signer.reads('The next step did not load');
    await signer.tabsTo('Try again');
    await browser.press('Enter');
    await signer.reads('then load the whole page again');
    assert.deepEqual([...new Set(errors)], ['network']);
    assert.equal((await integrator.status(session.sessionId))['status'], 'ACTIVE');

    await page.unroute('**/otp-room-*.js');
    await signer.reloads();
    await finish();
    assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
  });

  it('for declining leaves the tick where it was, and declines on another try', async () => {
    await lose('decline-room', 1);
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    await browser.click({ selector: 'input[type=checkbox]', within: 'sign-session' });
    await signer.tabsTo('Decline');
    await browser.press('Enter');
    await signer.reads('The next step did not load');
    await signer.tabsTo('Go back');
    await browser.press('Enter');
    await signer.reads('Review and confirm');
    assert.equal(await page.locator('sign-session input[type=checkbox]').isChecked(), true);

    await signer.tabsTo('Decline');
    await browser.press('Enter');
    await signer.reads('The next step did not load');
    await signer.tabsTo('Try again');
    await browser.press('Enter');
    await signer.reads('Decline to confirm?');
    await signer.tabsTo('Decline');
    await browser.press('Enter');
    await signer.reads('You declined');
  });
});

describe('a minute without a network, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let browser: LiveBrowser;
  let page: Page;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    ({ browser, page } = await openChromium());
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('loses nothing: nobody knows meanwhile, and then the page finds out by itself and goes on', async () => {
    const integrator = new Integrator(service.url);
    const email = `${randomUUID()}@exemplo.com.br`;
    const session = await integrator.createTrustSession({
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email },
      locale: 'en',
    });
    const signer = new Signer(browser);
    await page.clock.install();
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    await page.context().setOffline(true);
    await signer.accepts();
    // Second by second: between them every request has to fail by itself.
    for (let second = 0; second < 60; second++) await page.clock.runFor(1000);
    await signer.reads('We could not find out whether your confirmation went through.');
    await page.context().setOffline(false);
    await signer.reads('so far nothing is confirmed');
    assert.equal(await page.locator('sign-session input[type=checkbox]').isChecked(), true);
    await browser.click({ selector: 'button[type=submit]', within: 'sign-session' });
    await signer.reads('Enter the 6-digit code');
    assert.equal((await integrator.messagesTo(email)).length, 1);
  });
});
