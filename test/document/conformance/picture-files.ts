import {
  FIRST_FREE,
  numberedPdf,
  pagesPdf,
  type TestPage,
  type TestStream,
} from '../../support/small-pdf.ts';
import { ccittImage, jbig2Image, jpegImage, jpxImage, pngLikeImage, softMask } from './image-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A document whose pages are drawn by two programs and compared. */
export interface PictureFile {
  readonly name: string;
  readonly make: () => Bytes | Promise<Bytes>;
  /** From 1; the first when left out. */
  readonly page?: number;
}

/** A quarter of A4: large enough for anything below, quick to compare. */
const PAPER = { width: 420, height: 297 } as const;

/** A page with resources of its own; `objects` get the numbers from `FIRST_FREE` on. */
function page(
  content: string,
  resources: string,
  objects: readonly (string | TestStream)[],
  entries = '',
): Bytes {
  return pagesPdf([{ ...PAPER, content, resources, entries }], { objects });
}

const first = FIRST_FREE;

/** Words in fonts that every reader has and no file brings along. */
export function standardFonts(words = 'Maria da Silva'): Bytes {
  const fonts = ['Times-Roman', 'Courier-Bold', 'Helvetica-Oblique'];
  const content = ['/F1', '/F2', '/F3', '/F4'].map(
    (font, index) => `BT ${font} 20 Tf 30 ${240 - 60 * index} Td (Contrato de ${words}) Tj ET`,
  );
  const objects = fonts.map(
    font => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
  );
  // `Font` is there already: a second page resource of that name would be the one that counts.
  const entries = `/Resources << /Font << /F1 3 0 R /F2 ${first} 0 R /F3 ${first + 1} 0 R /F4 ${first + 2} 0 R >> >>`;
  return page(content.join('\n'), '', objects, entries);
}

/** Lines of small print on a slip, so that they are compared at a size at which they are read; one says `words`. */
export function smallPrint(words: string): Bytes {
  const line = 'Pagamento ate o dia cinco de cada mes';
  const lines = Array.from({ length: 14 }, (_, index) => (index === 9 ? `${line}, ${words}` : `${line}.`));
  const content = `BT /F1 9 Tf 12 TL 30 180 Td ${lines.map(text => `(${text}) Tj T*`).join(' ')} ET`;
  return pagesPdf([{ width: 300, height: 212, content }]);
}

/** Words in a font that the file brings: Liberation Sans, from pdf.js's own data. */
async function embeddedFont(): Promise<Bytes> {
  const font = await fetch('/src/assets/assets/pdfjs/standard_fonts/LiberationSans-Bold.ttf');
  const data = new Uint8Array(await font.arrayBuffer());
  const widths = Array.from({ length: 224 }, () => 600).join(' ');
  const objects = [
    `<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Own /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 /Widths [${widths}] /FontDescriptor ${first + 1} 0 R >>`,
    `<< /Type /FontDescriptor /FontName /AAAAAA+Own /Flags 32 /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${first + 2} 0 R >>`,
    { entries: `/Length1 ${data.length}`, data },
  ];
  const content = 'BT /F2 22 Tf 30 200 Td (Embedded words) Tj 0 -60 Td (1.250,00 reais) Tj ET';
  return page(content, '', objects, `/Resources << /Font << /F2 ${first} 0 R >> >>`);
}

/** Lines, dashes, curves, clipping, an even-odd fill and a shading. */
function vectors(): Bytes {
  const content = `4 w 0.1 0.2 0.6 RG 30 30 120 90 re S [12 6] 0 d 30 150 m 160 260 220 60 300 250 c S [] 0 d
    0.7 0.1 0.2 rg 200 30 m 260 130 l 320 30 l h 220 45 m 300 45 l 260 100 l h f*
    q 330 40 70 220 re W n /Sh1 sh Q`;
  const shading = `/Shading << /Sh1 << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [330 40 330 260] /Extend [true true]
    /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0.9 0] /C1 [0 0.2 0.5] /N 1 >> >> >>`;
  return page(content, shading, []);
}

const PLACED = 'q 300 0 0 220 40 40 cm /Im Do Q';

/** One image on a page. */
export function imagePage(image: TestStream, ...more: TestStream[]): Bytes {
  return page(PLACED, `/XObject << /Im ${first} 0 R >>`, [image, ...more]);
}

/** Characters by a predefined CMap, in a font that is neither here nor in the file. */
function cjk(cmap: string, ordering: string, hex: string): Bytes {
  const objects = [
    `<< /Type /Font /Subtype /Type0 /BaseFont /Absent /Encoding /${cmap} /DescendantFonts [${first + 1} 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Absent /DW 1000 /FontDescriptor ${first + 2} 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> >>`,
    '<< /Type /FontDescriptor /FontName /Absent /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ];
  const entries = `/Resources << /Font << /F2 ${first} 0 R >> >>`;
  return page(`BT /F2 48 Tf 40 150 Td <${hex}> Tj ET`, '', objects, entries);
}

/** How a field looks, drawn in a box of its own. */
function look(content: string, box: string): TestStream {
  return {
    entries: `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F1 3 0 R >> >>`,
    data: content,
  };
}

/** A filled text field and a ticked box, with the pictures that were saved with them. */
function formFields(): Bytes {
  const objects = [
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Maria) /F 4 /Rect [40 200 300 240] /AP << /N ${first + 2} 0 R >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Yes /AS /Yes /F 4 /Rect [40 120 80 160] /AP << /N << /Yes ${first + 3} 0 R >> >> >>`,
    look('0.9 g 0 0 260 40 re f 0 g BT /F1 24 Tf 6 12 Td (Maria) Tj ET', '0 0 260 40'),
    look('2 w 1 1 38 38 re S 4 w 6 20 m 16 8 l 34 34 l S', '0 0 40 40'),
  ];
  const fields = `[${first} 0 R ${first + 1} 0 R]`;
  return pagesPdf([{ ...PAPER, text: 'Form', entries: `/Annots ${fields}` }], {
    catalog: `/AcroForm << /Fields ${fields} >>`,
    objects,
  });
}

/** A stamp and a drawing over the words. */
function annotations(): Bytes {
  const objects = [
    `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [200 60 380 140] /AP << /N ${first + 2} 0 R >> >>`,
    `<< /Type /Annot /Subtype /Ink /F 4 /Rect [40 60 180 140] /InkList [[50 70 170 130]] /AP << /N ${first + 3} 0 R >> >>`,
    {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 180 80] /Resources << /Font << /F1 3 0 R >> >>',
      data: '0.8 0 0 RG 0.8 0 0 rg 3 w 2 2 176 76 re S BT /F1 30 Tf 20 28 Td (VOID) Tj ET',
    },
    {
      entries: '/Type /XObject /Subtype /Form /BBox [0 0 140 80]',
      data: '5 w 0 0 0.7 RG 10 10 m 130 70 l S',
    },
  ];
  return pagesPdf([{ ...PAPER, text: 'Annotated', entries: `/Annots [${first} 0 R ${first + 1} 0 R]` }], {
    objects,
  });
}

/** Colours that shine through and multiply. */
function transparency(): Bytes {
  const content = `0.9 0.7 0.1 rg 40 60 200 160 re f /Half gs 0 0.3 0.8 rg 140 100 200 140 re f
    /Multiply gs 0.2 0.8 0.4 rg 100 30 120 120 re f`;
  const states = '/ExtGState << /Half << /ca 0.5 >> /Multiply << /ca 1 /BM /Multiply >> >> ';
  return page(content, states, []);
}

function turned(rotate: NonNullable<TestPage['rotate']>): PictureFile {
  return {
    name: `a page turned by ${rotate}`,
    make: () => pagesPdf([{ ...PAPER, rotate, text: 'Which way up?' }]),
  };
}

/** Everything that a contract's pages may consist of. */
export const PICTURE_FILES: readonly PictureFile[] = [
  { name: 'standard fonts that are not in the file', make: () => standardFonts() },
  { name: 'small print', make: () => smallPrint('nao em maos') },
  { name: 'an embedded font', make: embeddedFont },
  { name: 'vector graphics', make: vectors },
  { name: 'a JPEG', make: async () => imagePage(await jpegImage()) },
  {
    name: 'what was a PNG with alpha',
    make: async () => imagePage(await pngLikeImage(first + 1), await softMask()),
  },
  { name: 'a JPEG 2000 image', make: () => imagePage(jpxImage()) },
  { name: 'a scan in JBIG2', make: () => imagePage(jbig2Image()) },
  { name: 'a scan in CCITT group 4', make: () => imagePage(ccittImage()) },
  { name: 'Japanese by a predefined CMap', make: () => cjk('90ms-RKSJ-H', 'Japan1', '93FA967B8CEA') },
  { name: 'Chinese by a predefined CMap', make: () => cjk('ETen-B5-H', 'CNS1', 'ABB4A6B7') },
  turned(90),
  turned(180),
  turned(270),
  { name: 'form fields as they were saved', make: formFields },
  { name: 'annotations', make: annotations },
  { name: 'transparency and blending', make: transparency },
  { name: 'the last of 300 pages', make: () => numberedPdf(300), page: 300 },
];
