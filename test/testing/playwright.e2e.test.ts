import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mergeTests } from '@playwright/test';
import { expect, test as withService } from '../e2e/fixtures.ts';
import { PageSigner, test as withFakes } from '../../packages/testing/src/playwright.ts';

const test = mergeTests(withService, withFakes);

/** A page of this machine: browsers ask before one of another origin may reach the fake session's server. */
async function servePage(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** A page with the element, for a session that is served at an address. */
function servePageWith(element: string, service: { readonly url: string }) {
  return servePage(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <script type="module" src="${service.url}/sign-session/sign-session.js"></script>${element}</html>`);
}

test('Playwright’s fixtures serve a fake session to a page, which signs after a wrong code', async ({
  page,
  service,
  serveSession,
}) => {
  const { session, url } = await serveSession({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
  const shop = await servePageWith(
    `<sign-session client-secret="${session.clientSecret}" base-url="${url}"></sign-session>`,
    service,
  );
  await page.goto(shop.url);
  const signer = new PageSigner(page);
  await signer.accept();
  await signer.enterCode('111111');
  await expect(signer.widget).toContainText('The code is incorrect');
  await signer.enterCode();
  await signer.shows('outcome');
  expect(session.status).toBe('COMPLETED');
  expect(session.requests.map(({ route }) => route)).toContain('GET document');
  shop.close();
});

test('A batch is accepted, and signed by a certificate in the cloud whose provider’s page opens in a window', async ({
  page,
  service,
  serveSession,
  problems,
}) => {
  // The element closes the window, which it had cut off from its page; at another address than the page's it stays open.
  problems.expect(/Unsafe attempt to initiate navigation/);
  const { session, url } = await serveSession({
    documents: ['Contract', 'Annex'],
    steps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
    certificateSources: ['FILE', 'CLOUD'],
    outcome: 'waiting',
  });
  const shop = await servePageWith(
    `<sign-session client-secret="${session.clientSecret}" base-url="${url}"></sign-session>`,
    service,
  );
  await page.goto(shop.url);
  const signer = new PageSigner(page);
  await signer.accept();
  const opened = page.waitForEvent('popup');
  await signer.authorizeInCloud();
  const provider = await opened;
  await expect(provider).toHaveTitle('Test provider');
  session.setOutcome('completed');
  await signer.shows('outcome');
  expect(session.documents.map(({ signedHash }) => signedHash)).toEqual(
    session.documents.map(({ hash }) => hash),
  );
  shop.close();
});
