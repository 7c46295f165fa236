import { TRIGGER_CPFS } from '../../packages/local/src/biometrics.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';

test('a photo of the identity document takes the place of a government base that knows another face', async ({
  integrator,
  signer,
}) => {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC_SERPRO_AUTO_FALLBACK' },
    signer: { name: 'Maria da Silva', cpf: TRIGGER_CPFS.identityMismatch, birthDate: '1985-03-17' },
    locale: 'en',
  });
  await signer.open(session);
  await signer.presses('I have read this');
  await signer.accepts();
  await signer.reads('No camera is used.');
  await signer.presses('Simulate the check');

  await signer.reads('Photo of your identity document');
  await signer.presses('Use the camera');
  await signer.presses('Take the photo');
  await signer.presses('Send the photo');
  await signer.reads('Document signed');
  const { steps } = await integrator.evidence(session.sessionId);
  expect(steps).toMatchObject([
    { type: 'PURPOSE_DISCLOSURE' },
    { type: 'CLICK_ACCEPT' },
    { type: 'BIOMETRIC_LIVENESS' },
    { type: 'DOCUMENT_PHOTO_MATCH', result: { documentPhotoMatch: { documentType: 'RG' } } },
  ]);
});
