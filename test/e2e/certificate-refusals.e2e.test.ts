import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { CertificatePage } from '../support/certificate-page.ts';
import { Integrator, type IntegratorSession } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const PASSWORD = 'Senha#123';
const MARIA = { name: 'Maria da Silva', cpf: '529.982.247-25' };
const original = onePagePdf('Contrato');

/**
 * What the page itself refuses. In Chromium only: `test/screens/certificate.browser.test.ts` refuses in every engine
 * another’s certificate and one out of its time.
 */
const UNFIT = [
  ['other-cpf', 'This certificate is not the signer’s'],
  ['expired', 'This certificate has expired.'],
  ['not-yet-valid', 'This certificate is not valid yet.'],
  ['weak', 'The key of this certificate is too short'],
] as const;

let service: ServiceProcess;
let integrator: Integrator;
/** The files that the local service offers, by name. */
const offered = new Map<string, Uint8Array>();

async function fetchOffered(): Promise<void> {
  const list: unknown = await (await fetch(`${service.url}/_local/certificates`)).json();
  for (const item of Array.isArray(list) ? list : []) {
    const { name, downloadUrl } = Object(item);
    const file = await fetch(String(downloadUrl));
    offered.set(String(name), new Uint8Array(await file.arrayBuffer()));
  }
}

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
  await fetchOffered();
});

after(() => service?.stop());

const offeredFile = (name: string): Uint8Array => {
  const file = offered.get(name);
  assert(file !== undefined, `The service offers no certificate “${name}”.`);
  return file;
};

for (const engine of enginesToTest()) {
  describe(`a certificate that can’t sign on the hosted page: ${engine}`, () => {
    let browser: LiveBrowser;
    let signer: Signer;
    let page: CertificatePage;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
      signer = new Signer(browser);
      page = new CertificatePage(browser);
    });

    after(() => browser?.close());

    /** The signer has read and accepted, and is asked for their certificate. */
    async function comesToSign(): Promise<IntegratorSession> {
      const session = await integrator.createSession(original, {
        policy: { profile: 'DIGITAL_CERTIFICATE' },
        signer: MARIA,
        locale: 'en',
      });
      await page.comesTo(session.link);
      return session;
    }

    it('says that the password is wrong, and takes the right one then', async () => {
      await comesToSign();
      await page.opens(offeredFile('good'), 'Senha#124');
      await page.reads('This is not the password of the file.');
      await page.opens(offeredFile('good'), PASSWORD);
      await page.reads('matches the signer');
      await page.signs();
      await signer.reads('Document signed');
    });

    for (const [name, words] of engine === 'chromium' ? UNFIT : []) {
      it(`stops before anything is sent with a certificate that is ${name}`, async () => {
        const session = await comesToSign();
        await page.watch();
        await page.opens(offeredFile(name), PASSWORD);
        await page.reads(words);
        assert.equal(await page.canSign(), false);
        assert.doesNotMatch((await page.record()).said.join('\n'), /prepare_signing/);
        assert.equal((await integrator.status(session.sessionId))['status'], 'ACTIVE');
      });
    }

    it('says that a certificate was revoked, after a reload too, and takes another one then', async () => {
      await comesToSign();
      await page.opens(offeredFile('revoked'), PASSWORD);
      await page.reads('matches the signer');
      await page.signs();
      await page.reads('This certificate was revoked by whoever issued it.');
      await signer.reloads();
      await signer.sees('certificate');
      await page.reads('This certificate was revoked by whoever issued it.');
      await page.opens(offeredFile('ec'), PASSWORD);
      await page.reads('matches the signer');
      await page.signs();
      await signer.reads('Document signed');
    });
  });
}
