import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutTools } from '../service/support/tools.ts';
import { ensureBuild } from '../support/builds.ts';
import { enginesToTest, openChromium, type LiveBrowser, type LiveOptions } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { QaPerson } from './qa-person.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('the QA console, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let browser: LiveBrowser;
  let page: Page;
  let qa: QaPerson;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
  });

  after(() => service?.stop());

  const openConsole = async (options: LiveOptions = {}) => {
    ({ browser, page } = await openChromium(options));
    qa = new QaPerson(browser, page);
    await browser.goto(`${service.url}/`);
  };

  beforeEach(() => openConsole());

  afterEach(() => browser.close());

  it('makes a session from a sample, has it signed on the stage and shows the evidence', async () => {
    await qa.creates();
    await qa.signs();
    const { environment, signer } = JSON.parse(await page.locator('qa-evidence pre').innerText());
    assert.deepEqual([environment, signer.cpf], ['sandbox', '***.982.247-**']);
    const log = await qa.logText();
    for (const line of [
      /POST\s+\/v1\/signing-sessions\s+201/,
      /sign-step\s+step=accept/,
      /sign-ready\s+sessionId=ss_/,
      /POST\s+\/v1\/signing-sessions\/ss_\w+…\/advance\s+200/,
      /sign-completed\s+sessionId=ss_\w+… evidenceId=ev_/,
    ]) {
      assert.match(log, line);
    }
    assert.deepEqual(await browser.policyViolations(), []);
    assert.deepEqual(await browser.consoleErrors(), []);
  });

  it('leaves no secret in the page, its address, its storage, the log or what the log copies', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('summary', { hasText: 'Expiry' }).click();
    await page.getByLabel('Owner’s e-mail').fill('chefe@example.com');
    await qa.creates();
    let everything = await qa.everythingOnThePage();
    await qa.opensTab('All sessions');
    await page.locator('qa-session-list tbody tr').first().waitFor();
    everything += await qa.everythingOnThePage();
    await qa.opensTab('Inbox');
    await page.locator('qa-inbox article').waitFor();
    everything += await qa.everythingOnThePage();
    assert.match(everything, /pediu a sua assinatura/, 'the inbox was looked into');
    assert.match(everything, /Revise e assine/, 'the widget was looked into');
    assert.doesNotMatch(everything, /ss_secret_|local-secret|eyJ/);
    await page.getByRole('button', { name: 'Copy the log' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^\S+\tPOST\t\/v1\/signing-sessions\t201\t\d+ ms$/m);
    assert.match(copied, /\tGET\t\/v1\/documents\/doc_\w+\t200\t/, 'presigned addresses are there');
    assert.doesNotMatch(copied, /\?|ss_secret_|local-secret|eyJ|MARIA|529/);
  });

  it(
    'hands out files that its own commands find valid',
    { skip: withoutTools('openssl', 'pdfsig', 'qpdf') },
    async t => {
      await qa.creates();
      await qa.signs();
      const folder = await mkdtemp(path.join(os.tmpdir(), 'console-files-'));
      t.after(() => rm(folder, { recursive: true, force: true }));
      for (const name of ['Signed PDF', 'Evidence pack (.p7m)']) await qa.downloads(name, folder);
      const commands = await page.locator('qa-evidence .commands code').allInnerTexts();
      const results = commands.map(command =>
        spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        [0, 0, 0],
        results.map(({ stderr }) => stderr).join('\n'),
      );
      const [pack, seal] = results.map(({ stdout }) => stdout);
      assert.equal(JSON.parse(pack ?? '').evidenceId, await qa.fact('Evidence'));
      assert.match(seal ?? '', /Signature is Valid\./);
      assert.match(seal ?? '', /Total document signed/);
    },
  );

  it('takes a PDF of one’s own', async t => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'console-own-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'meu contrato.pdf');
    await writeFile(file, onePagePdf('Contrato'));
    await page.getByLabel(/^PDF/).selectOption('file');
    await page.getByLabel(/^File/).setInputFiles(file);
    await qa.creates();
    await qa.signs();
    assert.match(
      await page.locator('qa-evidence .commands').innerText(),
      /pdfsig '\.\/meu contrato-\w+\.pdf'/,
    );
  });

  it('makes a trust session, which leaves a pack and no PDF', async () => {
    await page.getByLabel('Subject').selectOption('action');
    await qa.creates();
    await page.locator('sign-session').getByText('Autorizo a consulta').waitFor();
    await qa.signs();
    assert.equal(await page.locator('qa-evidence .commands code').count(), 1);
    assert.equal(await page.locator('qa-evidence').getByRole('link', { name: 'Signed PDF' }).count(), 0);
  });

  it('has a code sent, which is in the inbox and completes the session', async () => {
    await page.getByLabel('Policy profile').selectOption('CLICK_PLUS_OTP');
    await qa.creates();
    await qa.accepts();
    await qa.opensTab('Inbox');
    const letter = page.locator('qa-inbox article', { hasText: /\d{6}/ });
    const [code = ''] = /\b\d{6}\b/.exec(await letter.first().innerText()) ?? [];
    await page.locator('sign-session input[autocomplete="one-time-code"]').fill(code);
    await page.locator('sign-session').getByRole('button', { name: 'Confirmar', exact: true }).click();
    await page.locator('qa-evidence pre').waitFor();
  });

  it('switches between simulated and real faces, for the chosen client alone', async () => {
    const faces = page.getByLabel('Faces');
    await page.getByLabel('Policy profile').selectOption('BIOMETRIC');
    await faces.selectOption('LIVE');
    await qa.creates();
    await qa.accepts();
    await page.locator('sign-session').getByRole('button', { name: 'Ligar a câmera' }).waitFor();
    await faces.selectOption('SIMULATED');
    await page.getByRole('button', { name: 'Reload the element' }).click();
    await page.locator('sign-session').getByRole('button', { name: 'Simular a verificação' }).click();
    await page.locator('qa-evidence pre').waitFor();
    await page.getByLabel('API client').selectOption('limited');
    await page.locator('qa-biometrics option:checked[value=LIVE]').waitFor({ state: 'attached' });
    assert.deepEqual(await browser.consoleErrors(), []);
  });

  it('has a signer for every answer of the checks: another face leads to a photo of the document', async () => {
    await page.getByLabel('Test signer').selectOption({ label: 'Government base: another face' });
    await page.getByLabel('Policy profile').selectOption('BIOMETRIC_SERPRO_AUTO_FALLBACK');
    await qa.creates();
    const widget = page.locator('sign-session');
    await widget.locator('sign-session-purpose-disclosure .button.primary').click();
    await widget.getByRole('heading', { name: 'Revise e assine o documento' }).waitFor();
    await qa.accepts();
    await widget.getByRole('button', { name: 'Simular a verificação' }).click();
    await widget.locator('sign-session-document-photo').waitFor();
  });

  it('arms a fault by its name, and shows that it was met', async () => {
    await qa.opensTab('Faults');
    await page.getByRole('button', { name: 'Arm: The answer to the acceptance is lost' }).click();
    await page.getByText('Armed: drop-after on accept 1 ×.').waitFor();
    await qa.creates();
    await qa.signs();
    await qa.opensTab('Faults');
    await page.getByText('No fault is armed.').waitFor();
  });

  it('says at the field what the service refuses, and leads there', async () => {
    await page.getByLabel('Test signer').selectOption({ label: 'Refused: wrong check digits' });
    await page.locator('summary', { hasText: 'Expiry' }).click();
    await page.getByLabel('Return address').fill('http://example.com');
    await page.locator('summary', { hasText: 'Expiry' }).click();
    await page.keyboard.press('Control+Enter');
    await page.locator('qa-session-form .summary').waitFor();
    assert.equal(await qa.focused(), 'The request is not valid');
    const cpf = page.getByLabel('CPF', { exact: true });
    assert.equal(await cpf.getAttribute('aria-invalid'), 'true');
    assert.match(await page.locator('#signer-cpf-error').innerText(), /check digits/);
    await page.getByRole('button', { name: '/returnUrl' }).click();
    assert.equal(await qa.focused(), 'Return address');
    await page.getByLabel('Test signer').selectOption({ label: 'A company (CNPJ only)' });
    await page.getByLabel('Return address').fill('');
    await qa.creates();
    assert.equal(await cpf.getAttribute('aria-invalid'), 'false');
    assert.equal(await page.locator('qa-session-form .summary').count(), 0);
  });

  it('opens the invitation’s link, which holds the secret, from the inbox', async () => {
    await page.locator('summary', { hasText: 'Expiry' }).click();
    await page.getByLabel('Owner’s e-mail').fill('chefe@example.com');
    await qa.creates();
    assert.equal(await qa.fact('Invitation'), 'sent, see the inbox');
    await qa.opensTab('Inbox');
    const [hosted] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('qa-inbox button').first().click(),
    ]);
    await hosted.getByRole('heading', { name: 'Revise e assine o documento' }).waitFor();
  });

  it('lets time pass: the session expires, and the widget says so', async () => {
    await qa.creates();
    await page.getByRole('button', { name: 'Move the service’s clock by +1 h' }).click();
    await page.getByText('1 h ahead').waitFor();
    await page.getByRole('button', { name: 'Move the service’s clock by +5 min' }).click();
    await page.locator('qa-present-session .status', { hasText: 'EXPIRED' }).waitFor();
    await page.getByRole('button', { name: 'Reload the element' }).click();
    await page.locator('qa-log', { hasText: 'sign-expired' }).waitFor();
    await page.getByRole('button', { name: 'Set the service’s clock right' }).click();
    await page.getByText('true time').waitFor();
  });

  it('cancels through the API, and notes what a removed element says', async () => {
    await qa.creates();
    await page.getByRole('button', { name: 'Remove the element' }).click();
    await page.locator('qa-log', { hasText: 'sign-interrupted' }).waitFor();
    await page.getByRole('button', { name: 'Cancel through the API' }).click();
    await page.locator('qa-present-session .status', { hasText: 'CANCELLED' }).waitFor();
    await page.getByRole('button', { name: 'Put back the element' }).click();
    await page.locator('qa-log', { hasText: 'reason=cancelled' }).waitFor();
  });

  it('stays when the widget would leave, and says where for', async () => {
    await page.locator('summary', { hasText: 'Expiry' }).click();
    await page.getByLabel('Return address').fill('https://example.com/back');
    await qa.creates();
    await qa.signs();
    await page.locator('sign-session').getByRole('button', { name: 'Voltar' }).click();
    const away = page.locator('qa-stage').getByRole('link', { name: 'https://example.com/back' });
    assert.match((await away.getAttribute('href')) ?? '', /\?sessionId=ss_\w+&status=COMPLETED$/);
  });

  it('switches width, colours and locale of the widget at once, without another request', async () => {
    await qa.creates();
    const lines = await page.locator('qa-log li').count();
    const widget = page.locator('sign-session');
    for (const [name, width] of [
      ['Desktop', 1120],
      ['Tablet', 768],
      ['Phone', 390],
    ] as const) {
      await page.getByRole('radio', { name }).check();
      assert.equal((await widget.boundingBox())?.width, width);
    }
    await page.getByLabel('Locale').last().selectOption('en');
    await widget.getByRole('heading', { name: 'Review and sign the document' }).waitFor();
    await page.getByLabel('Colours').selectOption('dark');
    assert.equal(await widget.evaluate(element => getComputedStyle(element).colorScheme), 'dark');
    assert.equal(await page.locator('qa-log li').count(), lines);
  });

  it('filters and clears its log', async () => {
    await qa.creates();
    await page.getByLabel('Show', { exact: true }).selectOption('Events');
    assert.doesNotMatch(await qa.logText(), /POST/);
    await page.getByLabel('Filter the log').fill('READY');
    assert.equal(await page.locator('qa-log li').count(), 1);
    await page.getByRole('button', { name: 'Clear the log' }).click();
    assert.equal(await page.locator('qa-log li').count(), 0);
  });

  it('starts afresh after a reload, lists earlier sessions and shows their evidence', async () => {
    await qa.creates();
    await qa.signs();
    const evidence = await qa.fact('Evidence');
    await page.reload();
    assert.equal(await page.locator('sign-session').count(), 0);
    await qa.opensTab('All sessions');
    await page
      .getByRole('button', { name: /^Show the evidence of/ })
      .first()
      .click();
    await page.locator('qa-evidence pre').waitFor();
    assert.equal(await qa.fact('Evidence'), evidence);
  });

  it('erases everything, after asking', async () => {
    await qa.creates();
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.locator('qa-results', { hasText: 'No session yet.' }).waitFor();
    await qa.opensTab('All sessions');
    await page.getByText('No session of the client local yet.').waitFor();
    await qa.creates();
  });

  it('reaches every control by keyboard', async () => {
    await qa.creates();
    assert.deepEqual(await qa.unreachedControls(), []);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing that axe finds, by ${colorScheme}`, async () => {
      await browser.close();
      await openConsole({ media: { colorScheme } });
      await page.evaluate(
        await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      await page.getByLabel('Test signer').selectOption({ label: 'Refused: wrong check digits' });
      await page.keyboard.press('Control+Enter');
      await page.locator('qa-session-form .summary').waitFor();
      assert.deepEqual(await qa.axeFindings(), []);
      await page.getByLabel('Test signer').selectOption({ label: 'A person (CPF)' });
      await qa.creates();
      for (const tab of ['Session', 'Inbox', 'All sessions', 'Faults']) {
        await qa.opensTab(tab);
        assert.deepEqual(await qa.axeFindings(), [], tab);
      }
      await qa.signs();
      assert.deepEqual(await qa.axeFindings(), [], 'Evidence');
    });
  }

  for (const width of [320, 390, 768]) {
    it(`never scrolls sideways at ${width} px`, async () => {
      await browser.setViewport({ width, height: 844 });
      await qa.creates();
      await qa.signs();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    });
  }
});
