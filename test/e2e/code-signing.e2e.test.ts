import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';

let service: ServiceProcess;
let integrator: Integrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true });
  integrator = new Integrator(service.url);
});

after(() => service?.stop());

/** What a signer reads in each language, and the words of the controls on the way. */
const LOCALES = [
  {
    locale: 'pt-BR',
    accept: 'Revise e assine o documento',
    enter: 'Digite o código de 6 dígitos',
    wrong: 'O código não confere. Restam 2 tentativas com ele.',
    done: 'Documento assinado',
    confirm: 'Revise e confirme',
    box: 'Li a descrição',
    agree: 'Confirmar',
    field: 'Código',
    submit: 'Confirmar',
    confirmed: 'Confirmado',
  },
  {
    locale: 'en',
    accept: 'Review and sign the document',
    enter: 'Enter the 6-digit code',
    wrong: 'The code is not right. You have 2 more tries with it.',
    done: 'Document signed',
    confirm: 'Review and confirm',
    box: 'I have read the description',
    agree: 'Confirm',
    field: 'Code',
    submit: 'Confirm',
    confirmed: 'Confirmed',
  },
  {
    locale: 'es',
    accept: 'Revise y firme el documento',
    enter: 'Escriba el código de 6 dígitos',
    wrong: 'El código no coincide. Le quedan 2 intentos con él.',
    done: 'Documento firmado',
    confirm: 'Revise y confirme',
    box: 'He leído la descripción',
    agree: 'Confirmar',
    field: 'Código',
    submit: 'Confirmar',
    confirmed: 'Confirmado',
  },
] as const;

/** A code that is not the one that was sent. */
const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A signer whose mailbox nobody else has. */
const someone = () => {
  const email = `${randomUUID()}@exemplo.com.br`;
  return { name: 'Maria da Silva', cpf: '529.982.247-25', email };
};

for (const engine of enginesToTest()) {
  describe(`one-time codes on the hosted page: ${engine}`, () => {
    let browser: LiveBrowser;

    before(async () => {
      browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
    });

    after(() => browser?.close());

    for (const words of LOCALES) {
      it(`sign a document in ${words.locale}, over a wrong entry and a reload`, async () => {
        const person = someone();
        const session = await integrator.createSession(onePagePdf('Contrato'), {
          policy: { profile: 'CLICK_PLUS_OTP' },
          signer: person,
          locale: words.locale,
        });
        const signer = new Signer(browser);
        await signer.open(session.link);
        await signer.reads(words.accept);
        await signer.seesDocument();
        await signer.accepts();
        await signer.reads(words.enter);
        const code = await integrator.codeFor(person.email);
        await browser.click('input[autocomplete="one-time-code"]');
        await browser.type(anotherThan(code));
        await browser.press('Enter');
        await signer.reads(words.wrong);

        await signer.reloads();
        await signer.reads(words.wrong);
        await browser.click('input[autocomplete="one-time-code"]');
        await browser.type(`${code.slice(0, 3)} ${code.slice(3)}`);
        await browser.press('Enter');
        await signer.reads(words.done);
        assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
        assert.deepEqual(await browser.policyViolations(), []);
        assert.deepEqual(await browser.consoleErrors(), []);
      });

      it(`confirm an action in ${words.locale}, by the keyboard alone`, async () => {
        const person = someone();
        const session = await integrator.createTrustSession({ signer: person, locale: words.locale });
        const signer = new Signer(browser);
        await signer.open(session.link);
        await signer.reads(words.confirm);
        await signer.reads('Transferência de R$ 1.250,00');
        await signer.reads('TED 42');
        await signer.tabsTo(words.box);
        await browser.press('Space');
        await signer.tabsTo(words.agree);
        await browser.press('Enter');
        await signer.reads(words.enter);
        await signer.tabsTo(words.field);
        await browser.type(await integrator.codeFor(person.email));
        await browser.press('Enter');
        await signer.reads(words.confirmed);
        assert.equal((await integrator.status(session.sessionId))['status'], 'COMPLETED');
        assert.deepEqual(await browser.policyViolations(), []);
        assert.deepEqual(await browser.consoleErrors(), []);
      });
    }
  });
}
