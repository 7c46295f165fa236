import { readFile } from 'node:fs/promises';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

// The browser of an app drops what a page makes itself (`blob:`).
test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0',
});

test('the file for the portal comes from an address of the service, each time anew', async ({
  integrator,
  page,
  signer,
}, testInfo) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.presses('On the gov.br portal');
  const files: string[] = [];
  for (const name of ['first.pdf', 'second.pdf']) {
    const downloading = page.waitForEvent('download');
    await signer.screen.getByRole('button', { name: 'Download document' }).click();
    const download = await downloading;
    expect(download.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/documents\//);
    expect(download.url()).not.toContain(session.clientSecret);
    await download.saveAs(testInfo.outputPath(name));
    files.push((await readFile(testInfo.outputPath(name))).toString('base64'));
  }
  expect(files[0]).toBe(files[1]);
  // The page is still there, and goes on.
  await expect(signer.screen.getByRole('link', { name: 'Open the gov.br portal' })).toBeVisible();
});

test('the document on the screen is downloaded from an address of the service', async ({
  page,
  session,
  signer,
}, testInfo) => {
  await signer.open(session);
  await signer.seesDocument();
  const link = signer.widget.locator('a[download]').first();
  await expect(link).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:\d+\/v1\/documents\//);
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  await download.saveAs(testInfo.outputPath('contract.pdf'));
  const file = await readFile(testInfo.outputPath('contract.pdf'));
  expect(file.equals(onePagePdf('Contrato'))).toBe(true);
  // The page is still there.
  await signer.accepts();
  await signer.reads('Document signed');
});
