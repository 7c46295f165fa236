import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../support/repository.ts';
import { Signer, ticks } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from './fixtures.ts';

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script type="module" src="/shop.js"></script>
<button data-mode="auto">Sign</button><button data-mode="overlay">Sign here</button><button data-mode="redirect">Go and sign</button>
<output></output></html>`;

/** The integrator's script: its secret comes late, when a pop-up would be blocked. */
const SCRIPT = (service: string): string => `
  import { hasReturned, listenToFrame, openSigning, resume } from './src/open/index.ts';
  const output = document.querySelector('output');
  globalThis.frameAt = address => {
    const frame = document.createElement('iframe');
    frame.src = address;
    frame.allow = 'camera';
    document.body.append(frame);
    const heard = [];
    listenToFrame(frame, message => { heard.push(message); output.textContent = JSON.stringify(heard.map(({ type }) => type)); globalThis.last = message; });
  };
  if (hasReturned()) output.textContent = JSON.stringify({ returned: resume(), address: location.href });
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
    const secret = fetch('/secret').then(answer => answer.text());
    const signing = openSigning(secret, { mode: button.dataset.mode, baseUrl: '${service}', assetsUrl: '${service}/sign-session/assets/' });
    signing.settled.then(
      result => { output.textContent = JSON.stringify(result); },
      error => { output.textContent = error.name + ' ' + error.code; },
    );
    globalThis.signing = signing;
  });`;

interface Shop {
  readonly url: string;
  secret: string;
}

async function serveShop(service: string): Promise<{ server: Server; shop: Shop }> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT(service), resolveDir: repositoryRoot, sourcefile: 'shop.ts', loader: 'ts' },
    outdir: path.join(repositoryRoot, '.data/shop'),
    entryNames: 'shop',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const scripts = new Map(
    outputFiles.map(file => [
      `/${path.relative(path.join(repositoryRoot, '.data/shop'), file.path)}`,
      file.text,
    ]),
  );
  scripts.set('/shop.js', scripts.get('/stdin.js') ?? scripts.get('/shop.js') ?? '');
  const shop = { url: '', secret: '' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    // Nothing that the pop-up does can reach this page, nor this page ask whether it is open.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    const script = scripts.get(pathname);
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    if (pathname === '/secret') setTimeout(() => response.end(shop.secret), 300);
    else response.end(script ?? PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  shop.url = `http://127.0.0.1:${String(address.port)}/`;
  return { server, shop };
}

const test = base.extend<{ shop: Shop }>({
  /** The integrator's page, under a policy that cuts it off from the windows that it opens. */
  shop: async ({ service }, use) => {
    const { server, shop } = await serveShop(service.url);
    await use(shop);
    server.close();
  },
});

const resultOf = async (text: string | null): Promise<Record<string, unknown>> => JSON.parse(text ?? '');

test('a pop-up signs beside the page, which is told by the service', async ({
  integrator,
  page,
  context,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  shop.secret = session.clientSecret;
  await page.goto(shop.url);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByText('Sign', { exact: true }).click(),
  ]);
  const signer = new Signer(popup);
  await signer.accepts();
  await signer.reads('Document signed');
  const signedAt = Date.now();
  await expect(page.locator('output')).not.toBeEmpty({ timeout: 10_000 });
  expect(Date.now() - signedAt).toBeLessThan(2000);
  expect(popup.url()).not.toContain('ss_secret');
  expect(await popup.evaluate(() => globalThis.opener)).toBe(null);
  const { outcome, sessionId, receipt } = await resultOf(await page.locator('output').textContent());
  expect([outcome, sessionId]).toEqual(['completed', session.sessionId]);
  expect(receipt).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('where the browser opens no pop-up, the signer signs in a dialog over the page', async ({
  integrator,
  page,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  shop.secret = session.clientSecret;
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await page.goto(shop.url);
  await page.getByText('Sign', { exact: true }).click();
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('Document signed');
  await expect(page.locator('output')).toContainText('completed');
  await page.keyboard.press('Escape');
  await expect(page.locator('sign-session')).toHaveCount(0);
  await expect(page.getByText('Sign', { exact: true })).toBeFocused();
});

test('a dialog that is closed before the end says so, and destroy() takes one away', async ({
  integrator,
  page,
  shop,
}) => {
  const { clientSecret } = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  shop.secret = clientSecret;
  await page.goto(shop.url);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.evaluate('signing.destroy(), signing.destroy()'),
  ]) {
    await page.getByText('Sign here').click();
    await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible();
    await close();
    await expect(page.locator('sign-session')).toHaveCount(0);
    await expect(page.locator('output')).toContainText('closed');
  }
});

test('a redirect goes to the service’s page and comes back with the receipt, out of the address', async ({
  integrator,
  page,
  shop,
}) => {
  const returnUrl = `${shop.url}back?order=7`;
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en', returnUrl });
  shop.secret = session.clientSecret;
  await page.goto(shop.url);
  await page.getByText('Go and sign').click();
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('Document signed');
  await page.waitForURL('**/back?order=7', { timeout: 20_000 });
  const { returned, address } = await resultOf(await page.locator('output').textContent());
  expect(returned).toMatchObject({ sessionId: session.sessionId, status: 'COMPLETED' });
  expect(Object(returned).receipt).toMatch(/^eyJ/);
  expect(address).toBe(returnUrl);
});

test('the service’s page in a frame tells the page around it, and no other origin', async ({
  integrator,
  page,
  context,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  // The tenant of the tests has no page that may frame the service's.
  await context.route('**/s/*', async route => {
    const response = await route.fetch();
    const { 'content-security-policy': policy = '', ...headers } = response.headers();
    const relaxed = policy.replace(/frame-ancestors[^;]*/, `frame-ancestors ${new URL(shop.url).origin}`);
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': relaxed } });
  });
  await page.goto(shop.url);
  await page.evaluate(given => Reflect.get(globalThis, 'frameAt')(given), session.link);
  const frame = page.frameLocator('iframe');
  await ticks(frame.getByRole('checkbox'));
  await frame.getByRole('button', { name: 'Agree and sign' }).click();
  await expect(page.locator('output')).toContainText('sign-completed');
  const last = await page.evaluate(() => Reflect.get(globalThis, 'last'));
  expect(last).toMatchObject({
    source: 'sign-session',
    type: 'sign-completed',
    sessionId: session.sessionId,
  });
  expect(last.receipt).toMatch(/^eyJ/);
});

test('a secret that is none is said to be so, and its pop-up goes', async ({ page, context, shop }) => {
  shop.secret = 'nothing';
  await page.goto(shop.url);
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByText('Sign', { exact: true }).click(),
  ]);
  await expect(page.locator('output')).toHaveText('SigningError invalid_client_secret');
  await expect.poll(() => popup.isClosed()).toBe(true);
});
