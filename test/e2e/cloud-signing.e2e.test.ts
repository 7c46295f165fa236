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
async function choosesCloud(integrator: Integrator, signer: Signer): Promise<IntegratorSession> {
  const session = await integrator.createSession(original, {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: MARIA,
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.screen.getByLabel('In the cloud').check();
  await signer.screen.getByLabel('BirdID (teste)').check();
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
});
