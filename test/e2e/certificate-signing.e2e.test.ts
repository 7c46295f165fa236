import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signaturesIn } from '../service/support/pdf-checks.ts';
import { withoutTools } from '../service/support/tools.ts';
import { ensureBuild } from '../support/builds.ts';
import { CertificateRewriter, FILE_KINDS } from '../support/certificate-kinds.ts';
import { CertificatePage } from '../support/certificate-page.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const skip = withoutTools('openssl', 'pdfsig');
/** Herself, and for her company. */
const MARIA = { name: 'Maria da Silva', cpf: '529.982.247-25', cnpj: '11.222.333/0001-81' };
const original = onePagePdf('Contrato');

/** A browser waits for the page most of its time, and the page for the service: two fill a machine of two processors. */
const BROWSERS_AT_ONCE = 2;

describe('signing with a certificate on the hosted page', { skip, concurrency: BROWSERS_AT_ONCE }, () => {
  let service: ServiceProcess;
  let integrator: Integrator;
  let files: CertificateRewriter;

  before(async () => {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    service = await startService({ pages: true });
    integrator = new Integrator(service.url);
    files = new CertificateRewriter(service.url);
  });

  after(async () => {
    files?.remove();
    await service?.stop();
  });

  for (const engine of enginesToTest()) {
    describe(engine, { concurrency: 1 }, () => {
      let browser: LiveBrowser;
      let signer: Signer;
      let page: CertificatePage;

      before(async () => {
        browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
        signer = new Signer(browser);
        page = new CertificatePage(browser);
      });

      after(() => browser?.close());

      for (const kind of FILE_KINDS) {
        it(`takes a file with ${kind.name}`, async () => {
          const session = await integrator.createSession(original, {
            policy: { profile: 'DIGITAL_CERTIFICATE' },
            signer: MARIA,
            locale: 'en',
          });
          const file = await files.write(kind);
          await page.comesTo(session.link);
          await page.watch();
          await page.opens(file, kind.password);
          await page.reads('matches the signer');
          await page.signs();
          await signer.reads('Document signed', 60_000);

          const { said, kept } = await page.record();
          const whole = [...said, ...kept, service.output()].join('\n');
          assert.match(whole, /complete_signing/);
          const key = ['PRIVATE KEY', ...(await files.secretsOf(kind))];
          assert.equal(
            key.some(text => whole.includes(text)),
            false,
            'the key left the page',
          );
          const isPassword = kind.password !== '' && whole.includes(kind.password);
          assert.equal(isPassword, false, 'the password left the page');

          const { signed } = await integrator.results(session.transactionId);
          assert.deepEqual(Buffer.from(signed).subarray(0, original.length), Buffer.from(original));
          const validations = signaturesIn(signed).map(({ validation }) => validation);
          assert.deepEqual(validations, ['Signature is Valid.']);
          assert.deepEqual(await browser.policyViolations(), []);
        });
      }
    });
  }
});
