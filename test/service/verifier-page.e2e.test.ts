import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureBuild } from '../support/builds.ts';
import { enginesToTest, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('the verifier page, in Chromium', { skip }, () => {
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

  for (const [what, id] of [
    ['an unknown id', 'ev_UNKNOWN'],
    ['a broken escape', '%zz'],
    ['half a character', '%c3'],
    ['a NUL', 'a%00b'],
  ] as const) {
    test(`says that there is no evidence for ${what}`, async () => {
      await page.goto(`${service.url}/verify/${id}`);
      await page.getByText('There is no evidence with this id. Check the address.').waitFor();
      assert.deepEqual(await browser.policyViolations(), []);
    });
  }
});
