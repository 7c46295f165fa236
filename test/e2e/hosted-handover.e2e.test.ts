import type { Page } from '@playwright/test';
import type { IntegratorSession } from '../support/integrator.ts';
import { expect, test as base } from './fixtures.ts';

/** The link that the first device shows for the session. */
const test = base.extend<{ link: string }>({
  link: async ({ service, session }, use) => use(await createLink(service.url, session)),
});

async function createLink(service: string, { sessionId, clientSecret }: IntegratorSession): Promise<string> {
  const response = await fetch(`${service}/v1/signing-sessions/${sessionId}/handover`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${clientSecret}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { url }: { url: string } = await response.json();
  return url;
}

/** What the page itself says, before there is a widget. */
const notice = (page: Page, title: string) => page.locator('main').getByRole('heading', { name: title });

test('the session goes on where the first device was, with nothing in the address, over a reload', async ({
  link,
  service,
  session,
  signer,
  page,
}) => {
  const address = `${service.url}/s/${session.sessionId}`;
  await page.goto(link);
  await signer.reads('Review and sign the document');
  expect(page.url()).toBe(address);
  await page.reload();
  await signer.reads('Review and sign the document');
  expect(page.url()).toBe(address);
});

test('a link that was used before says so, and offers nothing that could not help @full', async ({
  link,
  service,
  page,
}) => {
  const used = await fetch(`${service.url}/v1/handover`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).searchParams.get('h') }),
  });
  expect(used.ok).toBe(true);
  await page.goto(link);
  await expect(notice(page, 'This link no longer works')).toBeFocused();
  await expect(page.getByText('It works once and for 5 minutes.')).toBeVisible();
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await expect(page.locator('sign-session')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
});

test('a slow exchange is announced, and can be tried again with the same link @full', async ({
  link,
  signer,
  page,
}) => {
  await page.clock.install();
  let requests = 0;
  await page.route('**/v1/handover', async route => {
    requests += 1;
    // The first is never answered.
    if (requests > 1) await route.continue();
  });
  await page.goto(link);
  await expect(page.getByRole('status').getByText('Opening the session…')).toBeVisible();
  await page.clock.runFor(8_000);
  await expect(page.getByRole('status').getByText('Still opening the session…')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await signer.reads('Review and sign the document');
  await expect(notice(page, 'Still opening the session…')).toHaveCount(0);
});

test('an exchange whose answer is lost costs no link @full', async ({ link, signer, page }) => {
  await page.route(
    '**/v1/handover',
    async route => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.goto(link);
  await expect(notice(page, 'The service did not answer')).toBeFocused();
  await page.getByRole('button', { name: 'Try again' }).click();
  await signer.reads('Review and sign the document');
});

test('a widget that does not load is said, and the session opens when it is loaded again @full', async ({
  link,
  signer,
  page,
}) => {
  await page.route('**/sign-session/sign-session.js', route => route.abort('internetdisconnected'), {
    times: 1,
  });
  await page.goto(link);
  await expect(notice(page, 'This page did not load completely')).toBeFocused();
  await page.getByRole('button', { name: 'Try again' }).click();
  await signer.reads('Review and sign the document');
});
