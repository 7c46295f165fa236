import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PdfWarning } from '../../src/pdf/document-warnings.ts';
import { inspectPdf, PdfRefusedError } from '../../src/pdf/inspect-pdf.ts';
import {
  FIRST_FREE,
  pageNumber,
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

/** A page with one form field, whose appearance draws `look` with `/Helv`. */
function fieldPdf(
  entries: string,
  look: string,
  extra: Partial<Record<'form' | 'font', string>> = {},
): Uint8Array {
  const [field, stream, font] = [0, 1, 2].map(index => FIRST_FREE + index);
  const { form = '', font: encoding = '/Encoding /WinAnsiEncoding' } = extra;
  return pagesPdf([{ text: 'Order' }, { text: 'Form', entries: `/Annots [${field} 0 R]` }], {
    catalog: `/AcroForm << /Fields [${field} 0 R] /DR << /Font << /Helv ${font} 0 R >> >> ${form} >>`,
    objects: [
      `<< /Type /Annot /Subtype /Widget /Rect [50 600 300 620] /T (price) /P ${pageNumber(1)} 0 R ` +
        `/AP << /N ${stream} 0 R >> ${entries} >>`,
      {
        entries: '/Type /XObject /Subtype /Form /BBox [0 0 250 20]',
        data: `/Tx BMC q BT /Helv 12 Tf ${look} ET Q EMC`,
      },
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${encoding} >>`,
    ],
  });
}

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
const DIFFERS: PdfWarning = { code: 'field-appearance-differs', page: 2 };

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

describe('a field whose look says something else than its value', () => {
  it('is told with its page', async () => {
    const file = fieldPdf('/FT /Tx /V (R$ 1.250,00)', '(R$ 9.250,00) Tj');
    assert.deepEqual(await warningsOf(file), [FORM, DIFFERS]);
  });

  it('is told where the look is empty, and where there is no value', async () => {
    assert.deepEqual(await warningsOf(fieldPdf('/FT /Tx /V (1250)', '')), [FORM, DIFFERS]);
    assert.deepEqual(await warningsOf(fieldPdf('/FT /Tx', '(1250) Tj')), [FORM, DIFFERS]);
  });

  it('is not one whose look breaks the lines, or draws each character by itself', async () => {
    const lines = fieldPdf(
      '/FT /Tx /Ff 4096 /V (To be paid\\non delivery)',
      '(To be) Tj T* (paid on) Tj T* [(deliv) -20 (ery)] TJ',
    );
    assert.deepEqual(await warningsOf(lines), [FORM]);
    assert.deepEqual(await warningsOf(fieldPdf('/FT /Tx /V (1\\(2)', '<31> Tj (\\() Tj (2) Tj')), [FORM]);
  });

  it('is not one whose look has accents, by whatever encoding', async () => {
    const differences = '/Encoding << /Type /Encoding /Differences [97 /a 200 /atilde] >>';
    const value = '/V <FEFF006E00E3006F>';
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Tx ${value}`, '(n\\310o) Tj', { font: differences })), [
      FORM,
    ]);
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Tx ${value}`, '(n\\343o) Tj')), [FORM]);
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Tx ${value}`, '(n\\343s) Tj')), [FORM, DIFFERS]);
  });

  it('is not a number that a script formats, unless it is another number', async () => {
    const script = '/AA << /F << /S /JavaScript /JS (AFNumber_Format) >> >>';
    const scripts = { code: 'scripts' };
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Tx /V (1250) ${script}`, '(R$ 1.250,00) Tj')), [
      scripts,
      FORM,
    ]);
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Tx /V (1250) ${script}`, '(R$ 12.500,00) Tj')), [
      scripts,
      FORM,
      DIFFERS,
    ]);
  });

  it('is not a password, a list, or a choice that is shown in words', async () => {
    assert.deepEqual(await warningsOf(fieldPdf('/FT /Tx /Ff 8192 /V (secret)', '(******) Tj')), [FORM]);
    const options = '/Opt [[(a) (Alpha)] [(b) (Beta)]]';
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Ch /V (a) ${options}`, '(Alpha) Tj (Beta) Tj')), [FORM]);
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Ch /Ff 131072 /V (a) ${options}`, '(Alpha) Tj')), [
      FORM,
    ]);
    assert.deepEqual(await warningsOf(fieldPdf(`/FT /Ch /Ff 131072 /V (a) ${options}`, '(Beta) Tj')), [
      FORM,
      DIFFERS,
    ]);
  });

  it('is a box that is ticked against its value, or the other way round', async () => {
    const differs = { ...DIFFERS, page: 1 };
    assert.deepEqual(await warningsOf(boxPdf('/V /Yes /AS /Yes')), [FORM]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Off /AS /Off')), [FORM]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Yes /AS /Off')), [FORM, differs]);
    assert.deepEqual(await warningsOf(boxPdf('/V /Off /AS /Yes')), [FORM, differs]);
  });
});
