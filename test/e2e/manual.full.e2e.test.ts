import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findAxeProblems } from '../support/axe-in-page.ts';
import { repositoryRoot } from '../support/repository.ts';
import { startService } from '../support/service-process.ts';
import { expect, START_TIMEOUT_MS, test as base } from './fixtures.ts';

const MANUAL = path.join(repositoryRoot, 'dist/manual');

/** The service with the built manual. */
const test = base.extend({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({ pages: true, env: { MANUAL_DIR: MANUAL } });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

/** The pages' addresses below the manual, such as `pt/start.html`. */
async function builtPages(): Promise<string[]> {
  const names = await readdir(MANUAL, { recursive: true });
  return names.filter(name => name.endsWith('.html') && name !== '404.html').toSorted();
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme });

    test('every page fits, asks no other host, and axe finds nothing', async ({ page, service }) => {
      test.setTimeout(300_000);
      const elsewhere: string[] = [];
      page.on('request', request => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(service.url))
          elsewhere.push(request.url());
      });
      for (const name of await builtPages()) {
        await page.goto(`/manual/${name}`);
        await expect(page.locator('h1')).toBeVisible();
        // After hydration.
        await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(overflow, name).toBe(0);
        expect.soft(await findAxeProblems(page), name).toEqual([]);
      }
      expect(elsewhere).toEqual([]);
    });
  });
}

test('every link of the built pages leads to a page and a heading', async () => {
  const pages = new Map<string, string>();
  for (const name of await builtPages())
    pages.set(`/manual/${name}`, await readFile(path.join(MANUAL, name), 'utf8'));
  const broken: string[] = [];
  for (const [from, html] of pages) {
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://manual${from}`);
      if (origin !== 'http://manual') continue;
      const target = pages.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      const id = decodeURIComponent(hash.slice(1));
      if (target === undefined || (id !== '' && !target.includes(`id="${id}"`)))
        broken.push(`${from}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test('each page has its Markdown, and llms.txt lists them', async ({ request }) => {
  const list = await (await request.get('/manual/llms.txt')).text();
  for (const name of await builtPages()) {
    const twin = `/manual/${name.replace(/html$/, 'md')}`;
    const answer = await request.get(twin);
    expect(answer.headers()['content-type']).toContain('text/markdown');
    expect(await answer.text()).toMatch(/^# .+\n/m);
    if (!name.startsWith('pt/') && name !== 'index.html') expect(list).toContain(`(${twin})`);
  }
});

test('the search finds a code of an error', async ({ page }) => {
  await page.goto('/manual/start.html');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('popup_blocked');
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/manual\/errors\.html#popup_blocked$/);
});

test('the switch of languages keeps the page and the heading where both languages have them', async ({
  page,
}) => {
  const switchTo = async (language: string): Promise<void> => {
    await page.getByRole('button', { name: /^(?:Change language|Mudar de idioma)$/ }).click();
    await page.getByRole('link', { name: language, exact: true }).click();
  };
  await page.goto('/manual/errors.html#popup_blocked');
  await switchTo('Português');
  await expect(page).toHaveURL(/\/manual\/pt\/errors\.html#popup_blocked$/);
  await switchTo('English');
  await expect(page).toHaveURL(/\/manual\/errors\.html#popup_blocked$/);
  await page.goto('/manual/consent-texts.html');
  await switchTo('Português');
  await expect(page).toHaveURL(/\/manual\/pt\/$/);
});

for (const [place, code] of [
  ['theming.html', 'The code for these settings'],
  ['pt/theming.html', 'O código destas configurações'],
] as const) {
  test(`the playground of ${place} shows the widget with the looks that are chosen`, async ({ page }) => {
    await page.goto(`/manual/${place}`);
    const widget = page.locator('sign-session');
    await expect(widget.locator('sign-session-accept')).toBeVisible();
    await page.getByLabel('submitLabel').fill('Sign the lease');
    await expect(widget.getByRole('button', { name: 'Sign the lease' })).toBeVisible();
    await expect(page.getByLabel(code)).toContainText('"Sign the lease"');
  });
}
