import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

/** A code that is not the one that was sent. */
const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code by e-mail signs a document, over a wrong entry and a reload', async ({
  integrator,
  person,
  signer,
  page,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'CLICK_PLUS_OTP' },
    signer: person,
  });
  await signer.open(session);
  await signer.accepts();
  await signer.reads('Digite o código de 6 dígitos');
  const code = await integrator.codeFor(person.email);
  await signer.enters(anotherThan(code));
  await signer.reads('Código incorreto. Restam 2 tentativas.');
  await page.reload();
  await signer.reads('Digite o código de 6 dígitos');
  await signer.enters(`${code.slice(0, 3)} ${code.slice(3)}`);
  await signer.reads('Documento assinado');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});

test('a code confirms an action @full', async ({ integrator, person, signer }) => {
  const session = await integrator.createTrustSession({ signer: person, locale: 'es' });
  await signer.open(session);
  await signer.reads('Revise y confirme');
  await signer.reads('Transferência de R$ 1.250,00');
  await signer.reads('TED 42');
  await signer.accepts();
  await signer.reads('Escriba el código de 6 dígitos');
  await signer.enters(await integrator.codeFor(person.email));
  await signer.reads('Confirmado');
  expect(await integrator.status(session.sessionId)).toMatchObject({ status: 'COMPLETED' });
});
