import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inspectPdf, PdfRefusedError, type PdfRefusal } from '../../src/pdf/inspect-pdf.ts';
import { sealDocument } from '../../src/pdf/seal-document.ts';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import { assertSealed, lastPageText, pageCount, qpdfStatus, signaturesIn } from '../support/pdf-checks.ts';
import { evidence, NOW, readPdf, testIdentity } from '../support/sealing.ts';
import { pdfAsset, withoutTools } from '../support/tools.ts';

/**
 * The expected result of each file that is not simply accepted and given a page; the others are all files of the
 * folders.
 */
const REFUSED: Readonly<Record<string, PdfRefusal>> = {
  'own/zero-bytes.pdf': 'empty',
  'own/html-renamed.pdf': 'not-a-pdf',
  'own/header-only.pdf': 'damaged',
  'own/truncated-50pct.pdf': 'damaged',
  'own/zero-pages.pdf': 'no-pages',
  'own/enc-aes256-owner-only.pdf': 'encrypted',
  'own/enc-aes256-userpw-teste123.pdf': 'encrypted',
  'pdfium/encrypted_hello_world_r6.pdf': 'encrypted',
  // The signature is valid, but the file is also encrypted.
  'qpdf/minimal-signed-restricted.pdf': 'encrypted',
  'pdfium/docmdp.pdf': 'changes-not-allowed',
  // Readers make more of these than the PDF library does.
  'qpdf/bad16.pdf': 'cannot-be-extended',
  'qpdf/bad36.pdf': 'cannot-be-extended',
  'qpdf/issue-202.pdf': 'cannot-be-extended',
};

const SIGNED = new Set(['qpdf/digitally-signed.pdf', 'pdfium/two_signatures.pdf']);

const FOLDERS = ['own', 'qpdf', 'pdfium', 'pdf20'];

const skip = withoutTools('pdfsig', 'qpdf', 'pdftotext');

function sampleFiles(): string[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(pdfAsset(folder))
      .filter(name => name.endsWith('.pdf'))
      .map(name => `${folder}/${name}`),
  );
}

async function assertRefused(original: Uint8Array, refusal: PdfRefusal): Promise<void> {
  await assert.rejects(inspectPdf(original), (error: unknown) => {
    assert.ok(error instanceof PdfRefusedError);
    assert.equal(error.refusal, refusal);
    return true;
  });
}

function validations(pdf: Uint8Array): string[] {
  return signaturesIn(pdf).map(({ validation }) => validation);
}

function assertEarlierSignatures(original: Uint8Array, sealed: Uint8Array): void {
  const earlier = validations(original);
  assert.deepEqual(validations(sealed).slice(0, earlier.length), earlier);
}

describe('the sample PDFs', { skip }, () => {
  let identity: SealingIdentity;

  before(async () => {
    identity = await testIdentity();
  });

  async function assertSealable(original: Uint8Array, signed: boolean): Promise<void> {
    const pages = pageCount(original);
    const facts = await inspectPdf(original);
    assert.deepEqual([facts.pages, facts.signed], [pages, signed]);
    const sealing = { original, evidence: evidence(), identity, sealedAt: NOW };
    const { sealed, separateEvidencePage } = await sealDocument(sealing);
    assert.deepEqual(sealed.subarray(0, original.length), original, 'the original is an unchanged prefix');
    assertSealed(sealed);
    const damage = qpdfStatus(sealed) ?? 2;
    assert.ok(damage === 0 || damage <= (qpdfStatus(original) ?? 2), 'no damage that was not there');
    assert.equal(pageCount(sealed), signed ? pages : pages + 1);
    assert.match(lastPageText(separateEvidencePage ?? sealed), /Maria da Conceição Araújo/);
    assertEarlierSignatures(original, sealed);
  }

  for (const name of skip ? [] : sampleFiles()) {
    const refusal = REFUSED[name];
    if (refusal) {
      it(`${name} is refused: ${refusal}`, () => assertRefused(readPdf(name), refusal));
    } else {
      const signed = SIGNED.has(name);
      it(`${name} is sealed${signed ? ' beside its signatures' : ''}`, () =>
        assertSealable(readPdf(name), signed));
    }
  }
});

it('tells of a protected PDF how to go on, also where it opens without a password', async () => {
  await assert.rejects(inspectPdf(readPdf('own/enc-aes256-owner-only.pdf')), {
    message: /even if it opens without a password\. Save it without protection/,
  });
});
