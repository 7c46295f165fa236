import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { sealDocument, type SealedDocument } from '../../src/pdf/seal-document.ts';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import { craftHybridPdf, craftPdf, PLAIN_OBJECTS } from '../support/crafted-pdf.ts';
import { assertSealed, lastPageText, pageCount, qpdfStatus, signaturesIn } from '../support/pdf-checks.ts';
import { evidence, NOW, testIdentity } from '../support/sealing.ts';
import { withoutTools } from '../support/tools.ts';

const skip = withoutTools('pdfsig', 'qpdf', 'pdftotext');
const [CATALOG, PAGES, PAGE, CONTENT] = PLAIN_OBJECTS;
const plain = craftPdf({ objects: PLAIN_OBJECTS });

/** A plain document, some of whose objects have no type. */
const without = (...places: readonly number[]) =>
  PLAIN_OBJECTS.map((object, at) => (places.includes(at) ? object.replace(/\/Type \/\w+/, '') : object));

describe('sealing a document', () => {
  let identity: SealingIdentity;

  before(async () => {
    identity = await testIdentity();
  });

  function seal(original: Uint8Array, changes: Parameters<typeof evidence>[0] = {}): Promise<SealedDocument> {
    return sealDocument({ original, evidence: evidence(changes), identity, sealedAt: NOW });
  }

  /** The bytes that the seal adds to a file, as Latin-1. */
  async function updateOf(original: Uint8Array): Promise<string> {
    const { sealed } = await seal(original);
    return Buffer.from(sealed.subarray(original.length)).toString('latin1');
  }

  it('leaves the original’s bytes as they are, in front', async () => {
    const { sealed } = await seal(plain);
    assert.deepEqual(sealed.subarray(0, plain.length), plain);
  });

  it('adds one page and a signature over the whole file', { skip }, async () => {
    const { sealed, separateEvidencePage } = await seal(plain);
    assert.equal(separateEvidencePage, undefined);
    assertSealed(sealed);
    assert.equal(qpdfStatus(sealed), 0);
    assert.equal(pageCount(sealed), 2);
    assert.match(lastPageText(sealed), /ev_01JD8KQ7V5M2T9XH4R6B3N0CZW/);
  });

  it('takes a page tree without types, as readers do', { skip }, async () => {
    for (const objects of [without(0), without(1), without(2), without(0, 1, 2)]) {
      const original = craftPdf({ objects });
      assert.equal((await inspectPdf(original)).pages, 1);
      const { sealed } = await seal(original);
      assert.deepEqual(sealed.subarray(0, original.length), original);
      assertSealed(sealed);
      assert.equal(pageCount(sealed), 2);
      assert.match(lastPageText(sealed), /ev_01JD8KQ7V5M2T9XH4R6B3N0CZW/);
      const again = await seal(sealed);
      assertSealed(again.sealed);
    }
  });

  it('is broken by any later change', { skip }, async () => {
    const { sealed } = await seal(plain);
    const changed = Buffer.from(sealed);
    changed.write('596', changed.indexOf('595'));
    assert.deepEqual(
      signaturesIn(changed).map(({ validation }) => validation),
      ['Digest Mismatch.'],
    );
  });

  it('states the caller’s time, and the same bytes come of the same input', async () => {
    const { sealed } = await seal(plain);
    assert.ok(Buffer.from(sealed).includes('/M (D:20261120145803Z)'));
    assert.deepEqual(await seal(plain), { sealed });
  });

  it('seals a sealed document again and keeps both signatures valid', { skip }, async () => {
    const first = await seal(plain);
    const second = await seal(first.sealed);
    assert.deepEqual(second.sealed.subarray(0, first.sealed.length), first.sealed);
    assert.deepEqual(
      signaturesIn(second.sealed).map(({ validation, wholeDocument }) => ({ validation, wholeDocument })),
      [
        { validation: 'Signature is Valid.', wholeDocument: false },
        { validation: 'Signature is Valid.', wholeDocument: true },
      ],
    );
    assert.equal(pageCount(second.sealed), 2, 'no page is added to a signed document');
    assert.deepEqual(await fieldNames(second.sealed), ['SignSessionSeal', 'SignSessionSeal2']);
  });

  it('puts the evidence of a signed document on a page of its own, sealed too', { skip }, async () => {
    const first = await seal(plain);
    const { separateEvidencePage } = await seal(first.sealed, { locale: 'en' });
    assert.ok(separateEvidencePage);
    assertSealed(separateEvidencePage);
    assert.equal(qpdfStatus(separateEvidencePage), 0);
    assert.equal(pageCount(separateEvidencePage), 1);
    assert.match(lastPageText(separateEvidencePage), /already had signatures/);
  });

  it('has an upright A4 page of evidence whatever the page tree hands down', async () => {
    const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /CropBox [0 0 50 50] /UserUnit 2 >>';
    const { sealed } = await seal(craftPdf({ objects: [CATALOG, pages, PAGE, CONTENT] }));
    const page = (await PDFDocument.load(sealed)).getPage(1);
    assert.equal(page.getRotation().angle, 0);
    assert.deepEqual(page.getCropBox(), { x: 0, y: 0, width: 595.28, height: 841.89 });
  });

  for (const [where, form, catalogEntry] of [
    ['in the catalog', '<< >>', '<< /Fields [6 0 R] /DA (/F 0 Tf) /SigFlags 4 >>'],
    ['on its own', '<< /Fields 7 0 R /DA (/F 0 Tf) /SigFlags 4 >>', '5 0 R'],
  ] as const) {
    it(`keeps a form that stands ${where}`, async () => {
      const catalog = `<< /Type /Catalog /Pages 2 0 R /AcroForm ${catalogEntry} >>`;
      const field = '<< /FT /Tx /T (SignSessionSeal) /V (kept) >>';
      const objects = [catalog, PAGES, PAGE, CONTENT, form, field, '[6 0 R]'];
      const { sealed } = await seal(craftPdf({ objects }));
      assert.deepEqual(await fieldNames(sealed), ['SignSessionSeal', 'SignSessionSeal2']);
      const acroForm = await formOf(sealed);
      assert.equal(acroForm.lookup(PDFName.of('SigFlags'), PDFNumber).asNumber(), 7);
      assert.equal(acroForm.lookup(PDFName.of('DA'), PDFString).asString(), '/F 0 Tf');
    });
  }

  it('keeps the annotations of a signed document’s page', async () => {
    const { sealed } = await seal(plain);
    const again = await seal(sealed);
    const page = (await PDFDocument.load(again.sealed)).getPage(0);
    assert.equal(page.node.Annots()?.size(), 1);
    assert.equal(
      (await PDFDocument.load(again.sealed)).getPage(1).node.Annots()?.size(),
      3,
      'two links, one seal',
    );
  });

  it('extends a hybrid file, of which old readers see less than new ones', { skip }, async () => {
    const hybrid = craftHybridPdf();
    assert.equal(qpdfStatus(hybrid), 0);
    assert.deepEqual(await inspectPdf(hybrid), { pages: 1, signed: false, warnings: [] });
    const { sealed } = await seal(hybrid);
    assertSealed(sealed);
    assert.equal(qpdfStatus(sealed), 0);
    assert.equal(pageCount(sealed), 2);
    assert.deepEqual(await fieldNames(sealed), ['SignSessionSeal']);
  });

  it('writes its cross references as the original’s are written', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const original = await document.save({ useObjectStreams: true });
    assert.equal((await updateOf(original)).includes('\ntrailer\n'), false);
    assert.equal((await updateOf(craftHybridPdf())).includes('\ntrailer\n'), true);
  });

  it('takes less than a second of the processor for a document of three pages', async () => {
    await seal(plain);
    const start = process.cpuUsage();
    await seal(plain);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 1_000_000);
  });
});

async function formOf(pdf: Uint8Array): Promise<PDFDict> {
  const document = await PDFDocument.load(pdf);
  return document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
}

async function fieldNames(pdf: Uint8Array): Promise<string[]> {
  const fields = (await formOf(pdf)).lookup(PDFName.of('Fields'), PDFArray);
  return fields
    .asArray()
    .map((_, index) =>
      fields.lookup(index, PDFDict).lookup(PDFName.of('T'), PDFString, PDFHexString).decodeText(),
    );
}
