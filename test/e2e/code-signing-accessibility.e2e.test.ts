import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { accessibilityTree, listenToPage, spokenOn } from '../support/spoken.ts';
import { assertReads, assertSpoken, node, say } from '../support/spoken-order.ts';

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

const someone = () => ({
  name: 'Maria da Silva',
  cpf: '529.982.247-25',
  email: `${randomUUID()}@exemplo.com.br`,
});

const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('what a screen reader has of it, in Chromium', { skip }, () => {
  let browser: LiveBrowser;
  let page: Page;
  let signer: Signer;

  beforeEach(async () => {
    ({ browser, page } = await openChromium());
    await listenToPage(page);
    signer = new Signer(browser);
  });

  afterEach(() => browser.close());

  it('of signing by click: the document, the consent, what is missing, the end', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    await signer.open(session.link);
    await signer.seesDocument();
    assertReads(await accessibilityTree(page), [
      node('region', 'Signing session'),
      node('heading', 'Review and sign the document'),
      node('checkbox', 'I have read the document and agree to sign it electronically.'),
      node('button', 'Agree and sign'),
      node('button', 'Decline'),
      node('sectionfooter', ''),
    ]);
    await signer.tabsTo('Agree and sign');
    await browser.press('Enter');
    await signer.reads('Tick the box');
    const [box] = (await accessibilityTree(page)).filter(({ role }) => role === 'checkbox');
    assert.equal(box?.name, 'I have read the document and agree to sign it electronically.');
    await browser.press('Space');
    await signer.tabsTo('Agree and sign');
    await browser.press('Enter');
    await signer.reads('Document signed');
    // What draws it comes when it is needed.
    await page.getByRole('img', { name: /^QR code that opens the page/ }).waitFor();
    assertReads(await accessibilityTree(page), [
      node('heading', 'Document signed'),
      node('image', /^QR code that opens the page/),
      node('link', 'Download the signed document'),
      node('link', 'Check the signature'),
    ]);
    assertSpoken(await spokenOn(page), [
      say('status', 'Review and sign the document'),
      say('focus', /^I have read the document/),
      say('alert', 'Tick the box to say that you have read the document and agree.'),
      say('focus', 'Document signed'),
    ]);
  });

  it('of a one-time code: the field with its label, the wrong entry, the end', async () => {
    const person = someone();
    const session = await integrator.createSession(onePagePdf('Contrato'), {
      policy: { profile: 'CLICK_PLUS_OTP' },
      signer: person,
      locale: 'en',
    });
    await signer.open(session.link);
    await signer.seesDocument();
    await signer.accepts();
    await signer.reads('Enter the 6-digit code');
    assertReads(await accessibilityTree(page), [
      node('heading', 'Enter the 6-digit code'),
      node('textbox', 'Code'),
      node('button', 'Confirm'),
      node('button', 'Decline'),
    ]);
    const code = await integrator.codeFor(person.email);
    await signer.tabsTo('Code');
    await browser.type(anotherThan(code));
    await browser.press('Enter');
    await signer.reads('The code is not right.');
    const described = await page.evaluate(() => {
      const input = document.querySelector('sign-session input');
      return [input?.getAttribute('aria-invalid'), input?.getAttribute('aria-description')];
    });
    assert.deepEqual(described, ['true', 'The code is not right. You have 2 more tries with it.']);
    await page.locator('input[autocomplete="one-time-code"]').fill(code);
    await browser.press('Enter');
    await signer.reads('Document signed');
    assertSpoken(await spokenOn(page), [
      say('focus', 'Enter the 6-digit code'),
      say('focus', 'Code'),
      say('alert', 'The code is not right. You have 2 more tries with it.'),
      say('focus', 'Document signed'),
    ]);
  });

  it('of confirming an action, and of turning back from declining it', async () => {
    const session = await integrator.createTrustSession({ signer: someone(), locale: 'en' });
    await signer.open(session.link);
    await signer.reads('Review and confirm');
    assertReads(await accessibilityTree(page), [
      node('heading', 'Review and confirm'),
      node('StaticText', 'Transferência de R$ 1.250,00'),
      node('checkbox', 'I have read the description above and confirm it.'),
      node('button', 'Confirm'),
    ]);
    await signer.tabsTo('Decline');
    await browser.press('Enter');
    await signer.reads('Decline to confirm?');
    assertReads(await accessibilityTree(page), [
      node('heading', 'Decline to confirm?'),
      node('textbox', 'Reason (optional)'),
      node('button', 'Decline'),
      node('button', 'Go back without declining'),
    ]);
    assert(
      !(await accessibilityTree(page)).some(({ role }) => role === 'checkbox'),
      'what it lies over is hidden',
    );
    await browser.press('Escape');
    await signer.tabsTo('Go back without declining');
    await browser.press('Enter');
    await signer.reads('Review and confirm');
    assertSpoken(await spokenOn(page), [
      say('status', 'Review and confirm'),
      say('focus', 'Decline to confirm?'),
      say('focus', 'Review and confirm'),
    ]);
  });
});

for (const engine of enginesToTest()) {
  describe(`signing by the keyboard alone: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;

    before(async () => {
      browser = await openBrowser(engine);
      signer = new Signer(browser);
    });

    after(() => browser?.close());

    it('a document, by click', async () => {
      const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.tabsTo('I have read the document');
      await signer.mayAccept();
      await browser.press('Space');
      await signer.tabsTo('Agree and sign');
      await browser.press('Enter');
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
    });

    it('a document, with a code', async () => {
      const person = someone();
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile: 'CLICK_PLUS_OTP' },
        signer: person,
        locale: 'en',
      });
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.tabsTo('I have read the document');
      await signer.mayAccept();
      await browser.press('Space');
      await signer.tabsTo('Agree and continue');
      await browser.press('Enter');
      await signer.reads('Enter the 6-digit code');
      await signer.tabsTo('Code');
      await browser.type(await integrator.codeFor(person.email));
      await browser.press('Enter');
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
    });
  });
}
