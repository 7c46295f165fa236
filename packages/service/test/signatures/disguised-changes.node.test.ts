import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { laterChanges } from '../../../verify/src/changes/later-changes.ts';
import { FIRST_FREE, pageNumber, pagesPdf, type TestDocument } from '../../../../test/support/small-pdf.ts';
import { formPdf, NAME_FIELD, withChanged, withUpdate } from '../support/appended-update.ts';

const PAGE = pageNumber(0);
const FORM = `/AcroForm << /Fields [${FIRST_FREE} 0 R] >>`;
const TEXT = { entries: '', data: 'BT /F1 24 Tf 40 700 Td (Contrato) Tj ET' };
const OTHER_TEXT = '<< /Length 39 >>\nstream\nBT /F1 24 Tf 40 700 Td (Anulado.) Tj ET\nendstream';

const signature = (end: number, documentLevel?: 1 | 2 | 3) => ({
  end,
  permissions: { documentLevel, locks: [] },
});

/** The changes after a signature that covers the first of both. */
async function between(before: Uint8Array, after: Uint8Array) {
  const [first] = await levels(after, [signature(before.length)]);
  return first;
}

async function levels(...of: Parameters<typeof laterChanges>) {
  const changes = await laterChanges(...of);
  return changes.map(({ level, permitted }) => ({ level, permitted }));
}

/** A page with these resources, besides the rest of the document. */
function drawing(resources: string, document: TestDocument): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text: 'Contrato', resources }], document);
}

const renamed = (file: Uint8Array) =>
  withChanged(file, FIRST_FREE, object => object.replace('Contrato', 'Anulado.'));

const annotated = (page: string) => page.replace(/(\/Annots \[[^\]]*)/, '$1 40 0 R');

describe('what a page draws, changed behind a signature', () => {
  const OTHER = { level: 'other', permitted: false };

  it('is the page, whatever else it is called', async () => {
    for (const [document, trailer = ''] of [
      [{ objects: [{ ...TEXT, entries: '/Type /XRef' }] }],
      [{ objects: [{ ...TEXT, entries: '/Type /ObjStm' }] }],
      [{ objects: [TEXT], catalog: `/Metadata ${FIRST_FREE} 0 R` }],
      [{ objects: [TEXT] }, `/Info ${FIRST_FREE} 0 R`],
      [{ objects: [TEXT], catalog: `/DSS << /Certs [${FIRST_FREE} 0 R] >>` }],
    ] as const) {
      const before = withUpdate(drawing(`/XObject << /Annots ${FIRST_FREE} 0 R >>`, document), {}, trailer);
      const change = await between(before, renamed(before));
      assert.equal(change?.permitted, false, JSON.stringify([document, trailer]));
    }
  });

  it('is the page, where its list of pictures is a field of the form, too', async () => {
    const field = `<< /FT /Tx /T (Nome) /V ${FIRST_FREE + 1} 0 R >>`;
    const before = drawing(`/XObject ${FIRST_FREE} 0 R`, { catalog: FORM, objects: [field, TEXT] });
    const after = withChanged(
      before,
      FIRST_FREE,
      object => object.replace(`/V ${FIRST_FREE + 1} 0`, '/V 40 0'),
      {
        40: OTHER_TEXT,
      },
    );
    assert.deepEqual(await between(before, after), OTHER);
  });

  it('is the page, where its resources are those of all pages, and a field looks the same', async () => {
    const field = `<< /FT /Tx /T (Nome) /AP << /N ${FIRST_FREE + 1} 0 R >> >>`;
    const base = drawing('', { catalog: FORM, objects: [field, TEXT] });
    const inherited = `/Resources << /XObject << /Im ${FIRST_FREE + 1} 0 R >> >> >>`;
    const before = withChanged(base, 2, pages => pages.replace(/>>$/, inherited));
    const after = withUpdate(before, { [FIRST_FREE + 1]: OTHER_TEXT });
    // Resources that readers take in two ways are refused before they are compared.
    assert.equal((await between(before, after))?.permitted, false);
  });

  it('is the page, where a picture stands in for its annotations', async () => {
    const base = drawing(`/XObject ${PAGE} 0 R`, { objects: [TEXT] });
    const before = withChanged(base, PAGE, page => page.replace(/>>$/, `/Annots ${FIRST_FREE} 0 R >>`));
    assert.equal((await between(before, renamed(before)))?.permitted, false);
  });

  it('is what a field looks like, too, though that be called the file’s own order', async () => {
    const field = `<< /FT /Tx /T (Nome) /AP << /N ${FIRST_FREE + 1} 0 R >> >>`;
    const look = { ...TEXT, entries: '/Type /XRef' };
    const before = drawing('', { catalog: FORM, objects: [field, look] });
    const after = withUpdate(before, { [FIRST_FREE + 1]: OTHER_TEXT.replace('<<', '<< /Type /XRef') });
    assert.equal((await between(before, after))?.permitted, false);
  });
});

describe('an annotation that only calls itself a signature', () => {
  it('is a comment', async () => {
    const text = '<< /Type /Annot /Subtype /FreeText /FT /Sig /Rect [0 0 595 842] /Contents (Outro) >>';
    for (const annotation of [text, text.replace('FreeText', 'Widget')]) {
      const after = withChanged(formPdf(), PAGE, annotated, { 40: annotation });
      assert.deepEqual(await between(formPdf(), after), { level: 'annotations', permitted: false });
    }
  });
});

describe('what a certification allows', () => {
  it('is asked of what came after it, not of what it found', async () => {
    const base = formPdf();
    const once = withChanged(base, NAME_FIELD, field => field.replace(/>>$/, '/V (Maria) >>'));
    const both = [signature(base.length), signature(once.length, 1)];
    assert.deepEqual(await levels(once, both), [
      { level: 'form', permitted: true },
      { level: 'none', permitted: true },
    ]);
    const twice = withChanged(once, NAME_FIELD, field => field.replace('(Maria)', '(Marta)'));
    assert.deepEqual(await levels(twice, both), [
      { level: 'form', permitted: false },
      { level: 'form', permitted: false },
    ]);
  });
});

describe('a file that is made to be hard to compare', () => {
  it('is not known to be unchanged where an object is none', async () => {
    const before = pagesPdf([{ text: 'Contrato' }], { catalog: `/Names ${FIRST_FREE} 0 R`, objects: [''] });
    const after = withUpdate(before, { [FIRST_FREE]: 'null' });
    assert.deepEqual(await between(before, after), { level: 'unknown', permitted: false });
  });

  it('is compared, however long its lists are', async () => {
    const before = pagesPdf([{ text: 'Contrato' }], {
      catalog: `/Names ${FIRST_FREE} 0 R`,
      objects: [`[${'0 '.repeat(300_000)}]`],
    });
    assert.deepEqual(await between(before, withUpdate(before, { 40: 'null' })), {
      level: 'none',
      permitted: true,
    });
  });
});
