import type { Integrator, IntegratorSession } from '../support/integrator.ts';
import { signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import type { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

const TITLES = ['Contrato', 'Anexo I', 'Termo de adesão'];
const files = TITLES.map((_, index) => numberedPdf(index + 1));

/** The signer has accepted the documents, and comes to the certificate. */
async function accepts(integrator: Integrator, signer: Signer): Promise<IntegratorSession> {
  const session = await integrator.createSession(new Uint8Array(), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    document: undefined,
    documents: TITLES.map((title, index) => ({
      title,
      content: Buffer.from(files[index] ?? new Uint8Array()).toString('base64'),
    })),
  });
  await signer.open(session);
  await expect(signer.screen.getByRole('listitem')).toHaveCount(3);
  await expect(signer.screen.getByText('Carregando os documentos')).toHaveCount(0);
  await signer.widget.getByRole('checkbox').check();
  await signer.presses('Concordar com 3 documentos');
  await expect(signer.screen.getByText('Assine com seu certificado digital')).toBeVisible();
  return session;
}

async function areSigned(integrator: Integrator, { sessionId }: IntegratorSession): Promise<void> {
  const signed = await integrator.signedDocuments(sessionId);
  expect(signed).toHaveLength(TITLES.length);
  for (const [index, bytes] of signed.entries()) {
    const original = files[index] ?? new Uint8Array();
    expect(Buffer.from(bytes).subarray(0, original.length)).toEqual(Buffer.from(original));
    expect(signaturesIn(bytes)).toEqual([
      { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
    ]);
  }
}

test.use({ viewport: { width: 360, height: 640 } });

test('three documents are signed with a certificate whose file is opened once', async ({
  integrator,
  signer,
  service,
}) => {
  const session = await accepts(integrator, signer);
  await signer.widget.getByText('Documentos (3)').click();
  await signer.widget.getByRole('button', { name: /Anexo I/ }).click();
  await expect(signer.widget.getByRole('heading', { name: /Documento 2 de 3/ })).toBeFocused();
  await signer.widget.getByRole('button', { name: 'Voltar à lista' }).click();
  const file = await fetch(`${service.url}/_local/certificates/good.p12`);
  const buffer = Buffer.from(await file.arrayBuffer());
  await signer.screen.getByLabel('Arquivo (A1)').check();
  await signer.screen
    .locator('input[type=file]')
    .setInputFiles({ name: 'good.p12', mimeType: 'application/x-pkcs12', buffer });
  await signer.screen.getByLabel('Senha do arquivo').fill('Senha#123');
  await signer.presses('Abrir o certificado');
  await signer.presses('Assinar 3 documentos');
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});

test('three documents are signed by one authorisation in the cloud', async ({ integrator, signer, page }) => {
  const session = await accepts(integrator, signer);
  await signer.screen.getByLabel('Na nuvem').check();
  await signer.screen.getByLabel('BirdID (teste)').check();
  const opening = page.waitForEvent('popup');
  await signer.presses('Autorizar a assinatura');
  await (await opening).getByRole('button', { name: 'Autorizar', exact: true }).click();
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});

test('three documents are signed by one authorisation of their hashes', async ({
  integrator,
  signer,
  page,
}) => {
  const session = await accepts(integrator, signer);
  await signer.screen.getByLabel('Na nuvem').check();
  await signer.screen.getByLabel('CSC 2.2 (teste)').check();
  const opening = page.waitForEvent('popup');
  await signer.presses('Autorizar a assinatura');
  const provider = await opening;
  await provider.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await expect(provider.getByText('Assinaturas pedidas: 3.')).toBeVisible();
  await provider.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});
