import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Signer, ticks } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from './fixtures.ts';

/** Of a host that knows nothing of isolation. */
const LOGO_URL = 'https://logo.example/logo.png';

/** One red pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** An integrator's page that is isolated, as for shared memory. It frames what its query names. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
  <iframe id="signing" width="400" height="640"></iframe>
  <script>document.querySelector('iframe').src = new URLSearchParams(location.search).get('frame');</script></html>`;

const test = base.extend<{ shop: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
  shop: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
      response.end(PAGE);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    // Another site than the service's.
    await use(`http://localhost:${String(address.port)}`);
    server.close();
  },
});

for (const withLogo of [false, true]) {
  test(`the service’s page signs in a frame of an isolated page${withLogo ? ', with a logo of another host' : ''}`, async ({
    integrator,
    page,
    shop,
  }) => {
    const appearance = { companyName: 'Acme', ...(withLogo && { logoUrl: LOGO_URL }) };
    const session = await integrator.createSession(onePagePdf('Lease'), { locale: 'en', appearance });
    await page.route(LOGO_URL, route => route.fulfill({ contentType: 'image/png', body: LOGO }));
    await page.goto(`${shop}/?frame=${encodeURIComponent(session.link)}`);
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    const signing = page.frameLocator('#signing');
    const widget = signing.locator('sign-session');
    await expect(widget.locator('.screen').getByRole('checkbox')).toBeVisible();
    if (withLogo) {
      const logo = widget.locator('header img, [part=header] img').first();
      await expect
        .poll(() => logo.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth))
        .toBe(1);
    }
    await ticks(widget.getByRole('checkbox'));
    await widget.getByRole('button', { name: 'Agree and sign' }).click();
    await expect(widget.locator('.screen').first()).toContainText('Document signed');
    expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
  });
}

test('the service’s page as a page of its own has no such policy', async ({ page, session }) => {
  const [answer] = await Promise.all([
    page.waitForResponse(response => response.url().includes(`/s/${session.sessionId}`)),
    new Signer(page).open(session),
  ]);
  expect(answer.headers()).not.toHaveProperty('cross-origin-embedder-policy');
});
