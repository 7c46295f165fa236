import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PdfWarning } from '../../src/pdf/document-warnings.ts';
import { inspectPdf, PdfRefusedError } from '../../src/pdf/inspect-pdf.ts';
import {
  FIRST_FREE,
  pagesPdf,
  type TestDocument,
  type TestPage,
} from '../../../../test/support/small-pdf.ts';
import { unembeddedFontPdf } from '../../../../test/support/unembedded-font-pdf.ts';

async function warningsOf(file: Uint8Array): Promise<readonly PdfWarning[]> {
  const { warnings } = await inspectPdf(file);
  return warnings;
}

const warningsOfPages = (pages: readonly TestPage[], extra: TestDocument = {}) =>
  warningsOf(pagesPdf(pages, extra));

/** A page with a check box. */
function boxPdf(entries: string): Uint8Array {
  const [box, look] = [FIRST_FREE, FIRST_FREE + 1];
  return pagesPdf([{ entries: `/Annots [${box} 0 R]` }], {
    catalog: `/AcroForm << /Fields [${box} 0 R] >>`,
    objects: [
      `<< /Subtype /Widget /FT /Btn /T (agree) /Rect [0 0 20 20] ` +
        `/AP << /N << /Yes ${look} 0 R /Off ${look} 0 R >> >> ${entries} >>`,
      { entries: '/Subtype /Form /BBox [0 0 20 20]', data: '0 0 20 20 re f' },
    ],
  });
}

/** A page in a file with one layer. */
const layers = (usual: string) =>
  warningsOfPages([{}], {
    catalog: `/OCProperties << /OCGs [${FIRST_FREE} 0 R] /D << ${usual} >> >>`,
    objects: ['<< /Type /OCG /Name (Prices) >>'],
  });

/** A second page with an annotation. */
const annotated = (annotation: string) =>
  warningsOfPages([{}, { entries: `/Annots [<< ${annotation} /Rect [0 0 9 9] >>]` }]);

const FORM: PdfWarning = { code: 'form-fields' };
const DIFFERS: PdfWarning = { code: 'field-appearance-differs', page: 1 };

/** An image of one pixel. */
const pixel = (entries: string) => ({
  entries: `/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries}`,
  data: 'x',
});

/** A second page with an image that has an alternate. */
const alternated = (entries: string) =>
  warningsOfPages([{}, { text: 'Picture', resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` }], {
    objects: [pixel(`/Alternates [<< /Image ${FIRST_FREE + 1} 0 R ${entries} >>]`), pixel('')],
  });

describe('what an upload is examined for', () => {
  it('is nothing in a plain document', async () => {
    assert.deepEqual(await warningsOfPages([{ text: 'A contract.' }]), []);
  });

  it('is layers that are off', async () => {
    assert.deepEqual(await layers(`/OFF [${FIRST_FREE} 0 R]`), [{ code: 'hidden-layers' }]);
    assert.deepEqual(await layers('/BaseState /OFF'), [{ code: 'hidden-layers' }]);
    assert.deepEqual(await layers('/OFF []'), []);
  });

  it('is scripts, wherever they hang', async () => {
    const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
    const found = [{ code: 'scripts' }];
    assert.deepEqual(await warningsOfPages([{}], { catalog: `/OpenAction ${script}` }), found);
    assert.deepEqual(await warningsOfPages([{ entries: `/AA << /O ${script} >>` }]), found);
    const named = `/Names << /JavaScript << /Names [(a) ${FIRST_FREE} 0 R] >> >>`;
    assert.deepEqual(await warningsOfPages([{}], { catalog: named, objects: [script] }), found);
  });

  it('is actions other than scripts that change what is shown, wherever they hang', async () => {
    const found = [{ code: 'changing-actions' }];
    for (const action of [
      '<< /S /Hide /T (name) >>',
      '<< /S /ResetForm >>',
      '<< /S /SetOCGState /State [/OFF] >>',
      '<< /S /ImportData /F (data.fdf) >>',
      '<< /S /Launch /F (other.pdf) >>',
    ]) {
      assert.deepEqual(await warningsOfPages([{}], { catalog: `/OpenAction ${action}` }), found, action);
      const next = `<< /S /GoTo /D [4 0 R /Fit] /Next [${action}] >>`;
      assert.deepEqual(await warningsOfPages([{ entries: `/AA << /O ${next} >>` }]), found, action);
    }
    for (const harmless of ['<< /S /GoTo /D [4 0 R /Fit] >>', '<< /S /URI /URI (https://a.example/) >>'])
      assert.deepEqual(await warningsOfPages([{}], { catalog: `/OpenAction ${harmless}` }), []);
  });

  it('is comments whose text no page shows', async () => {
    const look = `/AP << /N ${FIRST_FREE} 0 R >>`;
    const objects = [{ entries: '/Subtype /Form /BBox [0 0 9 9]', data: '0 0 9 9 re f' }];
    const marked = (annotation: string) =>
      warningsOfPages([{}, { entries: `/Annots [<< ${annotation} ${look} /Rect [0 0 9 9] >>]` }], {
        objects,
      });
    const found = [{ code: 'comment-texts', page: 2 }];
    for (const type of ['Highlight', 'StrikeOut', 'Text', 'Stamp', 'Square'])
      assert.deepEqual(await marked(`/Subtype /${type} /Contents (The price is another.)`), found, type);
    assert.deepEqual(await marked('/Subtype /Highlight /Contents <FEFF00E0>'), found);
    assert.deepEqual(await marked('/Subtype /Highlight /RC (<p>Ten times</p>)'), found);
    assert.deepEqual(await marked('/Subtype /Highlight /Contents ( \\n)'), []);
    assert.deepEqual(await marked('/Subtype /Highlight'), []);
    assert.deepEqual(await marked('/Subtype /FreeText /Contents (Drawn.)'), []);
    assert.deepEqual(await marked('/Subtype /Link /Contents (Where it leads.)'), []);
  });

  it('is what only print shows', async () => {
    const found = [{ code: 'print-only', page: 2 }];
    assert.deepEqual(await annotated('/Subtype /FreeText /Contents (Clause) /F 36'), found);
    assert.deepEqual(await annotated('/Subtype /Watermark /F 36'), found);
    assert.deepEqual(await annotated('/Subtype /FreeText /F 32'), []);
    assert.deepEqual(await annotated('/Subtype /FreeText /F 38'), []);
    assert.deepEqual(await annotated('/Subtype /Link /F 36'), []);
    assert.deepEqual(await alternated('/DefaultForPrinting true'), found);
    assert.deepEqual(await alternated('/DefaultForPrinting false'), []);
  });

  it('is attached files', async () => {
    const objects = [
      `<< /Type /Filespec /F (a.txt) /EF << /F ${FIRST_FREE + 1} 0 R >> >>`,
      { entries: '/Type /EmbeddedFile', data: 'text' },
    ];
    const catalog = `/Names << /EmbeddedFiles << /Names [(a) ${FIRST_FREE} 0 R] >> >>`;
    assert.deepEqual(await warningsOfPages([{}], { catalog, objects }), [{ code: 'attachments' }]);
  });

  it('is an XFA form', async () => {
    const catalog = '/AcroForm << /Fields [] /XFA (xfa) >>';
    assert.deepEqual(await warningsOfPages([{}], { catalog }), [{ code: 'xfa' }]);
  });

  it('is pages that are pictures', async () => {
    const scan: TestPage = {
      content: '/Im Do',
      entries: `/Resources << /XObject << /Im ${FIRST_FREE} 0 R >> >>`,
    };
    const pages = [
      { text: 'Words.' },
      scan,
      { ...scan, entries: '', resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` },
    ];
    assert.deepEqual(await warningsOfPages(pages, { objects: [pixel('')] }), [{ code: 'scanned', page: 2 }]);
  });

  it('is annotations that nobody draws', async () => {
    const found = [{ code: 'annotation-without-appearance', page: 2 }];
    assert.deepEqual(await annotated('/Subtype /FreeText /Contents (The price is another.)'), found);
    assert.deepEqual(await annotated('/Subtype /Link'), []);
    assert.deepEqual(await annotated('/Subtype /Text /F 2'), []);
  });

  it('names no more pages than anybody reads', async () => {
    const page = { entries: '/Annots [<< /Subtype /Text /Rect [0 0 9 9] >>]' };
    const warnings = await warningsOfPages(Array.from({ length: 60 }, () => page));
    assert.deepEqual(
      warnings.map(({ page: number }) => number),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});

describe('a font that is not in the file', () => {
  const lines = ['não há multa de R$ 1.250,00'];

  for (const baseFont of ['TimesNewRoman', 'Arial', 'CourierNew', 'Helvetica', 'Garamond']) {
    it(`is told with its page: ${baseFont}`, async () => {
      const warnings = await warningsOf(unembeddedFontPdf({ baseFont, lines }));
      assert.deepEqual(warnings, [{ code: 'font-not-embedded', page: 1 }]);
    });
  }

  it('is told where it is Chinese', async () => {
    const text = {
      baseFont: 'STSong-Light',
      lines: ['合同'],
      encoding: 'UniGB-UCS2-H',
      ordering: 'GB1',
      unmapped: true,
    };
    assert.deepEqual(await warningsOf(unembeddedFontPdf(text)), [{ code: 'font-not-embedded', page: 1 }]);
  });

  it('is told where its signs stand for no letters', async () => {
    const objects = ['<< /Type /FontDescriptor /FontName /Wingdings /Flags 4 >>'];
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings /FontDescriptor ${FIRST_FREE} 0 R >>`;
    const page = { entries: `/Resources << /Font << /F1 ${font} >> >>` };
    assert.deepEqual(await warningsOfPages([page], { objects }), [{ code: 'font-not-embedded', page: 1 }]);
  });

  for (const [what, text] of Object.entries({
    'says nothing of its letters': { unmapped: true },
    'has several letters for a code': { meaningOf: () => '1.250,00' },
    'is of a kind that is not drawn by them': { subtype: 'CIDFontType0' },
    'is taken for one of symbols': { baseFont: 'OwnSymbols' },
  })) {
    it(`is refused where it ${what}`, async () => {
      await assert.rejects(inspectPdf(unembeddedFontPdf({ baseFont: 'Arial', lines, ...text })), {
        refusal: 'font-not-embedded',
      });
    });
  }

  it('is no matter where every reader has it', async () => {
    const objects = ['<< /Type /FontDescriptor /FontName /Helvetica /Flags 4 >>'];
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor ${FIRST_FREE} 0 R >>`;
    const page = { entries: `/Resources << /Font << /F1 ${font} >> >>` };
    assert.deepEqual(await warningsOfPages([page], { objects }), []);
  });

  it('is refused in words that say what to do', async () => {
    await assert.rejects(
      inspectPdf(unembeddedFontPdf({ baseFont: 'Arial', lines, unmapped: true })),
      (error: unknown) => {
        assert.ok(error instanceof PdfRefusedError);
        assert.equal(error.refusal, 'font-not-embedded');
        assert.match(error.message, /save it with embedded fonts/);
        return true;
      },
    );
  });
});

describe('a form field', () => {
  it('is told, whatever it shows', async () => {
    for (const entries of ['/FT /Tx /V (1250)', '/FT /Ch /V (a)', '/FT /Tx']) {
      const catalog = `/AcroForm << /Fields [<< /T (field) ${entries} >>] >>`;
      assert.deepEqual(await warningsOfPages([{}], { catalog }), [FORM], entries);
    }
  });

  it('is told with its page where a box is ticked against its value, or the other way round', async () => {
    assert.deepEqual(await warningsOf(boxPdf('/V /Yes /AS /Yes')), [FORM]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Off /AS /Off')), [FORM]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Yes /AS /Off')), [FORM, DIFFERS]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Off /AS /Yes')), [FORM, DIFFERS]);
  });
});
