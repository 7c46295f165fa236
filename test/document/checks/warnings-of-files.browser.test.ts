import { expect } from '@open-wc/testing';
import {
  FIRST_FREE,
  pageNumber,
  pagesPdf,
  type TestDocument,
  type TestPage,
} from '../../support/small-pdf.ts';
import { unembeddedFontPdf } from '../../support/unembedded-font-pdf.ts';
import { newViewer, shownViewer, until, type ShownViewer } from '../pdf/shown-viewer.ts';

const IMAGE = `/XObject << /Im ${FIRST_FREE} 0 R >>`;
const PAINTED = 'q 400 0 0 400 50 50 cm /Im Do Q';

/** A grey image of 2 × 2 pixels; other entries make it one that can't be decoded. */
function image(
  entries = '/Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
  data: string | Uint8Array = '\0@@\0',
) {
  return { entries: `/Type /XObject /Subtype /Image ${entries}`, data };
}

const STAMP = '/Type /Annot /Subtype /Stamp /Rect [40 40 400 400]';

/** How many pixels of the first page are dark. */
function inkOn(pages: HTMLElement): number {
  const canvas = pages.querySelector('canvas');
  const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return picture?.data.filter((value, at) => at % 4 === 0 && value < 128).length ?? 0;
}

interface Case {
  readonly what: string;
  readonly pages: readonly TestPage[];
  readonly extra?: TestDocument;
  readonly warnings: readonly string[];
}

const LAYERS = (state: string): string =>
  `/OCProperties << /OCGs [${FIRST_FREE} 0 R] /D << ${state} /Order [${FIRST_FREE} 0 R] >> >>`;

/** A form of one field; `need`: the file asks for fields to be drawn from their values. */
function formWith(field: string, need: boolean): TestDocument {
  return {
    catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] /NeedAppearances ${need} /DA (/F1 12 Tf 0 g) >>`,
    objects: [
      `<< /Type /Annot /Subtype /Widget /T (field) /Rect [40 600 240 630] /DA (/F1 12 Tf 0 g) ${field} >>`,
    ],
  };
}

/** A form of one field, whose value is “Price 100” unless said otherwise, and what its look draws. */
function fieldThatShows(look: string, entries = '/Ff 4096 /V (Price 100)'): TestDocument {
  const form = formWith(`/FT /Tx ${entries} /AP << /N ${FIRST_FREE + 1} 0 R >>`, false);
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  const data = `/Tx BMC BT /F1 12 Tf 2 16 Td ${look} ET EMC`;
  const stream = { entries: `/Type /XObject /Subtype /Form /BBox [0 0 200 30] ${resources}`, data };
  return { ...form, objects: [...(form.objects ?? []), stream] };
}

/** A number that a script formats. */
const FORMATTED = '/V (1250) /AA << /F << /S /JavaScript /JS (AFNumber_Format\\(2\\)) >> >>';

const CASES: readonly Case[] = [
  { what: 'nothing of an ordinary file', pages: [{ text: 'Contract' }, { text: 'Signed' }], warnings: [] },
  {
    what: 'a layer that is off',
    pages: [{ text: 'Contract' }],
    extra: {
      catalog: LAYERS(`/OFF [${FIRST_FREE} 0 R]`),
      objects: ['<< /Type /OCG /Name (Clause) >>'],
    },
    warnings: ['hidden-content'],
  },
  {
    what: 'a script of the document',
    pages: [{ text: 'Contract' }],
    extra: { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
    warnings: ['scripts'],
  },
  {
    what: 'a script of a field',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] >>`,
      objects: [
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /Rect [0 0 90 20] ' +
          '/AA << /C << /S /JavaScript /JS (event.value = 1) >> >> >>',
      ],
    },
    warnings: ['scripts'],
  },
  {
    what: 'no script of a signature field',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] /SigFlags 3 >>`,
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /Rect [0 0 90 20] >>'],
    },
    warnings: [],
  },
  {
    what: 'the value of a field that has no picture of it',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100)', false),
    warnings: ['field-missing'],
  },
  {
    what: 'nothing of a value that the file asks to be drawn',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100)', true),
    warnings: [],
  },
  {
    what: 'the value of a field that is out of sight',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100) /F 2', true),
    warnings: ['field-missing'],
  },
  {
    what: 'the choice of a field that has no picture of it',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Ch /Ff 131072 /V (One) /Opt [(One) (Two)]', false),
    warnings: ['field-missing'],
  },
  {
    what: 'a field that shows something else than its value',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(Price 900) Tj'),
    warnings: ['field-appearance-differs'],
  },
  {
    what: 'nothing of a field that shows its value in two lines',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(Price) Tj 0 -14 Td (100) Tj'),
    warnings: [],
  },
  {
    what: 'a field with a look and no value',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(Price 900) Tj', ''),
    warnings: ['field-appearance-differs'],
  },
  {
    what: 'nothing of a password',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(******) Tj', '/Ff 8192 /V (secret)'),
    warnings: [],
  },
  {
    what: 'nothing but the script of a number that it formats',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(R$ 1.250,00) Tj', FORMATTED),
    warnings: ['scripts'],
  },
  {
    what: 'a formatted field that shows another number',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: fieldThatShows('(R$ 12.500,00) Tj', FORMATTED),
    warnings: ['scripts', 'field-appearance-differs'],
  },
  {
    what: 'nothing of an empty field',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V ()', false),
    warnings: [],
  },
  {
    what: 'nothing of a box with a tick, or without one',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Btn /V /Yes /AS /Yes', false),
    warnings: [],
  },
  {
    what: 'a file attached to a page',
    pages: [{ text: 'Annex', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      objects: [
        `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS ${FIRST_FREE + 1} 0 R >>`,
        `<< /Type /Filespec /F (a.txt) /EF << /F ${FIRST_FREE + 2} 0 R >> >>`,
        { entries: '/Type /EmbeddedFile', data: 'Annex' },
      ],
    },
    warnings: ['attachments'],
  },
  {
    what: 'a stamp without its picture',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: { objects: [`<< ${STAMP} /F 4 /AP << /N 999 0 R >> >>`] },
    warnings: ['annotation-without-appearance'],
  },
  {
    what: 'a stamp that only paper shows',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      objects: [
        `<< ${STAMP} /F 36 /AP << /N ${FIRST_FREE + 1} 0 R >> >>`,
        { entries: '/Type /XObject /Subtype /Form /BBox [0 0 90 90]', data: '0 0 90 90 re f' },
      ],
    },
    warnings: ['print-only'],
  },
  {
    what: 'a mark with a comment',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      objects: [
        `<< ${STAMP} /F 4 /Contents (The price is ten times higher.) /AP << /N ${FIRST_FREE + 1} 0 R >> >>`,
        { entries: '/Type /XObject /Subtype /Form /BBox [0 0 90 90]', data: '0 0 90 90 re f' },
      ],
    },
    warnings: ['comment-texts'],
  },
  {
    what: 'a text that only paper shows, without its picture',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      objects: ['<< /Type /Annot /Subtype /FreeText /Rect [40 40 400 90] /Contents (Clause) /F 36 >>'],
    },
    warnings: ['print-only'],
  },
  {
    what: 'a page that is a picture, and one with words that is none',
    pages: [{ text: 'Contract' }, { content: PAINTED, resources: IMAGE }],
    extra: { objects: [image()] },
    warnings: ['scanned'],
  },
  {
    what: 'a page that is empty, and that it is no scan',
    pages: [{ text: 'Contract' }, { content: '' }],
    warnings: ['blank-page'],
  },
  {
    what: 'an image that can’t be decoded',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: {
      objects: [
        image('/Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode', 'No JPX.'),
      ],
    },
    warnings: ['image-missing'],
  },
  {
    what: 'a stencil that can’t be decoded',
    pages: [
      { text: 'Contract' },
      { content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE },
    ],
    extra: {
      objects: [
        image(
          '/Width 2 /Height 2 /ImageMask true /BitsPerComponent 1 /Filter /JBIG2Decode',
          'No JBIG2. '.repeat(9),
        ),
      ],
    },
    warnings: ['image-missing'],
  },
  {
    what: 'an image that can’t be decoded, behind many words',
    pages: [{ content: `${lines(150)} ${PAINTED}`, resources: IMAGE }],
    extra: {
      objects: [
        image('/Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode', 'No JPX.'),
      ],
    },
    warnings: ['image-missing'],
  },
  {
    what: 'an image in the content that can’t be decoded',
    pages: [
      {
        content:
          'BT /F1 24 Tf 40 700 Td (Plan) Tj ET q 90 0 0 90 50 50 cm BI /W 4 /H 4 /CS /G /BPC 8 /F /DCT ID No JPEG EI Q',
      },
    ],
    warnings: ['image-missing'],
  },
  {
    what: 'an image that is too large and whose size is named elsewhere',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: {
      objects: [
        image(`/Width ${FIRST_FREE + 1} 0 R /Height ${FIRST_FREE + 1} 0 R /ColorSpace /DeviceGray`, '\0'),
        '30000',
      ],
    },
    warnings: ['image-missing'],
  },
  {
    what: 'an image in the content that is too large',
    pages: [
      {
        content:
          'BT /F1 24 Tf 40 700 Td (Plan) Tj ET q 90 0 0 90 50 50 cm BI /W 30000 /H 30000 /CS /G /BPC 8 ID \0 EI Q',
      },
    ],
    warnings: ['image-missing'],
  },
  {
    what: 'a shading that can’t be read',
    pages: [{ content: 'BT /F1 24 Tf 40 700 Td (Plan) Tj ET /NoSuch sh' }],
    warnings: ['image-missing'],
  },
  {
    what: 'letters of a font that is broken',
    pages: [{ text: 'Contract' }, { text: 'Signed', resources: `/Font << /F1 ${FIRST_FREE} 0 R >>` }],
    extra: { objects: ['<< /Type /Font /Subtype /Type0 /BaseFont /Nothing /DescendantFonts [] >>'] },
    warnings: ['font-missing'],
  },
];

/** Waits until no more warnings come: all pages are drawn, and each has been looked through. */
async function noticesOf(shown: ShownViewer): Promise<readonly string[]> {
  const { viewer, pages } = shown;
  await until(() => pages.querySelector('.pending') === null, 'all pages drawn');
  // The worker answers in turn: what was asked about the pages has been answered before this.
  await viewer.pageText(pages.childElementCount).catch(() => undefined);
  await until(() => pages.querySelectorAll('.text-layer').length === pages.querySelectorAll('canvas').length);
  return shown.warnings;
}

function lines(count: number): string {
  return 'BT /F1 9 Tf 40 700 Td (Clause) Tj ET '.repeat(count);
}

/** A page with something larger than is drawn among so many lines before and after it. */
function withHugeImage(before: number, after: number): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ content: `${lines(before)} ${PAINTED} ${lines(after)}`, resources: IMAGE }], {
    objects: [image('/Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 1', '\0')],
  });
}

describe('what pages may not show', () => {
  for (const { what, pages, extra, warnings } of CASES) {
    it(`tells ${what}`, async () => {
      const shown = await shownViewer(pagesPdf(pages, extra), { height: 2500 });
      await until(() => shown.warnings.length >= warnings.length, warnings.join(', '));
      expect(await noticesOf(shown)).to.deep.equal(warnings);
    });
  }

  for (const [before, after] of [
    [1, 1],
    [80, 0],
    [250, 0],
    [1500, 1500],
  ] as const) {
    it(`tells an image that is too large behind ${before} lines and before ${after}, and shows the lines`, async () => {
      const { warnings, warningPages, pages } = await shownViewer(withHugeImage(before, after));
      expect(warnings).to.deep.equal(['image-missing']);
      expect(warningPages.get('image-missing')).to.deep.equal([1]);
      expect(inkOn(pages)).to.be.greaterThan(0);
    });
  }

  it('tells a page that can’t be read when the reader comes to it, and which it is', async () => {
    const kids = Array.from({ length: 29 }, (_, index) => `${pageNumber(index)} 0 R`).join(' ');
    const shown = await shownViewer(
      pagesPdf(
        Array.from({ length: 29 }, () => ({ text: 'Contract' })),
        {
          catalog: `/Pages ${FIRST_FREE} 0 R`,
          objects: [`<< /Type /Pages /Count 30 /Kids [${kids} null] >>`],
        },
      ),
    );
    expect(shown.warnings).to.deep.equal([]);
    shown.viewer.goToPage(30);
    await until(() => shown.warnings.includes('page-failed'), 'failed');
    expect([...shown.warningPages]).to.deep.equal([['page-failed', [30]]]);
  });

  it('tells that a question could not be answered, which is no “no”', async () => {
    // An attachment's name tree that ends in nothing readable.
    const { warnings } = await shownViewer(
      pagesPdf([{ text: 'Contract' }], {
        catalog: `/Names << /EmbeddedFiles ${FIRST_FREE} 0 R >>`,
        objects: [`<< /Kids [${FIRST_FREE} 0 R] >>`],
      }),
    );
    expect(warnings).to.deep.equal(['not-inspected']);
  });

  it('tells fonts that are not in the file: of any name, and Chinese ones', async () => {
    for (const text of [
      { baseFont: 'Garamond', lines: ['Contrato'] },
      { baseFont: 'STSong-Light', lines: ['合同'], encoding: 'UniGB-UCS2-H', ordering: 'GB1' },
    ]) {
      const shown = await shownViewer(unembeddedFontPdf(text));
      await until(() => shown.warnings.length > 0, text.baseFont);
      expect([...shown.warningPages]).to.deep.equal([['font-not-embedded', [1]]]);
    }
  });

  it('tells what the service found with what is seen here, each once', async () => {
    const shown = await newViewer();
    const script = { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' };
    const warnings = [
      { code: 'scripts' },
      { code: 'hidden-layers' },
      { code: 'field-appearance-differs', page: 3 },
      { code: 'annotation-without-appearance', page: 2 },
      { code: 'annotation-without-appearance', page: 5 },
      { code: 'newer-than-this-widget' },
    ];
    await shown.viewer.show(pagesPdf([{ text: 'Contract' }], script), { warnings });
    const told = ['hidden-content', 'scripts', 'field-appearance-differs', 'annotation-without-appearance'];
    expect(shown.warnings).to.deep.equal(told);
    expect([...shown.warningPages.values()]).to.deep.equal([[3], [2, 5]]);
  });

  it('tells what the file as a whole has before it counts as shown', async () => {
    const { warnings } = await shownViewer(
      pagesPdf([{ text: 'Contract' }], {
        catalog: `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /XFA ${FIRST_FREE} 0 R >>`,
        objects: [{ entries: '', data: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>' }],
      }),
    );
    expect(warnings).to.deep.equal(['xfa', 'scripts']);
  });

  it('refuses a small file that claims more pages than anybody reads', async () => {
    // pdf.js looks for the last page only, and believes the inner node's count on its way.
    const bytes = pagesPdf([{ text: 'Contract' }, { text: 'Signed' }], {
      catalog: `/Pages ${FIRST_FREE} 0 R`,
      objects: [
        `<< /Type /Pages /Kids [${FIRST_FREE + 1} 0 R ${pageNumber(1)} 0 R] /Count 50000001 >>`,
        `<< /Type /Pages /Parent ${FIRST_FREE} 0 R /Kids [${pageNumber(0)} 0 R] /Count 50000000 >>`,
      ],
    });
    const { viewer, pages } = await newViewer();
    const error: unknown = await viewer.show(bytes).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'UnreadableError', problem: 'tooLarge' });
    expect(pages.childElementCount).to.equal(0);
  });
});
