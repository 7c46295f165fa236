import type { Page, Request } from '@playwright/test';
import { signaturesIn } from '../../packages/service/test/support/pdf-checks.ts';
import { PASSWORD } from '../support/certificate-files.ts';
import type { Integrator, IntegratorSession } from '../support/integrator.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import type { Signer } from '../support/signer.ts';
import { expect, test } from './fixtures.ts';

const MARIA = { name: 'Maria da Silva', cpf: '529.982.247-25' };
const original = onePagePdf('Contrato');

/** The signer has read and accepted, and is asked for their certificate. */
async function asksForCertificate(integrator: Integrator, signer: Signer): Promise<IntegratorSession> {
  const session = await integrator.createSession(original, {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: MARIA,
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.presses('File (A1)');
  await expect(signer.screen.getByLabel('Password')).toBeVisible();
  return session;
}

/** Chooses one of the certificates that the local service offers, and types its password. */
async function opens(signer: Signer, service: string, name: string, password: string): Promise<void> {
  const file = await fetch(`${service}/_local/certificates/${name}.p12`);
  const buffer = Buffer.from(await file.arrayBuffer());
  const mimeType = 'application/x-pkcs12';
  await signer.screen.locator('input[type=file]').setInputFiles({ name: `${name}.p12`, mimeType, buffer });
  await signer.screen.getByLabel('Password').fill(password);
  await signer.presses('Open');
}

/** Signs with the certificate that is open. */
async function signs(signer: Signer): Promise<void> {
  await signer.reads('Matches the signer');
  await signer.screen.locator('[part="submit"]').click();
}

/** All that the page keeps. */
function storageOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const kept = [localStorage, sessionStorage, document.cookie, history.state, location.href, databases];
    return JSON.stringify([...kept, await caches.keys()]);
  });
}

function textOf(request: Request): string {
  return [request.url(), ...Object.values(request.headers()), request.postData()].join('\n');
}

test('signs after a wrong password, and neither the password nor the key leaves the page', async ({
  integrator,
  service,
  signer,
  page,
}) => {
  const session = await asksForCertificate(integrator, signer);
  const told: string[] = [];
  page.on('request', request => told.push(textOf(request)));
  page.on('console', message => told.push(message.text()));
  await opens(signer, service.url, 'good', 'Senha#124');
  await signer.reads('The password is incorrect.');
  await opens(signer, service.url, 'good', PASSWORD);
  await signs(signer);
  await signer.reads('Document signed');

  const everything = [...told, await storageOf(page), service.output()].join('\n');
  expect(everything).toContain('complete_signing');
  expect(everything).not.toContain('Senha#12');
  expect(everything).not.toContain('PRIVATE KEY');
  const { signed } = await integrator.results(session.transactionId);
  expect(Buffer.from(signed).subarray(0, original.length)).toEqual(Buffer.from(original));
  expect(signaturesIn(signed).map(({ validation }) => validation)).toEqual(['Signature is Valid.']);
});

test('says that a certificate was revoked, after a reload too, and takes another one then @full', async ({
  integrator,
  service,
  signer,
  page,
}) => {
  await asksForCertificate(integrator, signer);
  await opens(signer, service.url, 'revoked', PASSWORD);
  await signs(signer);
  await signer.reads('The authority that issued this certificate has revoked it.');
  await page.reload();
  await signer.reads('The authority that issued this certificate has revoked it.');
  await opens(signer, service.url, 'ec', PASSWORD);
  await signs(signer);
  await signer.reads('Document signed');
});
