import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { ticks } from '../support/signer.ts';

/** Answers as a server does whose newer deployment removed the files of the version before. */
async function remove(page: Page, names: RegExp, answer: 'missing' | 'index'): Promise<void> {
  await page.context().route(names, route =>
    answer === 'missing'
      ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
      : route.fulfill({
          status: 200,
          contentType: 'text/html',
          body: '<!doctype html><title>Shop</title>',
        }),
  );
}

/** The errors that the integrator hears, as `code detail`. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    addEventListener('sign-error', ({ code, detail = '' }) => heard.push(`${code} ${detail}`), true);
  });
  return () => page.evaluate((): readonly string[] => Reflect.get(window, 'heard'));
}

test('the end, of which a deployment removed the file, is told as that, and the page hears of it', async ({
  integrator,
  page,
  problems,
}) => {
  problems.expect(/is missing|can’t be loaded|Failed to load|404|dynamically imported/);
  await page.addInitScript(() => {
    addEventListener('sign-completed', () => Reflect.set(window, 'completed', true), true);
  });
  await remove(page, /outcome-screen-\w+\.js/, 'missing');
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  await page.goto(session.link);
  await ticks(page.getByRole('checkbox'));
  await page.getByRole('button', { name: 'Agree and sign' }).click();
  await expect(page.getByText('What you have done so far still counts')).toBeVisible();
  await expect.poll(() => page.evaluate((): unknown => Reflect.get(window, 'completed'))).toBe(true);
  await page.context().unroute(/outcome-screen-\w+\.js/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Document signed' })).toBeVisible();
});

const CASES = [
  ['the texts', /first-screens-\w+\.js/, 'CLICK_ONLY', 'Part of this page is missing|did not load'],
  ['a step', /otp-screen-\w+\.js/, 'CLICK_PLUS_OTP', 'Part of this page is missing'],
  ['the reader', /pdf-viewer-\w+\.js/, 'CLICK_ONLY', 'Part of this page is missing'],
  ['what loads the document', /document-loader-\w+\.js/, 'CLICK_ONLY', 'Part of this page is missing'],
] as const;

for (const [what, names, profile, words] of CASES) {
  for (const answer of ['missing', 'index'] as const) {
    test(`${what}, of which a deployment removed the file (${answer}), is told as that`, async ({
      integrator,
      page,
      person,
      problems,
    }) => {
      problems.expect(/is missing|can’t be loaded|Failed to load|404|MIME type|dynamically imported/);
      const heard = await listen(page);
      // As after such a deployment: nothing that tells why is there, either.
      await remove(page, new RegExp(`${names.source}|report-unavailable-\\w+\\.js`), answer);
      const session = await integrator.createSession(onePagePdf('Contrato'), {
        policy: { profile },
        signer: person,
        locale: 'en',
      });
      await page.goto(session.link);
      if (profile === 'CLICK_PLUS_OTP') {
        await ticks(page.getByRole('checkbox'));
        await page.getByRole('button', { name: 'Agree and continue' }).click();
      }
      await expect(page.getByText(new RegExp(words)).first()).toBeVisible();
      await expect
        .poll(heard)
        .toEqual([expect.stringMatching(new RegExp(`^assets_unavailable http.*/${names.source}`))]);
      await expect(page.locator('body')).not.toContainText(/outcome\.|frame\.|error\.|action\./);
      if (what !== 'the texts') await page.getByRole('button', { name: 'Reload the page' }).click();
    });
  }
}
