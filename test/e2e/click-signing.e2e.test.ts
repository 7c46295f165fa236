import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { pdfAsset, withoutTools } from '../service/support/tools.ts';
import { assertSealed, signaturesIn } from '../service/support/pdf-checks.ts';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openChromium, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const skip = enginesToTest().includes('chromium') ? false : 'Chromium is not in this run';

describe('signing by click, in Chromium', { skip }, () => {
  let service: ServiceProcess;
  let integrator: Integrator;
  let browser: LiveBrowser;
  let page: Page;
  let signer: Signer;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    integrator = new Integrator(service.url);
  });

  after(() => service?.stop());

  beforeEach(async () => {
    ({ browser, page } = await openChromium({ viewport: { width: 390, height: 844 } }));
    signer = new Signer(browser);
  });

  afterEach(() => browser.close());

  const statusOf = async (sessionId: string) => (await integrator.status(sessionId))['status'];

  for (const [locale, sign, signed] of [
    ['pt-BR', 'Revise e assine o documento', 'Documento assinado'],
    ['en', 'Review and sign the document', 'Document signed'],
    ['es', 'Revise y firme el documento', 'Documento firmado'],
  ] as const) {
    it(`is done on a phone, in ${locale}`, async () => {
      const original = await readFile(pdfAsset('own/ok-3pages.pdf'));
      const session = await integrator.createSession(original, { locale });
      await signer.open(session.link);
      await signer.reads(sign);
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads(signed);
      assert.equal(await statusOf(session.sessionId), 'COMPLETED');
      assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
      assert.deepEqual(await browser.policyViolations(), []);
    });
  }

  it('works for a company without a CPF', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), {
      signer: { name: 'Acme S.A.', cnpj: '12.ABC.345/01DE-35' },
      locale: 'en',
    });
    await signer.open(session.link);
    await signer.reads('Acme S.A. · CNPJ');
    await signer.seesDocument();
    await signer.accepts();
    await signer.reads('Document signed');
  });

  it(
    'keeps the signatures of a document that already bears some',
    { skip: withoutTools('pdfsig') },
    async () => {
      const original = await readFile(pdfAsset('qpdf/digitally-signed.pdf'));
      const session = await integrator.createSession(original, { locale: 'en' });
      await signer.open(session.link);
      await signer.seesDocument();
      await signer.accepts();
      await signer.reads('Document signed');
      const { signed } = await integrator.results(session.transactionId);
      const earlier = signaturesIn(original).map(({ validation }) => validation);
      assert.deepEqual(
        signaturesIn(signed)
          .slice(0, -1)
          .map(({ validation }) => validation),
        earlier,
      );
      assertSealed(signed);
    },
  );

  it('can be declined, with a reason, and an old link says so', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    await signer.open(session.link);
    await browser.click({ selector: 'button', text: 'Decline' });
    await signer.sees('decline');
    await browser.click('textarea');
    await browser.type('The price is wrong.');
    await browser.click({ selector: 'button[type=submit]', text: 'Decline' });
    await signer.reads('You declined');
    assert.equal(await statusOf(session.sessionId), 'CANCELLED');
    await signer.open(session.link);
    await signer.reads('You declined');
  });

  it('shows that the integrator cancelled, when the signer accepts', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    await signer.open(session.link);
    await signer.seesDocument();
    await integrator.cancel(session.sessionId);
    await signer.accepts();
    await signer.reads('This session was cancelled');
  });

  it('expires by the service’s clock, and an old link says so', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), {
      locale: 'en',
      expiresInMinutes: 5,
    });
    await signer.open(session.link);
    await signer.seesDocument();
    await integrator.advanceClock(301);
    await signer.accepts();
    await signer.reads('This session has expired');
    await signer.open(session.link);
    await signer.reads('This session has expired');
    await integrator.advanceClock(-301);
    assert.equal(await statusOf(session.sessionId), 'EXPIRED');
  });

  it('goes on where it was after a reload in the middle', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    await signer.open(session.link);
    await signer.seesDocument();
    await browser.click('input[type=checkbox]');
    await page.reload();
    await signer.seesDocument();
    assert.equal(await page.locator('sign-session-accept input').isChecked(), false);
    await signer.accepts();
    await signer.reads('Document signed');
  });

  it('ends in “signed” when the answer to accept is dropped once', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    let dropped = 0;
    await page.route('**/advance', async route => {
      dropped += 1;
      if (dropped > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await signer.open(session.link);
    await signer.seesDocument();
    await signer.accepts();
    await signer.reads('Document signed');
    assert.equal(dropped, 2);
    assert.equal(await statusOf(session.sessionId), 'COMPLETED');
  });

  it('ends in “signed” when the service is killed in the middle and comes back', async t => {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-killed-'));
    t.after(() => rm(dataFolder, { recursive: true, force: true }));
    const first = await startService({ pages: true, dataFolder });
    t.after(() => first.stop('SIGKILL'));
    const session = await new Integrator(first.url).createSession(onePagePdf('Contrato'), { locale: 'en' });
    await signer.open(session.link);
    await signer.seesDocument();
    await first.stop('SIGKILL');
    await signer.accepts();
    await signer.reads('We could not find out whether your signature went through');
    const second = await startService({ pages: true, dataFolder, port: Number(new URL(first.url).port) });
    t.after(() => second.stop());
    await browser.click({ selector: 'button', text: 'Check again' });
    await signer.readsNoMore('We could not find out');
    await browser.click({ selector: 'button[type=submit]', text: 'Agree and sign' });
    await signer.reads('Document signed');
    assert.equal((await new Integrator(second.url).status(session.sessionId))['status'], 'COMPLETED');
  });

  it('calls a wrong secret an invalid link, and tells nothing else', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    const other = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    const link = new URL(session.link);
    for (const secret of [`${session.clientSecret.slice(0, -4)}AAAA`, 'nonsense', '']) {
      link.searchParams.set('cs', secret);
      await signer.open(link.href);
      await signer.sees('outcome');
      await browser.waitFor(() =>
        ['This link does not work', 'Este link não funciona', 'Este enlace no funciona'].includes(
          document
            .querySelector('sign-session')
            ?.shadowRoot?.querySelector('.screen')
            ?.shadowRoot?.querySelector('h2')?.textContent ?? '',
        ),
      );
    }
    assert.notEqual(session.clientSecret, other.clientSecret);
    assert.equal(await statusOf(session.sessionId), 'ACTIVE');
  });

  it('gives the signer the very bytes of the document', async () => {
    const original = onePagePdf('Contrato');
    const session = await integrator.createSession(original, { locale: 'en' });
    await signer.open(session.link);
    await signer.seesDocument();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      browser.click({ selector: 'a, button', text: 'Download the document' }),
    ]);
    assert.deepEqual(new Uint8Array(await readFile(await download.path())), original);
    assert.equal(download.suggestedFilename(), 'contrato.pdf');
  });

  it('asks the API once before the first screen, and nothing of the page or its storage holds the secret', async () => {
    const session = await integrator.createSession(onePagePdf('Contrato'), { locale: 'en' });
    const asked: string[] = [];
    page.on('request', request =>
      asked.push(`${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search}`),
    );
    await signer.open(session.link);
    await signer.seesDocument();
    const api = asked.filter(line => line.includes('/v1/signing-sessions/'));
    assert.deepEqual(api, [`GET /v1/signing-sessions/${session.sessionId}`]);
    assert.deepEqual(
      asked.filter(line => line.includes('ss_secret') && !line.includes('/s/')),
      [],
    );
    const kept = await page.evaluate(() => {
      const stored = [localStorage, sessionStorage].flatMap(storage => Object.values(storage).map(String));
      return [...stored, document.cookie, new XMLSerializer().serializeToString(document)].join('\n');
    });
    assert.doesNotMatch(kept, /ss_secret/);
    assert.doesNotMatch(service.output(), /ss_secret|Maria|529/);
  });
});
