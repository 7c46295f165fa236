import assert from 'node:assert/strict';
import type { CDPSession, Locator } from '@playwright/test';
import { runTool } from '../../packages/service/test/support/tools.ts';
import { clauseOf, isScanned, longContract } from '../support/long-contract.ts';
import { expect, test } from './fixtures.ts';

const PAGES = 300;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a contract of 300 pages, typed and scanned, is read and signed on a phone, by touch', async ({
  integrator,
  page,
  signer,
}) => {
  const session = await integrator.createSession(longContract(PAGES), { locale: 'en' });
  await signer.open(session);
  await signer.seesDocument();

  await page.getByRole('button', { name: 'Full screen' }).click();
  const pages = page.getByRole('region', { name: 'Pages of the document' });
  const number = page.getByRole('textbox', { name: 'Page', exact: true });
  await fling(await page.context().newCDPSession(page), pages, 4);
  await expect.poll(async () => Number(await number.inputValue())).toBeGreaterThan(3);

  // Not by touch: while pages still roll, a finger only stops them.
  await page.getByRole('button', { name: 'Find in the document' }).click();
  await page.getByLabel('Find', { exact: true }).fill(clauseOf(257));
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect(page.getByRole('group', { name: 'Page 257' }).locator('canvas')).toBeInViewport();

  await number.fill('299');
  await page.keyboard.press('Enter');
  assert(isScanned(299));
  await expect(page.getByRole('group', { name: 'Page 299' }).locator('canvas')).toBeInViewport();

  await page.getByRole('button', { name: 'Back to signing' }).click();
  // What a page lacks is told once it was drawn.
  await expect(page.getByRole('listitem').getByText('At least one page is an image.')).toBeVisible();
  await signer.accepts();
  await signer.reads('Document signed');
  const { pack } = await integrator.results(session.transactionId);
  const { stdout } = runTool('openssl', ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary'], pack);
  const { documentView } = JSON.parse(stdout.toString()).steps[0].result.click;
  expect(documentView).toMatchObject({ pages: PAGES, notices: ['scanned'] });
  // A page counts when it was looked at for a while: whoever only passed by has not seen it.
  expect(documentView.pagesViewed).toBeLessThan(PAGES);
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
