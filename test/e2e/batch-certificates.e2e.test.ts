import type { Page } from '@playwright/test';
import type { Integrator, IntegratorSession } from '../support/integrator.ts';
import { opensslAccepts, signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import type { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

interface TitledFile {
  readonly title: string;
  readonly file: Uint8Array<ArrayBuffer>;
}

const THREE: readonly TitledFile[] = ['Contrato', 'Anexo I', 'Termo de adesão'].map((title, index) => ({
  title,
  file: numberedPdf(index + 1),
}));

/** `BATCH=500` signs more. */
const COUNT = Number(process.env['BATCH'] ?? '50');
/** The aim for two processors without other work. */
const WITHIN_MS = COUNT * 1200;

const MANY: readonly TitledFile[] = Array.from({ length: COUNT }, (_, index) => ({
  title: `Contrato ${index + 1}`,
  file: numberedPdf(10),
}));

/** The signer has accepted the documents, and comes to the certificate. */
async function accepts(
  integrator: Integrator,
  signer: Signer,
  files: readonly TitledFile[] = THREE,
): Promise<IntegratorSession> {
  const session = await integrator.createSession(new Uint8Array(), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    document: undefined,
    documents: files.map(({ title, file }) => ({ title, content: Buffer.from(file).toString('base64') })),
  });
  await signer.open(session);
  await expect(signer.screen.getByRole('listitem')).toHaveCount(files.length);
  await expect(signer.screen.getByText('Carregando os documentos')).toHaveCount(0, { timeout: WITHIN_MS });
  await signer.widget.getByRole('checkbox').check();
  await signer.presses(`Concordar e continuar`);
  await expect(signer.screen.getByText('Onde está seu certificado?')).toBeVisible();
  return session;
}

async function areSigned(
  integrator: Integrator,
  { sessionId }: IntegratorSession,
  files: readonly TitledFile[] = THREE,
): Promise<void> {
  const signed = await integrator.signedDocuments(sessionId);
  expect(signed).toHaveLength(files.length);
  for (const [index, bytes] of signed.entries()) {
    const original = files[index]?.file ?? new Uint8Array();
    expect(Buffer.from(bytes).subarray(0, original.length)).toEqual(Buffer.from(original));
    expect(opensslAccepts(bytes)).toBe(true);
    expect(signaturesIn(bytes)).toEqual([
      { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
    ]);
  }
}

async function opensFile(signer: Signer, service: string): Promise<void> {
  const file = await fetch(`${service}/_local/certificates/good.p12`);
  const buffer = Buffer.from(await file.arrayBuffer());
  await signer.presses('Arquivo (A1)');
  await signer.screen
    .locator('input[type=file]')
    .setInputFiles({ name: 'good.p12', mimeType: 'application/x-pkcs12', buffer });
  await signer.screen.getByLabel('Senha do arquivo').fill('Senha#123');
  await signer.presses('Abrir o certificado');
}

/** Chooses a provider of the test cloud, and authorises in its window. @param visits how often it asks */
async function authorises(signer: Signer, page: Page, provider: string, visits: 1 | 2): Promise<void> {
  await signer.presses('Na nuvem');
  await signer.screen.getByLabel(provider).check();
  const opening = page.waitForEvent('popup');
  await signer.presses('Autorizar a assinatura');
  const window = await opening;
  const press = () => window.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await press();
  if (visits === 1) return;
  await expect(window.getByText(/Assinaturas pedidas/)).toBeVisible();
  await press();
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
  await opensFile(signer, service.url);
  await signer.presses('Assinar 3 documentos');
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});

test('three documents are signed by one authorisation in the cloud', async ({ integrator, signer, page }) => {
  const session = await accepts(integrator, signer);
  await authorises(signer, page, 'BirdID (teste)', 1);
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});

test('three documents are signed by one authorisation of their hashes', async ({
  integrator,
  signer,
  page,
}) => {
  const session = await accepts(integrator, signer);
  await authorises(signer, page, 'CSC 2.2 (teste)', 2);
  await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible();
  await areSigned(integrator, session);
});

for (const [source, sign] of [
  [
    'a file',
    async ({ signer, service }) => {
      await opensFile(signer, service);
      await signer.presses(`Assinar ${COUNT} documentos`);
      // On a slow machine the press may be early: the signer is told, and told again when all documents are there.
      const early = signer.screen.getByText('O documento abriu');
      const end = signer.widget.getByRole('heading', { name: 'Documentos assinados' });
      await early.or(end).waitFor({ timeout: 2 * WITHIN_MS });
      if (await early.isVisible()) await signer.presses(`Assinar ${COUNT} documentos`);
    },
  ],
  ['a provider', ({ signer, page }) => authorises(signer, page, 'VIDaaS (teste)', 1)],
  [
    'a provider that is told the hashes',
    ({ signer, page }) => authorises(signer, page, 'CSC 2.2 (teste)', 2),
  ],
] as const satisfies readonly (readonly [
  string,
  (signing: { signer: Signer; page: Page; service: string }) => Promise<void>,
])[])
  test(`${COUNT} documents of ten pages are signed by ${source} @full`, async ({
    integrator,
    signer,
    page,
    service,
  }) => {
    test.skip(source.endsWith('hashes') && COUNT > 100, 'The test provider signs 100 at once.');
    test.setTimeout(4 * WITHIN_MS);
    const session = await accepts(integrator, signer, MANY);
    const start = performance.now();
    await sign({ signer, page, service: service.url });
    await expect(signer.widget.getByRole('heading', { name: 'Documentos assinados' })).toBeVisible({
      timeout: 2 * WITHIN_MS,
    });
    const took = Math.round(performance.now() - start);
    test.info().annotations.push({ type: 'signed in', description: `${took} ms` });
    await areSigned(integrator, session, MANY);
  });
