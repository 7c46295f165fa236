import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openBrowser, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { accessibilityTree, listenToPage, spokenOn } from '../support/spoken.ts';
import { assertReads, assertSpoken, node, say } from '../support/spoken-order.ts';

/* An action that is confirmed after a notice, with a code that goes where the signer says. */

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

interface Confirmation extends IntegratorSession {
  readonly phone: string;
}

/** A session of a signer whose phone nobody else has. */
async function confirmation(): Promise<Confirmation> {
  const phone = `+55119${randomInt(10_000_000, 99_999_999)}`;
  const session = await integrator.createTrustSession({
    policy: {
      profile: 'CUSTOM',
      customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'],
    },
    signer: {
      name: 'Maria da Silva',
      cpf: '529.982.247-25',
      email: `${phone.slice(1)}@exemplo.com.br`,
      phone,
      otpChannelSelectable: true,
    },
    locale: 'en',
  });
  return { ...session, phone };
}

const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('what a screen reader has of confirming an action, in Chromium', { skip }, () => {
  it('tells each step by its heading, then what is wrong, and then the end', async () => {
    const { browser, page } = await openChromium();
    try {
      await listenToPage(page);
      const signer = new Signer(browser);
      const { link, phone } = await confirmation();
      await signer.open(link);
      await signer.reads('What your data is used for');
      assertReads(await accessibilityTree(page), [
        node('region', 'Signing session'),
        node('heading', 'What your data is used for'),
        node('button', 'I have read this'),
        node('sectionfooter', ''),
      ]);
      await signer.tabsTo('I have read this');
      await browser.press('Enter');
      await signer.reads('Review and confirm');
      await signer.tabsTo('I have read the description');
      await browser.press('Space');
      await signer.tabsTo('Confirm');
      await browser.press('Enter');
      await signer.reads('Where should the code go?');
      assertReads(await accessibilityTree(page), [
        node('heading', 'Where should the code go?'),
        node('button', /^By e-mail · .+@/),
        node('button', /^By SMS · .+\d{4}$/),
        node('StaticText', /^SMS is less safe than e-mail/),
        node('button', 'Decline'),
      ]);
      await signer.tabsTo('By SMS ·');
      await browser.press('Enter');
      await signer.reads('Enter the 6-digit code');
      const code = await integrator.codeFor(phone);
      await signer.tabsTo('Code');
      await browser.type(anotherThan(code));
      await browser.press('Enter');
      await signer.reads('The code is not right.');
      assertReads(await accessibilityTree(page), [
        node('heading', 'Enter the 6-digit code'),
        node('textbox', 'Code'),
        node('alert', ''),
        node('timer', ''),
        node('button', 'Confirm'),
        node('button', 'Decline'),
      ]);
      await page.locator('input[autocomplete="one-time-code"]').fill(code);
      await browser.press('Enter');
      await signer.reads('Confirmed');
      assertReads(await accessibilityTree(page), [node('heading', 'Confirmed')]);
      assertSpoken(await spokenOn(page), [
        say('status', 'What your data is used for'),
        say('focus', 'I have read this'),
        say('focus', 'Review and confirm'),
        say('focus', /^I have read the description/),
        say('focus', 'Where should the code go?'),
        say('focus', /^By SMS/),
        say('focus', 'Enter the 6-digit code'),
        say('focus', 'Code'),
        say('alert', 'The code is not right. You have 2 more tries with it.'),
        say('focus', 'Confirmed'),
      ]);
    } finally {
      await browser.close();
    }
  });
});

for (const engine of enginesToTest()) {
  describe(`an action and the keyboard alone: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;

    before(async () => {
      browser = await openBrowser(engine);
      signer = new Signer(browser);
    });

    after(() => browser?.close());

    it('is confirmed: over the notice, the consent, the choice of the way and the code', async () => {
      const { link, phone, sessionId } = await confirmation();
      await signer.open(link);
      await signer.reads('What your data is used for');
      await signer.tabsTo('I have read this');
      await browser.press('Enter');
      await signer.reads('Review and confirm');
      await signer.tabsTo('I have read the description');
      await browser.press('Space');
      await signer.tabsTo('Confirm');
      await browser.press('Enter');
      await signer.tabsTo('By SMS ·');
      await browser.press('Enter');
      await signer.reads('Enter the 6-digit code');
      await signer.tabsTo('Code');
      await browser.type(await integrator.codeFor(phone));
      await browser.press('Enter');
      await signer.reads('Confirmed');
      assert.equal((await integrator.status(sessionId))['status'], 'COMPLETED');
      assert.deepEqual(await browser.consoleErrors(), []);
    });

    it('is declined, with a reason', async () => {
      const { link, sessionId } = await confirmation();
      await signer.open(link);
      await signer.reads('What your data is used for');
      await signer.tabsTo('Decline');
      await browser.press('Enter');
      await signer.reads('Decline to confirm?');
      await signer.tabsTo('Reason');
      await browser.type('I know of no such transfer');
      await signer.tabsTo('Decline');
      await browser.press('Enter');
      await signer.reads('You declined');
      assert.equal((await integrator.status(sessionId))['status'], 'CANCELLED');
    });
  });
}
