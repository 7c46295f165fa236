import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { IntegratorSession } from '../support/integrator.ts';
import { repositoryRoot } from '../support/repository.ts';
import { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

/** What other programs and styles put on a page before the widget. */
const HEADS = path.join(repositoryRoot, 'test/assets/pages');

/** The head that breaks what nobody can do without. */
const BROKEN = 'array-map.html';

/** Opens a page of the service's origin with a head, and an element in it. */
async function openPage(page: Page, head: string, { clientSecret }: IntegratorSession): Promise<Signer> {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${head}
    <link rel="icon" href="data:,">
    <main><sign-session locale="en" client-secret="${clientSecret}"></sign-session></main>
    <script>addEventListener('sign-error', event => { document.title = event.code + ' ' + event.detail })</script>
    <script type="module" src="/sign-session/sign-session.js"></script></html>`;
  await page.route('**/shop', route => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/shop');
  return new Signer(page);
}

for (const name of readdirSync(HEADS).filter(file => file !== BROKEN)) {
  test(`signs in a page with ${name}`, async ({ page, session, integrator }) => {
    const head = readFileSync(path.join(HEADS, name), 'utf8');
    const signer = await openPage(page, head, session);
    await signer.accepts();
    await signer.reads('Document signed');
    expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
  });
}

test('says what is wrong with a page that breaks what is needed', async ({ page, session, problems }) => {
  problems.expect(/replaced Array\.prototype\.map/);
  const signer = await openPage(page, readFileSync(path.join(HEADS, BROKEN), 'utf8'), session);
  await expect(signer.widget.getByRole('alert')).toContainText('You cannot continue on this page');
  await expect(page).toHaveTitle('unsupported_page Array.prototype.map');
});

test('lines under the page’s text end before the widget', async ({ page, session }) => {
  const signer = await openPage(page, '', session);
  await signer.seesDocument();
  const heading = signer.widget.getByRole('heading').first();
  const plain = await heading.screenshot();
  await page.addStyleTag({ content: 'main { text-decoration: underline 3px red }' });
  expect(plain.equals(await heading.screenshot())).toBe(true);
});
