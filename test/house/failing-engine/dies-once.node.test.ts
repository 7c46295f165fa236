/** Kills its own WebKitGTK the first time it runs; see ../lost-browser.node.test.ts. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openBrowser, type LiveBrowser } from '../../support/live-browser.ts';
import { killBelow } from '../process-tree.ts';

const marker = path.join(process.env['RUN_FOLDER'] ?? '', 'was-run');

describe('a browser that dies', () => {
  let browser: LiveBrowser;

  before(async () => {
    browser = await openBrowser('webkit');
  });

  after(() => browser.close());

  it('passes while the browser lives', async () => {
    assert.equal(await browser.evaluate(() => document.title), '');
  });

  it('needs the browser', async () => {
    if (!existsSync(marker)) killBelow(process.pid, 'WebKitWebProcess');
    writeFileSync(marker, '');
    await browser.waitFor(() => document.title === '', undefined, 500);
  });
});
