import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

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

let service: ServiceProcess;
let shop: { server: Server; url: string };

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  shop = await serveShop(service.url);
});

after(async () => {
  shop?.server.close();
  await service?.stop();
});

for (const engine of enginesToTest()) {
  describe(`a page on another origin, under the policy of the README: ${engine}`, () => {
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
    });

    after(() => browser?.close());

    it('signs by script tag, with a second session beside it, and breaks no policy', async () => {
      const integrator = new Integrator(service.url);
      const session = await integrator.createSession(onePagePdf('Contrato'));
      const other = await integrator.createSession(onePagePdf('Otro contrato'));
      const signer = new Signer(browser);
      const secrets = new URLSearchParams({ en: session.clientSecret, es: other.clientSecret });
      await signer.open(`${shop.url}#${secrets.toString()}`);
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('Document signed');
      assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
      assert.equal((await integrator.status(other.sessionId))['status'], 'ACTIVE');
      const words = await browser.waitFor(() => {
        const [, second] = document.querySelectorAll('sign-session');
        return second?.shadowRoot?.querySelector('.screen')?.shadowRoot?.querySelector('h2')?.textContent;
      });
      assert.equal(words, 'Revise y firme el documento');
      assert.equal(await browser.evaluate(() => document.title), 'Signed in en');
      const look = await browser.evaluate(() => {
        const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
        const heading = screen?.shadowRoot?.querySelector('h2');
        return heading ? [getComputedStyle(heading).color, getComputedStyle(heading).fontSize] : [];
      });
      assert.deepEqual(look, ['rgb(20, 23, 28)', '22px']);
      assert.deepEqual(await browser.policyViolations(), []);
      assert.deepEqual(await browser.consoleErrors(), []);
    });
  });
}
