import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { ensureBuild } from '../../support/builds.ts';
import {
  enginesToTest,
  openChromium,
  type LiveBrowser,
  type LiveOptions,
} from '../../support/live-browser.ts';
import { startService, type ServiceProcess } from '../../support/service-process.ts';
import { QaPerson } from '../qa-person.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

/** Three documents are drawn, and three documents sealed, one after the other. */
const PATIENCE = { timeout: 60_000 };

describe('envelopes and webhooks in the QA console, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let browser: LiveBrowser;
  let page: Page;
  let qa: QaPerson;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
  });

  after(() => service?.stop());

  const openConsole = async (options: LiveOptions = {}) => {
    ({ browser, page } = await openChromium(options));
    qa = new QaPerson(browser, page);
    page.setDefaultTimeout(PATIENCE.timeout);
    await browser.goto(`${service.url}/`);
  };

  beforeEach(() => openConsole());

  afterEach(async () => {
    await browser.close();
    await fetch(`${service.url}/_local/reset`, { method: 'POST' });
  });

  /** An envelope of the form's signer and two more, on the stage. */
  const makesEnvelope = async (mode: 'one by one' | 'all at once') => {
    await page.getByLabel('Subject').selectOption({ label: 'A document, by several signers (envelope)' });
    await page.getByLabel('Signers sign').selectOption({ label: mode });
    await page.keyboard.press('Control+Enter');
    await widget(3).getByRole('heading').first().waitFor();
  };

  const widget = (signer: number): Locator => page.locator('sign-session').nth(signer - 1);

  /** Not before the document is there: what was not seen is not accepted. */
  const accepts = async (signer: number) => {
    const ready = page.locator('qa-log li', { hasText: 'sign-ready' });
    await ready.filter({ hasText: `signer=${signer} ` }).waitFor();
    await widget(signer).getByRole('checkbox').check();
    await widget(signer).locator('button[type=submit]').click();
    await widget(signer).getByRole('heading', { name: 'Documento assinado' }).waitFor();
  };

  const registersReceiver = async () => {
    await qa.opensTab('Webhooks');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('qa-webhook-list li').waitFor();
  };

  it('show each signer’s widget beside the others; a later one opens by itself in its turn', async () => {
    await makesEnvelope('one by one');
    for (const index of [2, 3]) {
      await widget(index).getByRole('heading', { name: 'Um momento' }).waitFor();
      await widget(index).getByText('0 de 3 assinaram.').waitFor();
    }
    const boxes = await Promise.all([1, 2, 3].map(index => widget(index).boundingBox()));
    assert.deepEqual(
      boxes.map(box => [box?.y, box?.width]),
      boxes.map(() => [boxes[0]?.y, 390]),
      'side by side',
    );
    await accepts(1);
    await widget(2).getByRole('checkbox').waitFor();
    await widget(3).getByText('1 de 3 assinaram.').waitFor();
    await accepts(2);
    await widget(3).getByRole('checkbox').waitFor();
    assert.equal(await qa.fact('Signed'), '2 of 3');
    await accepts(3);
    await page.locator('qa-present-envelope .fact .COMPLETED').waitFor();
    assert.match(await qa.logText(), /sign-completed\s+signer=3 sessionId=ss_/);

    await page.getByRole('button', { name: 'Make the combined PDF' }).click();
    const address = await page.getByRole('link', { name: 'Combined PDF' }).getAttribute('href');
    const combined = await fetch(address ?? '');
    assert.equal(combined.headers.get('Content-Type'), 'application/pdf');
    await page.getByRole('button', { name: 'Show the evidence of signer 2' }).click();
    const shown = JSON.parse(await page.locator('qa-evidence pre').innerText());
    assert.equal(shown.signer.displayName, 'JOÃO PEREIRA');
    assert.deepEqual(await browser.policyViolations(), []);
    assert.deepEqual(await browser.consoleErrors(), []);
  });

  it('cancel an envelope: what was signed stays', async () => {
    await makesEnvelope('all at once');
    await accepts(2);
    await page.getByRole('button', { name: 'Make the combined PDF' }).click();
    await page.locator('qa-present-envelope [role=alert]', { hasText: 'not all have signed' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the envelope' }).click();
    await page.locator('qa-present-envelope .fact .CANCELLED').waitFor();
    assert.deepEqual(await page.locator('qa-present-envelope .signers .status').allInnerTexts(), [
      'CANCELLED',
      'COMPLETED',
      'CANCELLED',
    ]);
  });

  it('show what is sent with every try, and verify what the built-in receiver gets', async () => {
    await registersReceiver();
    await makesEnvelope('all at once');
    await qa.opensTab('Webhooks');
    const arrivals = page.locator('qa-deliveries .arrivals > li');
    await arrivals.nth(3).waitFor();
    assert.deepEqual((await arrivals.locator('strong').allInnerTexts()).toSorted(), [
      'ENVELOPE.CREATED',
      'TRANSACTION.CREATED',
      'TRANSACTION.CREATED',
      'TRANSACTION.CREATED',
    ]);
    assert.deepEqual(
      new Set(await arrivals.locator('.verdict').allInnerTexts()),
      new Set(['Signature: genuine']),
    );
    const sent = page.locator('qa-deliveries .deliveries > li').first();
    await sent.locator('.status.DELIVERED').waitFor();
    await sent.locator('summary').click();
    assert.match(await sent.locator('.tries').innerText(), /answered 204\s+t=\d+ [\da-f]{64}$/);

    await sent.getByRole('button', { name: /^Redeliver/ }).click();
    await arrivals.nth(4).waitFor();
    await page.locator('qa-deliveries summary', { hasText: '2 tries' }).waitFor();
    assert.equal(await arrivals.first().locator('.verdict').innerText(), 'Signature: genuine');

    await page.getByRole('button', { name: /^Send a test to/ }).click();
    await page.getByText('Test delivery: answered 204').waitFor();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByText('No webhook of the client local yet.').waitFor();
  });

  it('say that a delivery cannot be sent again when it is gone', async () => {
    await registersReceiver();
    await makesEnvelope('all at once');
    await qa.opensTab('Webhooks');
    const again = page.getByRole('button', { name: /^Redeliver/ });
    await again.first().waitFor();
    // The console looks again by itself, and would see that it is gone.
    const list = '**/_local/webhook-deliveries';
    const held: Route[] = [];
    await page.route(list, route => void held.push(route));
    await fetch(`${service.url}/_local/reset`, { method: 'POST' });
    await again.first().click();
    await page.unroute(list);
    // What the page asked anew it has given up.
    await Promise.allSettled(held.map(route => route.continue()));
    await page.locator('qa-deliveries [role=alert]').waitFor();
    await page.getByText('Nothing was to be told yet.').waitFor();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.locator('qa-deliveries [role=alert]').waitFor({ state: 'detached' });
  });

  it('forget the secret with the page, and never write it there', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await registersReceiver();
    assert.doesNotMatch(await qa.everythingOnThePage(), /whsec_/);
    await page.getByRole('button', { name: /^Copy secret of/ }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^whsec_[\w-]{43}$/);
    await page.getByRole('button', { name: /^Send a test to/ }).click();
    await page.getByText('Signature: genuine').waitFor();
    await page.reload();
    await qa.opensTab('Webhooks');
    await page.getByText('Signature: secret not known here').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Copy secret of/ }).count(), 0);
  });

  it('say what the service refuses of a webhook', async () => {
    await qa.opensTab('Webhooks');
    await page.getByLabel(/^Address/).fill('http://localhost:1/hooks');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('qa-webhook-form [role=alert]', { hasText: 'private addresses' }).waitFor();
  });

  it('reach every control by keyboard', async () => {
    await registersReceiver();
    await makesEnvelope('all at once');
    assert.deepEqual(await qa.unreachedControls(), []);
    await qa.opensTab('Webhooks');
    await page.locator('qa-deliveries .arrivals > li').nth(3).waitFor();
    assert.deepEqual(await qa.unreachedControls(), []);
  });

  /** Each widget has the landmarks that it needs alone on a page; here there are three. */
  const findings = async () =>
    (await qa.axeFindings()).filter(line => !/^landmark-unique.*sign-session/.test(line));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have nothing that axe finds, by ${colorScheme}`, async () => {
      await browser.close();
      await openConsole({ media: { colorScheme } });
      await registersReceiver();
      await makesEnvelope('one by one');
      await accepts(1);
      await page.evaluate(
        await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      assert.deepEqual(await findings(), []);
      await qa.opensTab('Webhooks');
      await page.locator('qa-deliveries .arrivals > li').nth(4).waitFor();
      for (const list of ['.deliveries', '.arrivals'])
        await page.locator(`qa-deliveries ${list} summary`).first().click();
      assert.deepEqual(await findings(), [], 'Webhooks');
    });
  }

  for (const width of [320, 360, 768]) {
    it(`never scroll sideways at ${width} px`, async () => {
      await browser.setViewport({ width, height: 844 });
      await registersReceiver();
      await makesEnvelope('one by one');
      await qa.opensTab('Webhooks');
      await page.locator('qa-deliveries .arrivals > li').nth(3).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    });
  }
});
