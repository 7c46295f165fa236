import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LazyPageDrawer } from '../../service/src/pdf/page-drawing.ts';
import {
  FIRST_FREE,
  pageNumber,
  pagesPdf,
  type TestDocument,
  type TestPage,
} from '../../../test/support/small-pdf.ts';
import { coveredAreas, type Covering } from '../src/covering/index.ts';

/** Where a later signature's widget is. */
const RECT = [100, 400, 300, 450];
const PAGE = pageNumber(0);

type Case = readonly [name: string, page: TestPage, document?: TestDocument, rect?: readonly number[]];

const text = (words: string, state = ''): string => `BT /F1 12 Tf ${state} 120 420 Td (${words}) Tj ET`;
const annotated = (annotation: string, ...objects: string[]): [TestPage, TestDocument] => [
  { text: '', entries: `/Annots [${FIRST_FREE} 0 R]` },
  { objects: [`<< /Type /Annot /P ${PAGE} 0 R ${annotation} >>`, ...objects] },
];
const stream = (entries: string, data: string) => ({ entries, data });
/** A page whose form XObject shows text in the font that is the document's next object. */
const inFont = (content: string, font: TestDocument): [TestPage, TestDocument] => [
  { content: '/Im Do', ...XOBJECT },
  { objects: [formWith(content, `/F9 ${FIRST_FREE + 1} 0 R`), ...(font.objects ?? [])] },
];

/** Every letter of `R$ 100` is placed by itself. */
const ZERO_WIDTHS = `BT /F9 12 Tf ${Array.from(
  'R$ 100',
  (letter, index) => `1 0 0 1 ${120 + 8 * index} 420 Tm (${letter}) Tj`,
).join(' ')} ET`;

/** An image of one black pixel, 50 points wide. */
const IMAGE = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const PLACED = 'q 50 0 0 50 110 400 cm /Im Do Q';
const XOBJECT = { resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` };

/** Optional content with one layer that is off, and a membership that shows when it is off. */
const LAYERS: TestDocument = {
  catalog: `/OCProperties << /OCGs [${FIRST_FREE} 0 R] /D << /OFF [${FIRST_FREE} 0 R] >> >>`,
  objects: [
    '<< /Type /OCG /Name (Camada) >>',
    `<< /Type /OCMD /OCGs [${FIRST_FREE} 0 R] /VE [/Not ${FIRST_FREE} 0 R] >>`,
  ],
};
const layered = (content: string, ...outside: string[]): TestPage => ({
  content: `/OC /Layer BDC ${content} EMC ${outside.join(' ')}`,
  resources: `/Properties << /Layer ${FIRST_FREE} 0 R /Membership ${FIRST_FREE + 1} 0 R >>`,
});

/** A digit as a pocket calculator has it, of these segments: top, upper left, upper right, middle, lower left … */
const digit = (size: number) => {
  const [x, y] = [120, 405];
  const points = [
    [0, 2, 1, 2],
    [0, 1, 0, 2],
    [1, 1, 1, 2],
    [0, 1, 1, 1],
    [1, 0, 1, 1],
    [0, 0, 1, 0],
  ].map(part => part.map((value, index) => (index % 2 === 0 ? x : y) + value * size));
  return `1 w ${points.map(([a, b, c, d]) => `${a} ${b} m ${c} ${d} l S`).join(' ')}`;
};

/** An L of two strokes that are as thin as can be, which other programs draw. */
const thin = (
  name: string,
  stroke: (x: number, y: number, dx: number, dy: number) => string,
): readonly Case[] => [[name, { content: `${stroke(120, 410, 20, 0.001)} ${stroke(120, 410, 0.001, 20)}` }]];

/** A line of 12 points. */
const label = (words: string, x: number, y: number): string => `BT /F1 12 Tf ${x} ${y} Td (${words}) Tj ET`;
const LINE = '0.5 w 90 405 m 320 405 l S';
/** A 0 of two horizontal and two upright lines, twice as wide as high. */
const LONG_STROKES =
  '1 w 120 410 m 200 410 l S 120 440 m 200 440 l S 120 410 m 120 440 l S 200 410 m 200 440 l S';

const BLANK: readonly Case[] = [
  ['paper', { text: 'Contrato' }],
  ['a page without content', { content: '' }],
  ['paper that the page paints itself', { content: '1 g 0 0 595 842 re f' }],
  ['a light shade where one signs', { content: '0.9 g 80 380 400 100 re f' }],
  ['a line to sign on', { content: '0.5 w 90 405 m 320 405 l S' }],
  ['a line of underscores', { content: `BT /F1 12 Tf 90 405 Td (${'_'.repeat(40)}) Tj ET` }],
  ['the box to sign in', { content: '1 w 100 400 200 50 re S' }],
  ['a box around the area', { content: '1 w 98 395 220 60 re S' }],
  ['a line to sign on, with a label under it', { content: `${LINE} ${label('Maria da Silva', 90, 386)}` }],
  [
    'the line of a box at its edge, with a label under it',
    { content: `90 400 m 320 400 l S ${label('Maria', 90, 386)}` },
  ],
  ['the cell of a table', { content: [90, 150].map(height => `1 w 100 400 200 ${height} re S`).join(' ') }],
  ['text that is further away than the margin', { content: label('R$ 90', 305, 420) }],
  ['two lines, turned with the page', { content: '1 w 105 300 m 105 500 l S', rotate: 90 }],
  ['text above and below', { content: 'BT /F1 12 Tf 120 455 Td (Assinatura) Tj 0 -70 Td (Maria) Tj ET' }],
  ['layers elsewhere', layered('BT /F1 12 Tf 40 700 Td (Camada) Tj ET'), LAYERS],
  ['an annotation elsewhere', ...annotated('/Subtype /Square /Rect [10 10 40 40]')],
  ['an annotation that has no area, elsewhere', ...annotated('/Subtype /Widget /FT /Sig /Rect [0 0 0 0]')],
];

const NOT_BLANK: readonly Case[] = [
  ['text', { content: text('R$ 100') }],
  ['text in a font whose letters have no width', ...inFont(ZERO_WIDTHS, zeroWidthFont())],
  ['white text', { content: text('R$ 100', '1 g') }],
  ['text that is not drawn', { content: text('R$ 100', '3 Tr') }],
  ['text that is nearly white', { content: text('R$ 100', '0.95 g') }],
  ['text in a form XObject', { content: '/Im Do', ...XOBJECT }, { objects: [formWith(text('R$ 100'))] }],
  ['text in an unusual direction', { content: 'BT /F1 12 Tf 0 1 -1 0 130 380 Tm (R$ 100) Tj ET' }],
  ['a digit of thin lines', { content: digit(8) }],
  ['a large digit of thin lines', { content: digit(20) }],
  ['a digit of thin lines that is larger than the area', { content: digit(100) }],
  ['one long upright stroke', { content: '1 w 150 300 m 150 600 l S' }],
  ['a digit 0 of thin lines', { content: '1 w 150 380 80 90 re S' }],
  ['a short dash', { content: '1 w 150 420 m 180 420 l S' }],
  ['lines of a table', { content: [410, 420, 430].map(y => `90 ${y} m 320 ${y} l S`).join(' ') }],
  ['a dotted line', { content: '[2 2] 0 d 1 w 90 420 m 320 420 l S' }],
  [
    'a line that strikes a text out beside the area',
    { content: `${label('R$ 100', 330, 420)} 1 w 110 424 m 400 424 l S` },
  ],
  [
    'a line that underlines a text beside the area',
    { content: `${label('R$ 100', 330, 420)} 1 w 110 417 m 400 417 l S` },
  ],
  ['one side of a box around a text', { content: `1 w 110 360 180 70 re S ${label('Aceito', 140, 376)}` }],
  ['an empty box of which the area hides the sides', { content: '1 w 110 410 180 30 re S' }],
  ['a digit of four long strokes', { content: LONG_STROKES }],
  ['a line at an angle', { content: '0.5 w 90 420 m 320 422 l S' }],
  ['text that ends right beside the area', { content: label('R$ 90', 66, 420) }],
  ['text that begins right beside the area', { content: label('0.000', 301, 420) }],
  ['text right above the area', { content: label('Contrato', 120, 451) }],
  ['text right under the area', { content: label('CONTRATO', 120, 389) }],
  ['an upright stroke beside the area', { content: '1 w 302 380 m 302 470 l S' }],
  ['a line over a text', { content: `${text('R$ 100')} 1 w 90 424 m 320 424 l S` }],
  ['a thick bar', { content: '90 415 230 6 re f' }],
  ...thin('fills without an area', (x, y, dx, dy) => `${x} ${y} m ${x + dx} ${y + dy} l f`),
  ...thin('fills of next to no area', (...box) => `${box.join(' ')} re f`),
  ...thin('clips of next to no area', (...box) => `q ${box.join(' ')} re W n 0 0 595 842 re f Q`),
  ...thin(
    'clips that share an edge',
    (x, y, dx, dy) =>
      `q ${x} ${y} 30 30 re W n ${x - 30 + dx} ${y - 30 + dy} 30 30 re W n 0 0 595 842 re f Q`,
  ),
  ...thin('forms of next to no height', (x, y, dx, dy) => `q ${dx} 0 0 ${dy} ${x} ${y} cm 0 0 1 1 re f Q`),
  ['dots of next to no area', { content: '120 420 .001 .001 re f 130 420 .001 .001 re f' }],
  [
    'fills and clips with less than a pixel between them',
    { content: `q 0 420.01 595 99 re W n 150 410 20 10 re f Q` },
  ],
  ['lines without a length', { content: '20 w 150 420 m 150 420 l S' }],
  ['dashes without a length', { content: '20 w [0 30] 0 d 120 420 m 200 420 l S' }],
  ['what is blackened', { content: '0 g 80 380 400 100 re f' }],
  ['two shades', { content: '0.9 g 80 380 100 100 re f' }],
  ['an image', { content: PLACED, ...XOBJECT }, { objects: [stream(IMAGE, '\0')] }],
  ['an image in the content', { content: 'q 50 0 0 50 110 400 cm BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI Q' }],
  [
    'a shading',
    { content: 'q 100 400 200 50 re W n /Sh sh Q', resources: `/Shading << /Sh ${FIRST_FREE} 0 R >>` },
    shading(),
  ],
  ['letters of a font that draws them itself', ...inFont(text('a').replace('F1', 'F9'), drawnFont())],
  ['text on a layer that is off', layered(text('R$ 100')), LAYERS],
  ['what shows when a layer is off', layered('', '/OC /Membership BDC 110 410 30 30 re f EMC'), LAYERS],
  [
    'a drawing on a layer, behind white on another',
    layered('0 g 110 410 30 30 re f', '1 g 0 0 595 842 re f'),
    LAYERS,
  ],
  ['text on a page that is turned', { content: text('R$ 100'), rotate: 90 }],
  ['text on a page that is upside down', { content: text('R$ 100'), rotate: 180 }],
  ['text on a page that is cut', { content: text('R$ 100'), entries: '/CropBox [90 390 400 500]' }],
  ['text on a page with a larger unit', { content: text('R$ 100'), entries: '/UserUnit 5' }],
  ['text on a page with a smaller unit', { content: text('R$ 100'), entries: '/UserUnit 0.5' }],
];

const ANNOTATIONS: readonly Case[] = [
  [
    'a field with a value and no look',
    ...annotated('/Subtype /Widget /FT /Tx /T (Preco) /V (100) /Rect [110 410 200 430]'),
  ],
  ['a note without a look', ...annotated('/Subtype /FreeText /Contents (100) /Rect [110 410 200 430]')],
  ['a square without a look', ...annotated('/Subtype /Square /Rect [290 440 340 460]')],
  ['one right beside the area', ...annotated('/Subtype /Square /Rect [302 410 340 430]')],
  ['a hidden one', ...annotated('/Subtype /Square /F 2 /Rect [110 410 200 430]')],
  ['one that is never seen on a screen', ...annotated('/Subtype /Stamp /F 36 /Rect [110 410 200 430]')],
  ['one with its corners the other way round', ...annotated('/Subtype /Square /Rect [200 430 110 410]')],
  ['one whose corners are objects', ...annotated('/Subtype /Square /Rect [110 410 11 0 R 430]', '200')],
  [
    'a line that is drawn outside of its rectangle',
    ...annotated('/Subtype /Line /Rect [0 0 1 1] /L [110 410 200 430]'),
  ],
  ['ink, likewise', ...annotated('/Subtype /Ink /Rect [0 0 1 1] /InkList [[110 410 200 430]]')],
  ['the icon of a note', ...annotated('/Subtype /Text /Contents (100) /Rect [120 451 120 451]')],
  ['one that keeps its size', ...annotated('/Subtype /Stamp /F 12 /Rect [120 460 160 500]')],
  [
    'one in the list itself',
    { text: '', entries: '/Annots [<< /Subtype /Square /Rect [110 410 200 430] >>]' },
  ],
];

const NOT_DRAWN: readonly Case[] = [
  [
    'an image that can’t be read',
    { content: PLACED, ...XOBJECT },
    { objects: [stream(`${IMAGE} /Filter /DCTDecode`, 'x')] },
  ],
  [
    'an image that is too large',
    { content: PLACED, ...XOBJECT },
    { objects: [stream(IMAGE.replace('/Width 1 /Height 1', '/Width 90000 /Height 90000'), 'x')] },
  ],
  ['letters that only the device may have', ...inFont(text('a').replace('F1', 'F9'), deviceFont())],
  [
    'a part that can’t be read',
    { content: `/Im Do ${text('R$ 100')}`, ...XOBJECT },
    { objects: [stream('/Type /XObject', 'x')] },
  ],
  ['a page that is not there', { text: '' }, {}, [0, 0, 1e9, 1e9]],
];

describe('what is under a later signature', () => {
  const drawer = new LazyPageDrawer();

  async function under([, page, document, rect = RECT]: Case): Promise<readonly Covering['reason'][]> {
    const found = await coveredAreas(pagesPdf([page], document), [{ page: 0, rect }], drawer);
    return found.map(({ reason }) => reason);
  }

  const families = [
    ['is blank', BLANK, []],
    ['is not blank', NOT_BLANK, ['not-blank']],
    ['is an annotation', ANNOTATIONS, ['annotation']],
    ['is not drawn', NOT_DRAWN, ['not-drawn']],
  ] as const;
  for (const [title, cases, expected] of families) {
    describe(title, () => {
      for (const row of cases) it(row[0], async () => assert.deepEqual(await under(row), expected));
    });
  }

  it('is not the empty field that was signed', async () => {
    const [page, document] = annotated(`/Subtype /Widget /FT /Sig /Rect [${RECT.join(' ')}]`);
    const area = { page: 0, rect: RECT, widget: FIRST_FREE };
    assert.deepEqual(await coveredAreas(pagesPdf([page], document), [area], drawer), []);
  });

  it('is told for each area, with a picture', async () => {
    const file = pagesPdf([{ text: '' }, { content: text('R$ 100') }]);
    const areas = [0, 1, 2].map(page => ({ page, rect: RECT }));
    const found = await coveredAreas(file, areas, drawer);
    assert.deepEqual(
      found.map(({ page, reason, picture }) => [page, reason, picture?.width]),
      [
        [1, 'not-blank', 1510],
        [2, 'not-drawn', undefined],
      ],
    );
  });

  it('is nothing where the widget has no area', async () => {
    const file = pagesPdf([{ content: text('R$ 100') }]);
    assert.deepEqual(await coveredAreas(file, [{ page: 0, rect: [120, 420, 120, 420] }], drawer), []);
  });

  it('is not known where nothing draws', async () => {
    const found = await coveredAreas(pagesPdf([{ text: '' }]), [{ page: 0, rect: RECT }], undefined);
    assert.deepEqual(found, [{ page: 0, reason: 'not-drawn', picture: undefined, area: undefined }]);
  });

  it('is not known where there are too many areas', async () => {
    const areas = Array.from({ length: 33 }, () => ({ page: 0, rect: RECT }));
    const found = await coveredAreas(pagesPdf([{ text: '' }]), areas, drawer);
    assert.deepEqual(new Set(found.map(({ reason }) => reason)), new Set(['not-drawn']));
    assert.equal(found.length, 33);
  });

  it('is asked for no longer than the caller wants', async () => {
    const signal = AbortSignal.abort(new Error('Enough'));
    const file = pagesPdf([{ text: '' }]);
    await assert.rejects(coveredAreas(file, [{ page: 0, rect: RECT }], drawer, signal), /Enough/);
  });
});

/** Helvetica whose letters are all said to be nothing wide, and to mean a space. */
function zeroWidthFont(): TestDocument {
  const widths = Array.from({ length: 95 }, () => '0').join(' ');
  const spaces =
    '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <0020> endbfrange';
  return {
    objects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 ` +
        `/Widths [${widths}] /ToUnicode ${FIRST_FREE + 2} 0 R >>`,
      stream('', `begincmap ${spaces} endcmap`),
    ],
  };
}

function formWith(content: string, fonts = '') {
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R ${fonts} >> >>`,
    content,
  );
}

function shading(): TestDocument {
  return {
    objects: [
      '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [100 0 300 0] ' +
        '/Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >> >>',
    ],
  };
}

/** A Type 3 font whose letter a is a box. */
function drawnFont(): TestDocument {
  return {
    objects: [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 ' +
        `/Widths [0] /CharProcs << /a ${FIRST_FREE + 2} 0 R >> /Encoding << /Differences [97 /a] >> >>`,
      stream('', '0 0 d0 0 0 1 1 re f'),
    ],
  };
}

/** A composite font that is not in the file. */
function deviceFont(): TestDocument {
  return {
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Nowhere /Encoding /Identity-H /DescendantFonts [${FIRST_FREE + 2} 0 R] >>`,
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Nowhere /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
        `/Supplement 0 >> /FontDescriptor ${FIRST_FREE + 3} 0 R >>`,
      '<< /Type /FontDescriptor /FontName /Nowhere /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 ' +
        '/Descent -200 /CapHeight 700 /StemV 80 >>',
    ],
  };
}
