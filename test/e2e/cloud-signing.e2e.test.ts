import type { Page } from '@playwright/test';
import { signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import type { Integrator, IntegratorSession } from '../support/integrator.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import type { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

const MARIA = { name: 'Maria da Silva', cpf: '529.982.247-25' };
const original = onePagePdf('Contrato');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The signer has accepted, and has chosen the cloud. */
async function choosesCloud(
  integrator: Integrator,
  signer: Signer,
  provider = 'BirdID (teste)',
): Promise<IntegratorSession> {
  const session = await integrator.createSession(original, {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: MARIA,
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.presses('In the cloud');
  await signer.screen.getByLabel(provider).check();
  return session;
}

/** Presses a button of the provider's page, which opens in a window of its own. */
async function decides(page: Page, signer: Signer, decision: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await signer.presses('Authorise the signature');
  const provider = await opening;
  await provider.getByRole('button', { name: decision, exact: true }).click();
}

test('signs by a certificate in the cloud, after the signer has said no and yes in a window', async ({
  integrator,
  signer,
  page,
}) => {
  const session = await choosesCloud(integrator, signer);
  await decides(page, signer, 'Recusar');
  await expect(signer.screen.getByText('The authorisation was refused. Nothing was signed.')).toBeVisible();
  await decides(page, signer, 'Autorizar');
  await signer.reads('Document signed');
  const { signed } = await integrator.results(session.transactionId);
  expect(Buffer.from(signed).subarray(0, original.length)).toEqual(Buffer.from(original));
  expect(signaturesIn(signed)).toEqual([
    { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
  ]);
});

test('authorises at a provider that is told the hashes, in one window that it visits twice', async ({
  integrator,
  signer,
  page,
}) => {
  const session = await choosesCloud(integrator, signer, 'CSC 2.0 (teste)');
  const opening = page.waitForEvent('popup');
  await signer.presses('Authorise the signature');
  const provider = await opening;
  await expect(provider.getByText('Um site quer ver seus certificados em nuvem.')).toBeVisible();
  await provider.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await expect(provider.getByText('Assinaturas pedidas: 1.')).toBeVisible();
  await provider.getByRole('button', { name: 'Recusar', exact: true }).click();
  await expect(signer.screen.getByText('The authorisation was refused. Nothing was signed.')).toBeVisible();
  const again = page.waitForEvent('popup');
  await signer.presses('Authorise the signature');
  const second = await again;
  await second.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await expect(second.getByText('Assinaturas pedidas: 1.')).toBeVisible();
  await second.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await signer.reads('Document signed');
  const { signed } = await integrator.results(session.transactionId);
  expect(signaturesIn(signed)).toEqual([
    { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
  ]);
});

test('opens the window again by a press where the signer closed it between the two visits', async ({
  integrator,
  signer,
  page,
}) => {
  await choosesCloud(integrator, signer, 'CSC 2.2 (teste)');
  const opening = page.waitForEvent('popup');
  await signer.presses('Authorise the signature');
  const provider = await opening;
  // The way back from the provider is the end of this window.
  await provider.route('**/cloud/callback*', async route => {
    await route.continue();
    await provider.close();
  });
  await provider.getByRole('button', { name: 'Autorizar', exact: true }).click();
  const link = page.waitForEvent('popup');
  await signer.screen.getByRole('link', { name: 'Open the provider’s page' }).click();
  await (await link).getByRole('button', { name: 'Autorizar', exact: true }).click();
  await signer.reads('Document signed');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('goes to the provider’s page and comes back to the step, which then signs', async ({
    integrator,
    signer,
    page,
  }) => {
    const session = await choosesCloud(integrator, signer);
    await signer.presses('Authorise the signature');
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
    await signer.reads('Document signed');
    expect(page.url()).not.toMatch(/[?&](?:h|cs|code|state)=/);
    const { signed } = await integrator.results(session.transactionId);
    expect(signaturesIn(signed).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  });

  test('goes there again after coming back by Back', async ({ integrator, signer, page }) => {
    await choosesCloud(integrator, signer);
    await signer.presses('Authorise the signature');
    await expect(page.getByRole('button', { name: 'Autorizar', exact: true })).toBeVisible();
    await page.goBack();
    await signer.presses('Open again');
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
    await signer.reads('Document signed');
  });

  test('goes to a provider that is told the hashes twice, and signs what was prepared before', async ({
    integrator,
    signer,
    page,
  }) => {
    const session = await choosesCloud(integrator, signer, 'CSC 2.2 (teste)');
    await signer.presses('Authorise the signature');
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
    await expect(page.getByText('Assinaturas pedidas: 1.')).toBeVisible();
    await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
    await signer.reads('Document signed');
    expect(page.url()).not.toMatch(/[?&](?:h|cs|code|state)=/);
    const { signed } = await integrator.results(session.transactionId);
    expect(signaturesIn(signed).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
  });
});
