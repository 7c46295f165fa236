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
