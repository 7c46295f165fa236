import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';
import { ensureBuild } from '../../support/builds.ts';
import { PASSWORD } from '../../support/certificate-files.ts';
import { enginesToTest, openChromium, type LiveBrowser } from '../../support/live-browser.ts';
import { startService, type ServiceProcess } from '../../support/service-process.ts';
import { onePagePdf, pageNumber } from '../../support/small-pdf.ts';
import { withUpdate } from '../../service/support/appended-update.ts';
import { MARIA, openHolderAuthority } from '../../service/support/certificate-holders.ts';
import { signPdf } from '../../service/support/signed-pdf.ts';
import { QaPerson } from '../qa-person.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('the certificates of the QA console', { skip }, () => {
  let service: ServiceProcess;
  let browser: LiveBrowser;
  let page: Page;
  let qa: QaPerson;
  let folder: string;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'console-certificates-'));
    ({ browser, page } = await openChromium({}));
    qa = new QaPerson(browser, page);
    await browser.goto(`${service.url}/`);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Saves one of the files, and says where. */
  async function saved(name: string): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download ${name}.p12` }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `${name}.p12`);
    const file = path.join(folder, `${name}.p12`);
    await download.saveAs(file);
    return file;
  }

  it('are offered with what they come to, and open with the password beside them', async () => {
    await qa.opensTab('Certificates');
    const list = page.locator('qa-certificates li');
    await list.filter({ hasText: 'revoked' }).waitFor();
    assert.equal(await list.count(), 9);
    for (const line of await list.allInnerTexts()) assert.match(line, /C[PN][FP]J? \d+\. \S.+/, line);
    assert.equal(await page.locator('qa-certificates .password code').innerText(), PASSWORD);
    const bytes = new Uint8Array(await readFile(await saved('legacy')));
    assert.equal((await openPkcs12(bytes, PASSWORD)).keys.length, 1);
  });

  it('sign on the stage, and the service finds the signature good', async () => {
    await qa.opensTab('Certificates');
    const file = await saved('good');
    await page.getByLabel('Policy profile').selectOption('DIGITAL_CERTIFICATE');
    await qa.creates();
    await qa.accepts();
    const widget = page.locator('sign-session');
    await widget.locator('input[type=file]').setInputFiles(file);
    await widget.locator('input[type=password]').fill(PASSWORD);
    await widget.getByRole('button', { name: 'Abrir', exact: false }).first().click();
    await widget.getByRole('button', { name: /^Assinar/ }).click();
    await page.locator('qa-evidence pre').waitFor();
    await qa.downloads('Signed PDF', folder);
    const [signed] = await page
      .locator('qa-evidence .links a')
      .evaluateAll(links => links.map(link => link.getAttribute('download')));
    await qa.opensTab('Certificates');
    await page.getByLabel('PDF to verify').setInputFiles(path.join(folder, signed ?? ''));
    const verdict = page.locator('qa-verify-document li');
    await verdict.filter({ hasText: 'TOTAL-PASSED' }).first().waitFor();
    assert.match(await verdict.first().innerText(), /MARIA DA SILVA TESTE, \*\*\*\.982\.247-\*\*/);
  });

  it('verify a PDF that is dropped, and tell what was changed after it was signed', async () => {
    await qa.opensTab('Certificates');
    const holder = await (await openHolderAuthority()).issue(MARIA);
    const signed = await signPdf(onePagePdf('Contrato'), holder, { at: new Date() });
    const other = '<< /Length 44 >>\nstream\nBT /F1 24 Tf 40 782 Td (Outro contrato) Tj ET\nendstream';
    const tampered = withUpdate(signed, { [pageNumber(0) + 1]: other });
    const transfer = await page.evaluateHandle(content => {
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), character => character.charCodeAt(0));
      dropped.items.add(new File([bytes], 'tampered.pdf', { type: 'application/pdf' }));
      return dropped;
    }, Buffer.from(tampered).toString('base64'));
    const place = page.locator('qa-verify-document .drop');
    await place.dispatchEvent('dragover', { dataTransfer: transfer });
    await page.locator('qa-verify-document .drop.over').waitFor();
    await place.dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText(/^tampered\.pdf: 1 signature, checked/).waitFor();
    const line = page.locator('qa-verify-document li');
    assert.match(
      await line.innerText(),
      /the document itself was changed after it, which is more than allowed/,
    );
    assert.match(await line.innerText(), /leads to no trusted root/);
  });

  it('verifies any PDF, and says so when there is nothing to verify', async () => {
    await qa.opensTab('Certificates');
    const plain = path.join(folder, 'plain.pdf');
    await writeFile(plain, onePagePdf('Contrato'));
    await page.getByLabel('PDF to verify').setInputFiles(plain);
    await page.getByText(/^plain\.pdf: 0 signatures, checked/).waitFor();
    const text = path.join(folder, 'text.pdf');
    await writeFile(text, 'Not a PDF.');
    await page.getByLabel('PDF to verify').setInputFiles(text);
    await page.getByRole('alert').filter({ hasText: 'not a PDF' }).waitFor();
    assert.deepEqual(await browser.policyViolations(), []);
  });
});
