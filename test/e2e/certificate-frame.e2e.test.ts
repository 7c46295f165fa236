import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import { PASSWORD } from '../support/certificate-files.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from './fixtures.ts';

interface Shop {
  readonly url: string;
  html: string;
}

const test = base.extend<{ shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
  shop: async ({}, use) => {
    const shop = { url: '', html: '' };
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(shop.html);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    shop.url = `http://127.0.0.1:${address.port}/`;
    await use(shop);
    server.close();
  },
});

interface ShopPage {
  readonly service: { readonly url: string };
  readonly session: { readonly clientSecret: string };
  /** Further attributes of the element. */
  readonly attributes?: string;
  /** Further elements of the head. */
  readonly head?: string;
}

function shopPage({ service, session, attributes = '', head = '' }: ShopPage): string {
  return `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width">${head}
    <script type="module" src="${service.url}/sign-session/sign-session.js"></script>
    <sign-session certificate-frame client-secret="${session.clientSecret}" base-url="${service.url}" ${attributes}></sign-session></html>`;
}

const CERTIFICATE = {
  policy: { profile: 'DIGITAL_CERTIFICATE' },
  signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
  locale: 'en',
} as const;

for (const viewport of [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1280, height: 800 },
]) {
  test(`the frame shows the step alone, in the widget’s look, without scrolling: ${viewport.width}×${viewport.height}`, async ({
    integrator,
    page,
    service,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    // The element's language is not the session's.
    const session = await integrator.createSession(onePagePdf('Contrato'), { ...CERTIFICATE, locale: 'es' });
    const appearance = {
      brandColor: '#7a1fa2',
      backgroundColor: '#fff8e7',
      fontFamily: 'Georgia',
      borderRadius: 2,
      companyName: 'Shop',
    };
    shop.html = shopPage({
      service,
      session,
      attributes: `locale="en" color-scheme="light" appearance='${JSON.stringify(appearance)}'`,
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(shop.url);
    const signer = new Signer(page);
    await signer.accepts();

    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('button', { name: 'File (A1)' })).toBeVisible();
    for (const name of [
      'header',
      'footer',
      '.strip',
      '.document-line',
      '[part=decline]',
      'sign-session-document',
    ])
      for (const each of await frame.locator(name).all()) await expect(each, name).toBeHidden();
    await expect(page.getByRole('heading', { level: 2 }).locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(1);

    await frame.getByRole('button', { name: 'File (A1)' }).click();
    const open = frame.getByRole('button', { name: 'Open' });
    await expect(open).toHaveCSS('background-color', 'rgb(122, 31, 162)');
    await expect(open).toHaveCSS('border-radius', '2px');
    await expect(open).toHaveCSS('font-family', /^Georgia/);
    await expect(frame.locator('section.frame')).toHaveCSS('background-color', 'rgb(255, 248, 231)');
    await expect
      .poll(() => frame.locator('html').evaluate(root => root.scrollHeight - root.clientHeight))
      .toBe(0);
    // Where the frame is as high as the step, and no higher than a window needs.
    const [box, step] = [
      await page.locator('iframe').boundingBox(),
      await frame.locator('body').boundingBox(),
    ];
    assert(box !== null && step !== null);
    expect(box.height).toBeGreaterThanOrEqual(step.height);
    expect(box.height).toBeLessThanOrEqual(Math.max(step.height + 1, 482));
  });
}

test('a page that may not frame the service’s is told so at once, with the way on in a window', async ({
  context,
  integrator,
  page,
  problems,
  service,
  shop,
}) => {
  problems.expect(/frame-ancestors/);
  const session = await integrator.createSession(onePagePdf('Contrato'), CERTIFICATE);
  shop.html = shopPage({ service, session });
  // Another name of this machine, which the policy doesn't know.
  await page.goto(shop.url.replace('127.0.0.1', 'shop.localhost'));
  const signer = new Signer(page);
  await signer.accepts();
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.getByText('The service’s page did not open inside this site.')).toBeVisible({
    timeout: 3000,
  });
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the service’s page' }).click();
  const window = await opened;
  await expect(window.getByRole('button', { name: 'File (A1)' })).toBeVisible();
  await expect(window.locator('footer')).toBeVisible();
  await signer.reads('You have opened the service’s page.');
});

test('a page whose policy forbids the frame is told so at once', async ({
  integrator,
  page,
  problems,
  service,
  shop,
}) => {
  problems.expect(/frame-src/);
  const session = await integrator.createSession(onePagePdf('Contrato'), CERTIFICATE);
  const head = `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`;
  shop.html = shopPage({ service, session, head });
  await page.goto(shop.url);
  await new Signer(page).accepts();
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.getByText('The service’s page did not open inside this site.')).toBeVisible({
    timeout: 3000,
  });
});

test('a certificate signs in the service’s frame, of which the page around it sees nothing', async ({
  integrator,
  page,
  service,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), CERTIFICATE);
  const head = `<script>addEventListener('keydown', ({ key }) => document.documentElement.dataset.keys = (document.documentElement.dataset.keys ?? '') + key)</script>`;
  shop.html = shopPage({ service, session, head });
  await page.goto(shop.url);
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('This site sees neither your certificate nor its password');
  expect(await signer.screen.locator('input').count()).toBe(0);

  const frame = signer.screen.frameLocator('iframe');
  const file = await fetch(`${service.url}/_local/certificates/good.p12`);
  const buffer = Buffer.from(await file.arrayBuffer());
  const mimeType = 'application/x-pkcs12';
  await frame.getByRole('button', { name: 'File (A1)' }).click();
  await frame.locator('input[type=file]').setInputFiles({ name: 'good.p12', mimeType, buffer });
  await frame.getByLabel('Password').pressSequentially(PASSWORD);
  await frame.getByRole('button', { name: 'Open' }).click();
  await expect(frame.getByText('Matches the signer')).toBeVisible();
  await frame.locator('.screen [part="submit"]').click();
  await signer.reads('Document signed');
  expect(await page.locator('html').getAttribute('data-keys')).toBeNull();
  const { signed } = await integrator.results(session.transactionId);
  expect(signaturesIn(signed).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
});
