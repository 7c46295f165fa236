import { readFile } from 'node:fs/promises';
import { signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

test('signs at the portal that stands for gov.br’s, whose stamp may lie over text', async ({
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

  const downloading = page.waitForEvent('download');
  await signer.screen.getByRole('button', { name: 'Download document' }).click();
  const document = testInfo.outputPath('contract.pdf');
  await (await downloading).saveAs(document);

  const opening = page.waitForEvent('popup');
  await signer.screen.getByRole('link', { name: 'Open the gov.br portal' }).click();
  const portal = await opening;
  const signAt = async (place: string) => {
    await portal.getByLabel('Documento em PDF').setInputFiles(document);
    await portal.getByLabel('CPF de quem assina').fill('529.982.247-25');
    await portal.getByText(place).click();
    const returning = portal.waitForEvent('download');
    await portal.getByRole('button', { name: 'Assinar e baixar' }).click();
    const signed = testInfo.outputPath('assinado.pdf');
    await (await returning).saveAs(signed);
    await signer.screen.locator('input[type=file]').setInputFiles(signed);
    await signer.presses('Send signed file');
    return signed;
  };
  const signed = await signAt('No alto da primeira página');
  await signer.reads('Document signed');
  expect(signaturesIn(await readFile(signed))).toEqual([
    { validation: 'Signature is Valid.', wholeDocument: true, type: 'adbe.pkcs7.detached' },
  ]);
});

test.describe('in the browser of an app, which drops what pages make themselves', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0',
  });

  test('the document to sign comes from an address of the service, each time anew', async ({
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
});
