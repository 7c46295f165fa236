import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from './fixtures.ts';

/** The policy that the README promises to be enough for a page on another origin than script and service. */
const policy = (service: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self' ${service}`,
    `style-src 'self'`,
    `worker-src blob:`,
    `img-src 'self' data: blob:`,
    `connect-src ${service}`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html sign-session 'allow-duplicates'`,
  ].join('; ');

/** An integrator's page, which puts an element on itself for every secret it finds in its fragment. */
const PAGE = (service: string): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
  <link rel="stylesheet" href="/shop.css">
  <script type="module" src="${service}/sign-session/sign-session.js"></script>
  <script type="module" src="/shop.js"></script>
  <main></main>
</html>`;

const SCRIPT = (service: string): string => `
  addEventListener('message', () => {});
  for (const [locale, secret] of new URLSearchParams(location.hash.slice(1))) {
    const element = document.createElement('sign-session');
    element.setAttribute('base-url', '${service}');
    element.setAttribute('locale', locale);
    element.setAttribute('client-secret', secret);
    element.addEventListener('sign-completed', () => { document.title = 'Signed in ' + locale; });
    document.querySelector('main').append(element);
  }
  history.replaceState(null, '', '/');`;

/** Styles as wild as a shop's: none of them may reach inside. */
const CSS = `* { color: red !important; font-size: 9px; } button { display: none; } main { display: grid; gap: 24px; }`;

async function serveShop(service: string): Promise<{ server: Server; url: string }> {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', PAGE(service)],
    '/shop.js': ['text/javascript', SCRIPT(service)],
    '/shop.css': ['text/css', CSS],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', 'Not found'];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Security-Policy', policy(service));
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  return { server, url: `http://127.0.0.1:${String(address.port)}/` };
}

const test = base.extend<{ shop: string }>({
  /** The address of the integrator's page. */
  shop: async ({ service }, use) => {
    const { server, url } = await serveShop(service.url);
    await use(url);
    server.close();
  },
});

test('a page on another origin signs under the policy of the README, with a second session beside it', async ({
  integrator,
  page,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'));
  const other = await integrator.createSession(onePagePdf('Otro contrato'));
  const secrets = new URLSearchParams({ en: session.clientSecret, es: other.clientSecret });
  await page.goto(`${shop}#${secrets.toString()}`);
  const signer = new Signer(page, '[locale=en]');
  await signer.accepts();
  await signer.reads('Document signed');
  await expect(page).toHaveTitle('Signed in en');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
  expect(await integrator.status(other.sessionId)).toMatchObject({ status: 'ACTIVE' });
  const heading = page.locator('[locale=es]').getByRole('heading', { name: 'Revise y firme el documento' });
  await expect(heading).toHaveCSS('color', 'rgb(20, 23, 28)');
  await expect(heading).toHaveCSS('font-size', '22px');
});
