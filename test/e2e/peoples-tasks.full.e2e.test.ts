import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/certificate-files.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { assertSpoken, listenToPage, say } from '../support/spoken.ts';
import { expect, test } from './fixtures.ts';

/*
 * What people come for, on a phone: how often they have to press, and what a screen reader tells them on the way. A change
 * that needs one press more has to say why.
 */

test.use({ viewport: { width: 360, height: 640 } });

/** Counts the presses on this page, from the next page on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript({
    content: `globalThis.presses = 0;
      addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) presses += 1; }, { capture: true });`,
  });
  return () => page.evaluate<number>('globalThis.presses');
}

/** Nothing has to be scrolled to go on: what is pressed is in the window already. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.locator('.screen').getByRole('button', { name });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
}

test('signing takes two presses', async ({ integrator, page, signer }) => {
  await listenToPage(page);
  const presses = await countPresses(page);
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  await signer.open(session);
  await signer.seesDocument();
  await signer.widget.getByRole('checkbox').click();
  await press(page, 'Agree and sign');
  await signer.reads('Document signed');
  expect(await presses()).toBe(2);
  await assertSpoken(page, [say('focus', 'Document signed')]);
});

test('a wrong code takes one entry and one press more', async ({ integrator, page, person, signer }) => {
  await listenToPage(page);
  const presses = await countPresses(page);
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'CLICK_PLUS_OTP' },
    signer: person,
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.reads('Enter the 6-digit code');
  const code = await integrator.codeFor(person.email);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await press(page, 'Confirm');
  await signer.reads('The code is incorrect.');
  await page.keyboard.type(code);
  await press(page, 'Confirm');
  await signer.reads('Document signed');
  expect(await presses()).toBe(4);
  await assertSpoken(page, [
    say('focus', 'Code'),
    say('alert', 'The code is incorrect. You have 2 attempts left.'),
    say('focus', 'Document signed'),
  ]);
});

test('a certificate takes five presses', async ({ integrator, page, service, signer }) => {
  await listenToPage(page);
  const presses = await countPresses(page);
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'DIGITAL_CERTIFICATE' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25' },
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  const file = await fetch(`${service.url}/_local/certificates/good.p12`);
  const buffer = Buffer.from(await file.arrayBuffer());
  await press(page, 'File (A1)');
  const choosing = page.waitForEvent('filechooser');
  await signer.screen.getByText('Choose a file').click();
  await (await choosing).setFiles({ name: 'good.p12', mimeType: 'application/x-pkcs12', buffer });
  await expect(signer.screen.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await press(page, /^Open/);
  await signer.reads('Matches the signer');
  await press(page, /^Sign/);
  await signer.reads('Document signed');
  // On the same device the first is not asked again.
  expect(await presses()).toBe(6);
  await assertSpoken(page, [
    say('focus', 'Where is your certificate?'),
    say('focus', 'File (A1)'),
    say('focus', 'Password'),
    say('focus', 'Document signed'),
  ]);
});

test('declining takes two presses', async ({ integrator, page, signer }) => {
  await listenToPage(page);
  const presses = await countPresses(page);
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  await signer.open(session);
  await signer.seesDocument();
  await press(page, 'Decline');
  await signer.reads('Decline');
  await press(page, /^Decline/);
  await signer.reads('You declined');
  expect(await presses()).toBe(2);
  await assertSpoken(page, [say('focus', 'Decline'), say('focus', 'You declined')]);
});

test('verifying a file that somebody sent takes one press', async ({ integrator, page, signer, service }) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
  await signer.open(session);
  await signer.accepts();
  await signer.reads('Document signed');
  const { signed } = await integrator.results(session.transactionId);
  await listenToPage(page);
  const presses = await countPresses(page);
  await page.goto(`${service.url}/verify`);
  const choosing = page.waitForEvent('filechooser');
  await page.getByText('Choose a signed PDF').click();
  await (
    await choosing
  ).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(signed) });
  await expect(
    page.getByRole('heading', { name: /Test signature|Assinatura de teste/ }).first(),
  ).toBeInViewport();
  expect(await presses()).toBe(1);
});
