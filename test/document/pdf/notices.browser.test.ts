import { expect } from '@open-wc/testing';
import { testAsset } from '../../support/runner-page.ts';
import {
  FIRST_FREE,
  pageNumber,
  pagesPdf,
  type TestDocument,
  type TestPage,
} from '../../support/small-pdf.ts';
import { newViewer, shownViewer, until } from './shown-viewer.ts';

const IMAGE = `/XObject << /Im ${FIRST_FREE} 0 R >>`;
const PAINTED = 'q 400 0 0 400 50 50 cm /Im Do Q';

/** A grey image of 2 × 2 pixels; other entries make it one that can't be decoded. */
function image(
  entries = '/Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
  data: string | Uint8Array = '\0@@\0',
) {
  return { entries: `/Type /XObject /Subtype /Image ${entries}`, data };
}

const GREY = '/Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8';

/** At most 64 KB in zlib's form, not made smaller (RFC 1951, 3.2.4); its check sum is left out. */
function deflated(data: Uint8Array): Uint8Array {
  const { length } = data;
  const header = [0x78, 0x01, 1, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff];
  return Uint8Array.from([...header, ...data]);
}

interface Case {
  readonly what: string;
  readonly pages: readonly TestPage[];
  readonly extra?: TestDocument;
  readonly notices: readonly string[];
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

const CASES: readonly Case[] = [
  { what: 'nothing of an ordinary file', pages: [{ text: 'Contract' }, { text: 'Signed' }], notices: [] },
  {
    what: 'a layer that is off',
    pages: [{ text: 'Contract' }],
    extra: {
      catalog: LAYERS(`/OFF [${FIRST_FREE} 0 R]`),
      objects: ['<< /Type /OCG /Name (Clause) >>'],
    },
    notices: ['hidden-content'],
  },
  {
    what: 'content that is out of sight although all layers are on',
    pages: [
      { text: 'Contract' },
      {
        content: '/OC /Hidden BDC BT /F1 24 Tf 40 700 Td (Small print) Tj ET EMC BT /F1 24 Tf (Big) Tj ET',
        resources: `/Properties << /Hidden ${FIRST_FREE + 1} 0 R >>`,
      },
    ],
    extra: {
      catalog: LAYERS(''),
      objects: ['<< /Type /OCG /Name (Clause) >>', `<< /Type /OCMD /OCGs [${FIRST_FREE} 0 R] /P /AllOff >>`],
    },
    notices: ['hidden-content'],
  },
  {
    what: 'a script of the document',
    pages: [{ text: 'Contract' }],
    extra: { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' },
    notices: ['scripts'],
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
    notices: ['scripts'],
  },
  {
    what: 'no script of a signature field',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: {
      catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] /SigFlags 3 >>`,
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /Rect [0 0 90 20] >>'],
    },
    notices: [],
  },
  {
    what: 'the value of a field that has no picture of it',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100)', false),
    notices: ['field-missing'],
  },
  {
    what: 'nothing of a value that the file asks to be drawn',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100)', true),
    notices: [],
  },
  {
    what: 'the value of a field that is out of sight',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V (Price 100) /F 2', true),
    notices: ['field-missing'],
  },
  {
    what: 'the choice of a field that has no picture of it',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Ch /Ff 131072 /V (One) /Opt [(One) (Two)]', false),
    notices: ['field-missing'],
  },
  {
    what: 'nothing of an empty field',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Tx /V ()', false),
    notices: [],
  },
  {
    what: 'nothing of a box with a tick, or without one',
    pages: [{ text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` }],
    extra: formWith('/FT /Btn /V /Yes /AS /Yes', false),
    notices: [],
  },
  {
    what: 'a file attached to a page that is not in sight',
    pages: [
      ...Array.from({ length: 8 }, () => ({ text: 'Contract' })),
      { text: 'Annex', entries: `/Annots [${FIRST_FREE} 0 R]` },
    ],
    extra: {
      objects: [
        `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS ${FIRST_FREE + 1} 0 R >>`,
        `<< /Type /Filespec /F (a.txt) /EF << /F ${FIRST_FREE + 2} 0 R >> >>`,
        { entries: '/Type /EmbeddedFile', data: 'Annex' },
      ],
    },
    notices: ['attachments'],
  },
  {
    what: 'a page that is a picture, and one with words that is none',
    pages: [{ text: 'Contract' }, { content: PAINTED, resources: IMAGE }],
    extra: { objects: [image()] },
    notices: ['scanned'],
  },
  {
    what: 'a page that can’t be read and is not in sight',
    pages: Array.from({ length: 9 }, () => ({ text: 'Contract' })),
    extra: {
      catalog: `/Pages ${FIRST_FREE} 0 R`,
      objects: [
        `<< /Type /Pages /Count 9 /Kids [${Array.from({ length: 8 }, (_, index) => `${pageNumber(index)} 0 R`).join(' ')} null] >>`,
      ],
    },
    notices: ['page-failed'],
  },
  {
    what: 'a page that is empty, and that it is no scan',
    pages: [{ text: 'Contract' }, { content: 'q 0 0 10 10 re W n Q' }],
    notices: ['blank-page'],
  },
  {
    what: 'an image that can’t be decoded',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: {
      objects: [
        image('/Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode', 'No JPX.'),
      ],
    },
    notices: ['image-missing'],
  },
  {
    what: 'an image of which a half is missing',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: { objects: [image(`${GREY} /Filter /FlateDecode`, deflated(new Uint8Array(128)))] },
    notices: ['image-missing'],
  },
  {
    what: 'nothing of the same image when it is whole',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: { objects: [image(`${GREY} /Filter /FlateDecode`, deflated(new Uint8Array(256)))] },
    notices: [],
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
    notices: ['image-missing'],
  },
  {
    what: 'an image in the content that can’t be decoded',
    pages: [
      {
        content:
          'BT /F1 24 Tf 40 700 Td (Plan) Tj ET q 90 0 0 90 50 50 cm BI /W 4 /H 4 /CS /G /BPC 8 /F /DCT ID No JPEG EI Q',
      },
    ],
    notices: ['image-missing'],
  },
  {
    what: 'a shading that can’t be read',
    pages: [{ content: 'BT /F1 24 Tf 40 700 Td (Plan) Tj ET /NoSuch sh' }],
    notices: ['image-missing'],
  },
  {
    what: 'letters of a font that is broken',
    pages: [{ text: 'Contract' }, { text: 'Signed', resources: `/Font << /F1 ${FIRST_FREE} 0 R >>` }],
    extra: { objects: ['<< /Type /Font /Subtype /Type0 /BaseFont /Nothing /DescendantFonts [] >>'] },
    notices: ['font-missing', 'blank-page'],
  },
  {
    what: 'an image that is too large to be drawn',
    pages: [{ content: `BT /F1 24 Tf 40 700 Td (Plan) Tj ET ${PAINTED}`, resources: IMAGE }],
    extra: {
      objects: [image('/Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 1', '\0')],
    },
    notices: ['image-missing'],
  },
];

describe('what pages may not show', () => {
  for (const { what, pages, extra, notices } of CASES) {
    it(`tells ${what}`, async () => {
      const shown = await shownViewer(pagesPdf(pages, extra));
      await shown.viewer.inspected();
      expect(shown.notices).to.deep.equal(notices);
    });
  }

  it('tells what the file as a whole has before it counts as shown', async () => {
    const { notices } = await shownViewer(
      pagesPdf([{ text: 'Contract' }], {
        catalog: `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /XFA ${FIRST_FREE} 0 R >>`,
        objects: [{ entries: '', data: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>' }],
      }),
    );
    expect(notices).to.deep.equal(['xfa', 'scripts']);
  });

  for (const [file, notice] of [
    ['own/xfa-minimal.pdf', 'xfa'],
    ['own/optional-content-hidden-clause.pdf', 'hidden-content'],
    ['own/js-openaction.pdf', 'scripts'],
    ['own/bomb-image-30000x30000.pdf', 'image-missing'],
    ['qpdf/form-fields-and-annotations.pdf', 'attachments'],
  ] as const) {
    it(`tells ${notice} of ${file}`, async function () {
      const bytes = await testAsset(`pdf/${file}`);
      const shown = await shownViewer(Uint8Array.from(bytes));
      await until(() => shown.notices.includes(notice), notice);
    });
  }

  it('refuses a file that inflates to more than there is memory for', async function () {
    const bytes = await testAsset('pdf/own/bomb-flate-300MB.pdf');
    const { viewer } = await newViewer();
    const error: unknown = await viewer.show(Uint8Array.from(bytes)).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'UnreadableError', problem: 'tooLarge' });
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
