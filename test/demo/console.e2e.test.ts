import { spawnSync } from 'node:child_process';
import { PASSWORD } from '../support/certificate-files.ts';
import { findAxeProblems } from '../support/axe-in-page.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from '../e2e/fixtures.ts';
import { QaPerson } from './qa-person.ts';

const test = base.extend<{ qa: QaPerson }>({
  /** Before the console, with an empty service. */
  qa: async ({ page, service }, use) => {
    await fetch(`${service.url}/_local/reset`, { method: 'POST' });
    await page.goto('/');
    await use(new QaPerson(page));
  },
});

/** What nobody may find on the page or in what it logs. */
const SECRETS = /ss_secret_|local-secret|whsec_|eyJ/;

test('the console makes a session, has it signed and hands out files that its own commands find valid', async ({
  context,
  page,
  qa,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await qa.creates();
  const unsigned = await qa.everythingOnThePage();
  await qa.signs();
  const evidence: unknown = JSON.parse(await page.locator('qa-evidence pre').innerText());
  expect(evidence).toMatchObject({ environment: 'sandbox', signer: { cpf: '***.982.247-**' } });

  const folder = testInfo.outputPath('files');
  for (const name of ['Signed PDF', 'Evidence pack (.p7m)']) await qa.downloads(name, folder);
  for (const command of await page.locator('qa-evidence .commands code').allInnerTexts()) {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(status, `${command}: ${stderr}`).toBe(0);
  }

  let log = '';
  await qa.opensTab('Network');
  await page.getByLabel('Console’s own').check();
  for (const tab of ['Network', 'Events']) {
    await qa.opensTab(tab);
    await page.getByRole('button', { name: 'Copy the log' }).click();
    log += await page.evaluate(() => navigator.clipboard.readText());
  }
  for (const line of [
    /\tPOST\t\/v1\/signing-sessions\/ss_\w+\/advance accept\t200\t/,
    /\tsign-ready\t/,
    /\tsign-completed\t/,
  ]) {
    expect(log).toMatch(line);
  }
  expect(unsigned, 'the widget was looked into').toContain('Revise e assine');
  expect(unsigned).not.toMatch(SECRETS);
  expect(await qa.everythingOnThePage()).not.toMatch(SECRETS);
  expect(log).not.toMatch(/\?|MARIA|529\.?982/);
  expect(log).not.toMatch(SECRETS);
});

test('the console shows each signer’s widget of an envelope beside the others, and its combined PDF @full', async ({
  page,
  qa,
  request,
}) => {
  await qa.customises();
  await page.getByLabel('Subject').selectOption({ label: 'A document, by several signers (envelope)' });
  await page.getByLabel('Signers sign').selectOption({ label: 'one by one' });
  await page.keyboard.press('Control+Enter');
  await expect(qa.widget(3).getByText('Ninguém assinou ainda.')).toBeVisible();
  for (const [signer, heading] of [
    [1, 'Você assinou. Faltam 2 pessoas.'],
    [2, 'Você assinou. Falta 1 pessoa.'],
    [3, 'Documento assinado'],
  ] as const) {
    await qa.accepts(signer);
    await expect(qa.widget(signer).getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect(page.locator('qa-present-envelope .fact .COMPLETED')).toBeVisible();
  await page.getByRole('button', { name: 'Make the combined PDF' }).click();
  const address = await page.getByRole('link', { name: 'Combined PDF' }).getAttribute('href');
  expect((await request.get(address ?? '')).headers()['content-type']).toBe('application/pdf');
  await page.getByRole('button', { name: 'Show the evidence of signer 2' }).click();
  await expect(page.locator('qa-evidence pre')).toContainText('"displayName": "JOÃO P***"');
});

test('the console verifies what its webhook receiver gets, sends it again, and never shows the secret @full', async ({
  page,
  qa,
}) => {
  await qa.opensTab('Webhooks');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.locator('qa-webhook-list li')).toBeVisible();
  await qa.creates();
  await qa.opensTab('Webhooks');
  const arrivals = page.locator('qa-deliveries .arrivals > li');
  await expect(arrivals).toHaveText([/SIGNING_SESSION\.CREATED[^]*Signature: genuine/]);
  expect(await qa.everythingOnThePage()).not.toMatch(SECRETS);
  await page.locator('qa-deliveries .deliveries summary').first().click();
  await page.getByRole('button', { name: /^Redeliver/ }).click();
  await expect(arrivals).toHaveCount(2);
  await page.reload();
  await qa.opensTab('Webhooks');
  await expect(page.getByText('Signature: secret not known here').first()).toBeVisible();
});

test('the console has a fault, a code in the inbox and a moved clock at hand @full', async ({ page, qa }) => {
  await page.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByRole('button', { name: 'Arm: The answer to the acceptance is lost' }).click();
  const armed = page.getByRole('button', { name: 'Remove: The answer to the acceptance is lost' });
  await expect(armed).toBeVisible();
  await qa.customises();
  await page.getByLabel('Steps', { exact: true }).selectOption('CLICK_PLUS_OTP');
  await qa.creates();
  await qa.accepts();
  await qa.enters();
  await expect(page.locator('qa-evidence pre')).toBeVisible();
  await expect(armed).toBeHidden();

  // Away from the widget, whose keys are the signer's.
  await qa.opensTab('Events');
  await qa.creates();
  await page.getByRole('button', { name: 'Clock', exact: true }).click();
  const hour = page.getByRole('button', { name: 'Move the service’s clock by +1 h' });
  const before = await hour.boundingBox();
  await hour.click();
  await expect(page.getByRole('status').getByText('1 h ahead')).toBeVisible();
  expect(await hour.boundingBox(), 'the button stays under the pointer').toEqual(before);
  await page.getByRole('button', { name: 'Move the service’s clock by +5 min' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('qa-present-session .status')).toHaveText('Expired');
  await page.getByRole('button', { name: 'Reload the element' }).click();
  await expect(page.locator('qa-log')).toContainText('sign-expired');
  const moved = page.getByRole('button', { name: 'Remove: Clock 1 h 5 min ahead' });
  await moved.click();
  await expect(moved).toBeHidden();
});

test('the console checks its own page for what a session needs', async ({ page, qa }) => {
  await qa.opensWindow('Check this page…');
  const check = page.locator('qa-page-check');
  const press = () => check.getByRole('button', { name: 'Check' }).click();
  await press();
  await expect(check.getByRole('status')).toContainText('Nothing keeps a session from being signed here.');
  await check.getByLabel('Profile').selectOption('BIOMETRIC');
  await press();
  await expect(check.getByRole('status')).toContainText(/camera-|Nothing keeps/);
});

test('the console offers certificates that sign, and verifies what they signed @full', async ({
  page,
  qa,
}, testInfo) => {
  await qa.opensWindow('Test certificates…');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download good.p12' }).click();
  const certificate = testInfo.outputPath('good.p12');
  await (await downloading).saveAs(certificate);
  await page.getByRole('button', { name: 'Close' }).click();
  await qa.customises();
  await page.getByLabel('Steps', { exact: true }).selectOption('DIGITAL_CERTIFICATE');
  await qa.creates();
  await qa.accepts();
  const widget = qa.widget();
  await widget.getByRole('button', { name: 'Arquivo (A1)' }).click();
  await widget.locator('input[type=file]').setInputFiles(certificate);
  await widget.locator('input[type=password]').fill(PASSWORD);
  await widget.getByRole('button', { name: 'Abrir' }).click();
  await widget.getByRole('button', { name: /^Assinar/ }).click();
  await expect(page.locator('qa-evidence pre')).toBeVisible();
  const signed = await qa.downloads('Signed PDF', testInfo.outputPath('files'));

  await page.getByLabel('PDF to verify').setInputFiles(signed);
  const verdicts = page.locator('qa-verify-document li');
  await expect(verdicts.first()).toContainText('MARIA DA SILVA TESTE, ***.982.247-**');
  await expect(verdicts.first()).toContainText('TOTAL-PASSED');
  const plain = {
    name: 'plain.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(onePagePdf('Contrato')),
  };
  await page.getByLabel('PDF to verify').setInputFiles(plain);
  await expect(page.getByText(/^plain\.pdf: 0 signatures, checked/)).toBeVisible();
});

test('the console says at the field what the service refuses, is used by keyboard, and axe finds nothing @full', async ({
  page,
  qa,
}) => {
  await qa.customises();
  await page.getByLabel('Test signer').selectOption({ label: 'Refused: wrong check digits' });
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('qa-session-form .summary')).toContainText('The request is not valid');
  await expect(page.getByLabel('CPF', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#signer-cpf-error')).toContainText('check digits');
  expect(await findAxeProblems(page)).toEqual([]);
  await page.getByLabel('Test signer').selectOption({ label: 'A person (CPF)' });
  await qa.creates();
  await page.getByRole('button', { name: 'Customise' }).click();
  expect(await qa.unreachedControls()).toEqual([]);
  await qa.runs('Right code');
  // Colours do not depend on the width: each scheme in one window.
  for (const [colorScheme, width, height] of [
    ['light', 1280, 800],
    ['dark', 360, 640],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    for (const tab of ['Events', 'Network', 'Inbox', 'Webhooks', 'Evidence', 'Code']) {
      await qa.opensTab(tab);
      expect(await findAxeProblems(page), `${tab}, ${colorScheme}, ${width}`).toEqual([]);
    }
    expect(await qa.hiddenTabs(), `tabs at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a phone begins with the scenarios, which the device takes the place of @full', async ({ page, qa }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const search = page.getByRole('searchbox', { name: /^Search/ });
  await expect(search).toBeInViewport();
  expect(await findAxeProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await qa.runs('One click');
  await expect(search).toBeHidden();
  await qa.accepts();
  await qa.finds('As expected');
  await page.reload();
  await expect(page.locator('qa-preview')).toBeInViewport();
  await expect(search, 'the address names a scenario').toBeHidden();
});

test('a run’s webhook meets its fault, whoever signs, and is gone with the next run', async ({
  page,
  qa,
}) => {
  const run = page.locator('qa-run');
  await qa.runs('Refused webhook');
  await expect(run.getByText('The delivery is answered 500')).toBeVisible();
  await qa.finds('As expected so far');
  await qa.accepts();
  await qa.finds('As expected');
  await qa.opensTab('Webhooks');
  await expect(page.locator('qa-webhook-list li')).toHaveCount(1);
  const search = page.getByRole('searchbox', { name: /^Search/ });
  await search.fill('one click');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'One click', exact: true })).toBeVisible();
  await expect(run.getByText('Expected', { exact: true })).toBeVisible();
  await expect(run.getByText('Actual: not yet')).toBeVisible();
  await expect(page.locator('qa-webhook-list li')).toHaveCount(0);
});

test('controls of the console are large enough for a finger on a phone @full', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto('/');
  const qa = new QaPerson(page);
  const search = page.getByRole('searchbox', { name: /^Search/ });
  await expect(search).toBeInViewport();
  expect(await qa.smallControls()).toEqual([]);
  await qa.runs('Refused webhook');
  for (const tab of ['Events', 'Network', 'Inbox', 'Webhooks', 'Evidence', 'Code']) {
    await qa.opensTab(tab);
    expect(await qa.smallControls(), tab).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await context.close();
});

test('a window of 1280 × 800 shows the phone at its size, with nothing of it below the fold @full', async ({
  page,
  qa,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await qa.runs('One click');
  await expect(qa.widget()).toBeVisible();
  const device = await page.getByRole('region', { name: 'Device: 360 × 640' }).boundingBox();
  expect(device).toMatchObject({ width: 360, height: 640 });
  expect((device?.y ?? 800) + 640).toBeLessThan(800);
});

test('what is set on the device changes the widget at once @full', async ({ page, qa }) => {
  await qa.runs('One click');
  const widget = qa.widget();
  await expect(widget.getByText('Acme Crédito').first()).toBeVisible();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.locator('qa-appearance').getByLabel('Company name').fill('Verde Saúde');
  await expect(widget.getByText('Verde Saúde').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Size, language and colours/ }).click();
  await page.getByLabel('Widget’s language').selectOption('en');
  await expect(widget.getByRole('heading', { name: 'Review and sign' })).toBeVisible();
  const device = page.getByRole('region', { name: 'Device: 360 × 640' });
  const upright = await device.boundingBox();
  await page.getByRole('button', { name: 'Landscape' }).click();
  await expect(page.getByRole('region', { name: 'Device: 640 × 360' })).toBeVisible();
  expect(upright && upright.height > upright.width).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'QR for a real phone' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the hosted page' })).toBeVisible();
});

test('a request opens to its curl command, and the console’s own requests are apart @full', async ({
  context,
  page,
  qa,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await qa.runs('One click');
  await qa.accepts();
  await qa.finds('As expected');
  await qa.opensTab('Network');
  const lines = page.locator('qa-log .line');
  await expect(lines.filter({ hasText: '/oauth2/token' })).toHaveCount(0);
  await lines.filter({ hasText: 'advance accept' }).click();
  await page.getByRole('button', { name: 'Copy the curl command' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain('curl -X POST');
  expect(command).toContain('authorization: Bearer $SESSION_SECRET');
  expect(command).not.toMatch(SECRETS);
  await expect(page.locator('qa-exchange')).toContainText('"status": "COMPLETED"');
  await page.getByLabel('Console’s own').check();
  await expect(lines.filter({ hasText: '/v1/signing-sessions' }).first()).toBeVisible();
});

test('the reference shows operations and events with examples, tries one out, and asks no other origin @full', async ({
  page,
  service,
}) => {
  const elsewhere: string[] = [];
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.url))
      elsewhere.push(request.url());
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/docs');
  const operation = page.locator('#operations-Health-getReadiness');
  await operation.locator('.opblock-summary-control').click();
  await expect(operation.getByText('"ready"').first()).toBeVisible();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.locator('.live-responses-table')).toContainText('200');

  await page.getByRole('link', { name: 'Events' }).click();
  const events = page.locator('#events');
  await expect(events.locator('.opblock')).toHaveCount(20);
  await events.locator('.opblock-summary-control', { hasText: 'QUOTA.WARNING' }).click();
  await expect(events.getByText('"percentUsed"').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(elsewhere).toEqual([]);
});
