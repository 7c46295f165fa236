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

test('a page that may not frame the service’s is told so within seconds', async ({
  integrator,
  page,
  problems,
  service,
  shop,
}) => {
  problems.expect(/frame-ancestors/);
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    locale: 'en',
  });
  shop.html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <script type="module" src="${service.url}/sign-session/sign-session.js"></script>
    <sign-session certificate-frame client-secret="${session.clientSecret}" base-url="${service.url}"></sign-session></html>`;
  // Another name of this machine, which the policy doesn't know.
  await page.goto(shop.url.replace('127.0.0.1', 'shop.localhost'));
  const signer = new Signer(page);
  await signer.accepts();
  await signer.reads('The service’s page did not open in this site.');
});

test('a certificate signs in the service’s frame, of which the page around it sees nothing', async ({
  integrator,
  page,
  service,
  shop,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    locale: 'en',
  });
  shop.html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
    <script>addEventListener('keydown', ({ key }) => document.documentElement.dataset.keys = (document.documentElement.dataset.keys ?? '') + key)</script>
    <script type="module" src="${service.url}/sign-session/sign-session.js"></script>
    <sign-session certificate-frame client-secret="${session.clientSecret}" base-url="${service.url}"></sign-session></html>`;
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
