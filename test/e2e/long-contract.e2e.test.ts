import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { runTool, withoutTools } from '../service/support/tools.ts';
import { ensureBuild } from '../support/builds.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { clauseOf, isScanned, longContract } from '../support/long-contract.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

const PAGES = 300;
const SCANNED_NOTICE = 'At least one page is a picture.';
const WITHOUT_TEXT = 'This page has no text to read. It may be a picture.';

describe('a contract of 300 pages, typed and scanned, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let integrator: Integrator;
  let session: IntegratorSession;
  let browser: LiveBrowser;
  let page: Page;
  let signer: Signer;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    integrator = new Integrator(service.url);
  });

  after(() => service?.stop());

  afterEach(() => browser.close());

  async function opens(viewport: { width: number; height: number }): Promise<void> {
    session = await integrator.createSession(longContract(PAGES), { locale: 'en' });
    ({ browser, page } = await openChromium({ viewport }));
    signer = new Signer(browser);
    await signer.open(session.link);
    await signer.seesDocument();
    await signer.mayAccept();
    await browser.evaluate(() => {
      const pane = document.querySelector('sign-session')?.shadowRoot?.querySelector('sign-session-document');
      pane?.addEventListener('document-viewed', ({ pages }) => {
        document.documentElement.dataset['viewed'] = [...pages].join(' ');
      });
    });
  }

  /** Waits until a page was in sight for long enough to count as viewed. */
  const hasViewed = (number: number) =>
    browser.waitFor(
      wanted => document.documentElement.dataset['viewed']?.split(' ').includes(wanted),
      String(number),
    );

  /** Waits until something has the focus, by its label or its words. */
  const focusIsOn = (name: string) =>
    page.waitForFunction(wanted => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return focused?.ariaLabel === wanted || focused?.textContent.trim() === wanted;
    }, name);

  /** Waits for the end. The evidence says how much of the document was shown: these pages at least, not all. */
  async function isSigned(pagesViewed: readonly number[]): Promise<void> {
    await signer.reads('Document signed');
    assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
    assert.deepEqual(await browser.policyViolations(), []);
    assert.deepEqual(await browser.consoleErrors(), []);
    const { pack } = await integrator.results(session.transactionId);
    const verify = ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'];
    const { status, stdout } = runTool('openssl', verify, pack);
    assert.equal(status, 0);
    const { documentView } = JSON.parse(stdout.toString()).steps[0].result.click;
    assert.equal(documentView.pages, PAGES);
    assert.deepEqual(documentView.notices, ['scanned']);
    assert(documentView.pagesViewed >= pagesViewed.length && documentView.pagesViewed < PAGES);
  }

  it('is read and signed on a phone, by touch', { skip: withoutTools('openssl') }, async () => {
    await opens({ width: 390, height: 844 });
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.getByRole('listitem').getByText(SCANNED_NOTICE).waitFor();

    await page.getByRole('button', { name: 'Full screen' }).click();
    const pages = page.getByRole('region', { name: 'Pages of the document' });
    const room = await pages.boundingBox();
    assert(room !== null && room.height > 500, `the pages have ${room?.height} px of a phone’s 844`);

    await fling(touch, pages, 4);
    await browser.waitFor(() => {
      const viewed = document.documentElement.dataset['viewed']?.split(' ') ?? [];
      return viewed.some(number => Number(number) > 3);
    });

    await page.getByRole('button', { name: 'Find in the document' }).click();
    await page.getByLabel('Find', { exact: true }).fill(clauseOf(257));
    await page.getByRole('search').getByRole('status').getByText('1 of 1').waitFor({ state: 'attached' });
    await hasViewed(257);

    await page.getByRole('textbox', { name: 'Page', exact: true }).fill('299');
    await page.keyboard.press('Enter');
    assert(isScanned(299));
    await hasViewed(299);

    await page.getByRole('button', { name: 'Back to signing' }).click();
    await signer.accepts();
    await isSigned([4, 257, 299]);
  });

  it(
    'is read as text and signed on a desktop, by keys alone',
    { skip: withoutTools('openssl') },
    async () => {
      await opens({ width: 1280, height: 800 });
      await signer.tabsTo('More tools');
      await browser.press('Enter');
      await focusIsOn('Read as text');
      await browser.press('Enter');
      await focusIsOn('Text of the document');
      const text = page.getByRole('region', { name: 'Text of the document' });
      await text.getByText(clauseOf(1)).waitFor();

      await browser.press('End');
      await text.getByText(clauseOf(PAGES)).waitFor();
      await hasViewed(PAGES);
      await text.getByRole('region', { name: 'Page 299' }).getByText(WITHOUT_TEXT).waitFor();

      await signer.tabsTo('I have read');
      await browser.press('Space');
      await signer.tabsTo('Agree and sign');
      await browser.press('Enter');
      await isSigned([PAGES]);
    },
  );
});

/** Strokes up a list with a finger, so many times, and lets go: it goes on by itself for a moment. */
async function fling(touch: CDPSession, list: Locator, strokes: number): Promise<void> {
  const box = await list.boundingBox();
  assert(box !== null);
  const x = Math.round(box.x + box.width / 2);
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    let y = Math.round(box.y + box.height - 20);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (y -= 20; y > box.y + 20; y -= 40) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}
