import { readFile } from 'node:fs/promises';
import { assertSealed } from '../../packages/service/test/support/pdf-checks.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

const TITLES = ['Contrato', 'Anexo I', 'Termo de adesão'];

/** The documents of the batch: each has a number of pages of its own. */
const files = TITLES.map((_, index) => numberedPdf(index + 1));

const batch = {
  document: undefined,
  documents: TITLES.map((title, index) => ({
    title,
    content: Buffer.from(files[index] ?? new Uint8Array()).toString('base64'),
  })),
};

test.use({ viewport: { width: 360, height: 640 } });

test('three documents are read, signed at once, and each is sealed', async ({ integrator, signer, page }) => {
  const session = await integrator.createSession(new Uint8Array(), batch);
  await signer.open(session);
  await signer.reads('Revise e assine 3 documentos');
  const rows = signer.screen.getByRole('list', { name: 'Documentos' }).getByRole('button');
  await expect(rows).toHaveText([/Contrato\s*1 página · Não visto/, /Anexo I/, /Termo de adesão/]);

  await rows.nth(1).click();
  await expect(signer.screen.getByRole('heading', { level: 3 })).toBeFocused();
  await signer.reads('Documento 2 de 3');
  await expect(page.locator('.page canvas').first()).toBeVisible();
  await signer.presses('Próximo');
  await signer.reads('Documento 3 de 3');
  await expect(signer.screen.getByRole('button', { name: 'Próximo' })).toHaveCount(0);
  await signer.presses('Anterior');
  await signer.presses('Voltar à lista');
  await expect(rows.nth(1)).toBeFocused();
  await expect(rows.nth(1)).toContainText(/Aberto|Você viu \d de 2 páginas/);

  await signer.presses('Assinar 3 documentos');
  await signer.reads('Marque a caixa');
  await signer.widget.getByRole('checkbox').check();
  await signer.presses('Assinar 3 documentos');
  await signer.reads('Documentos assinados');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar Anexo I assinado' }).click();
  const downloaded = await readFile(await (await downloading).path());

  const signed = await integrator.signedDocuments(session.sessionId);
  expect(signed.map(bytes => Buffer.from(bytes).equals(downloaded))).toEqual([false, true, false]);
  for (const [index, original] of files.entries()) {
    const bytes = signed[index] ?? new Uint8Array();
    expect(Buffer.from(bytes).subarray(0, original.length)).toEqual(Buffer.from(original));
    assertSealed(bytes);
  }
});

test('a document that is another than was sent keeps the batch from being signed', async ({
  integrator,
  signer,
  page,
}) => {
  const session = await integrator.createSession(new Uint8Array(), batch);
  const other = Buffer.from(numberedPdf(9));
  await page.route('**/v1/documents/**', route =>
    route.fulfill({ body: other, contentType: 'application/pdf' }),
  );
  await signer.open(session);
  await signer.reads('“Contrato” não é o documento que foi enviado para você assinar.');
  await expect(signer.screen.getByRole('button', { name: 'Assinar 3 documentos' })).toHaveCount(0);
  await expect(signer.screen.getByRole('button', { name: 'Recusar todos' })).toBeVisible();
});
