import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readCertificate } from '@sign-session/certificates';
import { sampleContract } from '../../demo/console/sample-pdf/sample-contract.ts';
import { certificatePem } from '../../src/certificate/base64.ts';
import { checkPreparation } from '../../src/certificate/signing/prepared-signature.ts';
import {
  createFakeSession,
  numberedPdf,
  onePagePdf,
  type FakeSession,
} from '../../packages/testing/src/index.ts';
import { certificateDer } from '../support/certificate-files.ts';
import { DocumentedAnswers } from '../support/fake-session-answers.ts';

const DER = certificateDer('ecpf.pem');
const PREPARE = { action: 'prepare_signing', certificateChainPems: [certificatePem(DER)] };

const CONTRACT = sampleContract({ locale: 'en', pages: 3, company: 'Acme', signer: 'Maria' }).bytes;

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

let answers: DocumentedAnswers;
before(async () => {
  answers = await DocumentedAnswers.open();
});

/** Has a document of a session prepared, and checked as before every signature. */
async function checked(session: FakeSession, position?: number): Promise<void> {
  const { body } = await answers.advance(session, { ...PREPARE, documentPosition: position });
  const response = await session.fetch(body.baseUrl);
  const base = new Uint8Array(await response.arrayBuffer());
  const { hashToSign, signatureAlgorithm, dataToSign, appended, byteRange } = body;
  await checkPreparation(
    {
      hashToSign,
      signatureAlgorithm,
      dataToSign: bytes(dataToSign),
      appended: bytes(appended),
      byteRange,
    },
    { shown: base, base, certificate: readCertificate(DER) },
  );
}

describe('what a fake session prepares for a certificate', () => {
  for (const [name, file] of Object.entries({
    'one page': onePagePdf('Contract'),
    'twelve pages': numberedPdf(12),
    'a contract with more in its trailer': CONTRACT,
  })) {
    it(`is a signature of ${name}, and nothing else`, async () => {
      const document = { bytes: file, pages: 1 };
      await checked(createFakeSession({ steps: ['DIGITAL_SIGN_A1'], document }));
    });
  }

  it('is a signature of that document, of several', async () => {
    await checked(createFakeSession({ steps: ['DIGITAL_SIGN_A1'], documents: ['Contract', 'Annex'] }), 2);
  });

  it('is a digest alone where the file has no table of cross references', async () => {
    const document = { bytes: new TextEncoder().encode('%PDF-1.7\nstartxref\n7\n%%EOF\n'), pages: 1 };
    const session = createFakeSession({ steps: ['DIGITAL_SIGN_A1'], document });
    const { body } = await answers.advance(session, PREPARE);
    assert.deepEqual([typeof body.hashToSign, body.dataToSign], ['string', undefined]);
  });
});
