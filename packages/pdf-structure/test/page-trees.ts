import { bytesOf, CONTENT, PAGE, stream, type Bytes, type Objects } from './update-files.ts';

/** Programs that read files in different ways. */
export type Reader = 'poppler' | 'mupdf' | 'ghostscript' | 'pdf.js' | 'pdfium';

/** A file whose pages readers find in two ways, why it is refused, and two readers that show different pages. */
interface TwoTrees {
  readonly what: string;
  readonly reason: string;
  readonly file: Bytes;
  readonly readers: readonly [Reader, Reader];
  /** At upload it passes, because pdf.js counts the same pages. */
  readonly isAccepted?: true;
}

const FONTS = '/Resources << /Font << /F1 3 0 R >> >>';
const BOX = '/MediaBox [0 0 595 842]';
const OTHER = 1002;
const OTHER_CONTENT = 1003;

const show = (text: string) => `BT /F1 24 Tf 40 700 Td (${text}) Tj ET`;
const drawn = (text: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 600 900] ${FONTS}`, show(text));
const node = (kids: string, count: number | string, more = '') =>
  `<< /Type /Pages /Kids [${kids}] /Count ${count} ${more} >>`;
const below = (parent: number) => `/Parent ${parent} 0 R`;
const page = (parent: string, contents: string, more = `${FONTS} ${BOX}`) =>
  `<< /Type /Page ${parent} /Contents ${contents} ${more} >>`;
const [FIRST, SECOND] = [`${PAGE} 0 R`, `${OTHER} 0 R`];
const TWO = { 2: node(`${FIRST} ${SECOND}`, 2), [OTHER]: page(below(2), `${OTHER_CONTENT} 0 R`) };

/** A page that shows “AAA”, with other objects; 1002 is another page, which shows “BBB” and is in no list by itself. */
export function treePdf(objects: Objects = {}): Bytes {
  const all = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: node(FIRST, 1),
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    [PAGE]: page(below(2), `${CONTENT} 0 R`),
    [CONTENT]: stream('', show('AAA')),
    [OTHER_CONTENT]: stream('', show('BBB')),
    ...objects,
  };
  let text = '%PDF-1.7\n';
  let table = 'xref\n0 1\n0000000000 65535 f \n';
  for (const [number, object] of Object.entries(all)) {
    table += `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  return bytesOf(`${text}${table}trailer\n<< /Size 1100 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
}

/** The page draws what its resources call X: 40 shows “AAA”, 41 “BBB”. */
const BY_NAME = { 40: drawn('AAA'), 41: drawn('BBB'), [CONTENT]: stream('', '/X Do') };
const X = '/Resources << /XObject << /X 40 0 R >> >>';
const OTHER_X = '/Resources << /XObject << /X 41 0 R >> >>';

const row = (
  what: string,
  reason: string,
  objects: Objects,
  ...readers: readonly [Reader, Reader]
): TwoTrees => ({ what, reason, file: treePdf(objects), readers });

const TREE = 'page-tree';
const CONTENTS = 'page-contents';
const RESOURCES = 'page-resources';

/** At least two of each kind. */
export const TWO_TREES: readonly TwoTrees[] = [
  row(
    'a page in two nodes with other resources',
    TREE,
    {
      ...BY_NAME,
      2: node('10 0 R 11 0 R', 2),
      10: node(FIRST, 1, `${below(2)} ${X}`),
      11: node(FIRST, 1, `${below(2)} ${OTHER_X}`),
      [PAGE]: page(below(10), `${CONTENT} 0 R`, BOX),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a page twice at the end',
    TREE,
    { ...TWO, 2: node(`${SECOND} ${FIRST} ${FIRST}`, 3) },
    'poppler',
    'pdf.js',
  ),
  row(
    'a node twice',
    TREE,
    { 2: node('10 0 R 10 0 R', 2), 10: node(FIRST, 1, below(2)), [PAGE]: page(below(10), `${CONTENT} 0 R`) },
    'poppler',
    'ghostscript',
  ),
  row('a node within itself', TREE, { 2: node(`${FIRST} 2 0 R`, 2) }, 'pdf.js', 'mupdf'),
  row(
    'a page with another parent',
    TREE,
    {
      ...BY_NAME,
      2: node(FIRST, 1, X),
      12: `<< /Type /Pages /Kids [] /Count 0 ${OTHER_X} >>`,
      [PAGE]: page(below(12), `${CONTENT} 0 R`, BOX),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a page without a parent',
    TREE,
    { ...BY_NAME, 2: node(FIRST, 1, X), [PAGE]: page('', `${CONTENT} 0 R`, BOX) },
    'poppler',
    'mupdf',
  ),
  row(
    'a node with another parent',
    TREE,
    {
      ...BY_NAME,
      2: node('10 0 R', 1, X),
      10: node(FIRST, 1, below(12)),
      12: `<< /Type /Pages /Kids [] /Count 0 ${OTHER_X} >>`,
      [PAGE]: page(below(10), `${CONTENT} 0 R`, BOX),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a root with a parent',
    TREE,
    {
      ...BY_NAME,
      2: node(FIRST, 1, below(12)),
      12: node('2 0 R', 1, OTHER_X),
      [PAGE]: page(below(2), `${CONTENT} 0 R`, BOX),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a node that counts none of its pages',
    TREE,
    {
      2: node('10 0 R 11 0 R', 1),
      10: node(SECOND, 0, below(2)),
      11: node(FIRST, 1, below(2)),
      [PAGE]: page(below(11), `${CONTENT} 0 R`),
      [OTHER]: page(below(10), `${OTHER_CONTENT} 0 R`),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a root that counts one page of two',
    TREE,
    { ...TWO, 2: node(`${FIRST} ${SECOND}`, 1) },
    'poppler',
    'ghostscript',
  ),
  row('a root that counts two pages of one', TREE, { 2: node(FIRST, 2) }, 'pdfium', 'mupdf'),
  row(
    'a node without a count',
    TREE,
    {
      2: node(`10 0 R ${SECOND}`, 2),
      10: `<< /Type /Pages ${below(2)} /Kids [${FIRST}] >>`,
      [PAGE]: page(below(10), `${CONTENT} 0 R`),
      [OTHER]: page(below(2), `${OTHER_CONTENT} 0 R`),
    },
    'poppler',
    'mupdf',
  ),
  row('a kid that is missing', TREE, { 2: node(`99 0 R ${FIRST}`, 1) }, 'poppler', 'mupdf'),
  row('a kid that is null', TREE, { ...TWO, 2: node(`${FIRST} null ${SECOND}`, 3) }, 'pdfium', 'mupdf'),
  {
    ...row(
      'a node that is no object of its own',
      TREE,
      {
        ...TWO,
        2: node(`<< /Type /Pages ${below(2)} /Kids [${FIRST}] /Count 1 >> ${SECOND}`, 2),
        [PAGE]: page('', `${CONTENT} 0 R`),
      },
      'poppler',
      'mupdf',
    ),
    isAccepted: true,
  },
  row(
    'a page that is no object of its own',
    TREE,
    { ...TWO, 2: node(`${page(below(2), `${CONTENT} 0 R`)} ${SECOND}`, 2) },
    'poppler',
    'mupdf',
  ),
  row('a kid that is a list', TREE, { ...TWO, 2: node(`[${FIRST}] ${SECOND}`, 2) }, 'poppler', 'mupdf'),
  row(
    'a page that is a stream',
    TREE,
    {
      ...TWO,
      [OTHER]: stream(`/Type /Page ${below(2)} /Contents ${OTHER_CONTENT} 0 R ${FONTS} ${BOX}`, show('CCC')),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a node of another type, with what a page has',
    TREE,
    {
      2: node('10 0 R', 1),
      10: node(FIRST, 1, `${below(2)} /Contents ${OTHER_CONTENT} 0 R ${FONTS} ${BOX}`).replace(
        '/Pages',
        '/Other',
      ),
      [PAGE]: page(below(10), `${CONTENT} 0 R`),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a page that is a node without its type',
    TREE,
    {
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} ${BOX} /Kids [${SECOND}] /Count 1`).replace(
        '/Type /Page',
        '',
      ),
      [OTHER]: page(below(PAGE), `${OTHER_CONTENT} 0 R`),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a page with kids',
    TREE,
    {
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} ${BOX} /Kids [${SECOND}] /Count 1`).replace(
        '/Page ',
        '50 0 R ',
      ),
      [OTHER]: page(below(PAGE), `${OTHER_CONTENT} 0 R`),
      50: '/Page',
    },
    'poppler',
    'mupdf',
  ),
  row(
    'a page whose type is that of nodes',
    TREE,
    { ...TWO, [OTHER]: page(below(2), `${OTHER_CONTENT} 0 R`).replace('/Page ', '/Pages ') },
    'poppler',
    'mupdf',
  ),
  row(
    'contents in a list within the list',
    CONTENTS,
    { [PAGE]: page(below(2), `[[${CONTENT} 0 R] ${OTHER_CONTENT} 0 R]`) },
    'poppler',
    'mupdf',
  ),
  row(
    'contents of which one is missing',
    CONTENTS,
    { [PAGE]: page(below(2), `[${CONTENT} 0 R null]`) },
    'poppler',
    'mupdf',
  ),
  row(
    'contents in another file',
    CONTENTS,
    { [CONTENT]: stream('/F (other.txt)', show('AAA')) },
    'poppler',
    'ghostscript',
  ),
  row(
    'contents with the filter Crypt',
    CONTENTS,
    { [CONTENT]: stream('/Filter /Crypt', show('AAA')) },
    'poppler',
    'ghostscript',
  ),
  row(
    'contents with a filter that nobody knows',
    CONTENTS,
    { [CONTENT]: stream('/Filter /Other', show('AAA')) },
    'poppler',
    'mupdf',
  ),
  row(
    'contents with the filter of pictures',
    CONTENTS,
    { [CONTENT]: stream('/Filter /DCTDecode', show('AAA')) },
    'poppler',
    'pdfium',
  ),
  row(
    'resources that lack what the node has',
    RESOURCES,
    {
      ...BY_NAME,
      2: node(FIRST, 1, X),
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `/Resources << /Font << >> >> ${BOX}`),
    },
    'poppler',
    'pdf.js',
  ),
  row(
    'resources that are missing',
    RESOURCES,
    {
      ...BY_NAME,
      2: node(FIRST, 1, X),
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `/Resources 99 0 R ${BOX}`),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'resources that are a stream',
    RESOURCES,
    {
      ...BY_NAME,
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `/Resources 50 0 R ${BOX}`),
      50: stream('/XObject << /X 40 0 R >>', ''),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'annotations of a node',
    TREE,
    {
      2: node(FIRST, 1, '/Annots [50 0 R]'),
      50: '<< /Type /Annot /Subtype /Stamp /Rect [0 0 600 900] /F 4 /AP << /N 41 0 R >> >>',
      41: drawn('BBB'),
    },
    'poppler',
    'pdf.js',
  ),
  row(
    'resources of which a category is a stream',
    RESOURCES,
    {
      ...BY_NAME,
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `/Resources << /XObject 50 0 R >> ${BOX}`),
      50: stream('/X 40 0 R', ''),
    },
    'poppler',
    'mupdf',
  ),
  row(
    'contents that are packed four times',
    CONTENTS,
    {
      [CONTENT]: stream(
        '/Filter [/ASCIIHexDecode /ASCIIHexDecode /ASCIIHexDecode /ASCIIHexDecode]',
        [1, 2, 3, 4].reduce(data => `${Buffer.from(data).toString('hex')}>`, show('AAA')),
      ),
    },
    'poppler',
    'ghostscript',
  ),
  row(
    'annotations that are no list',
    RESOURCES,
    {
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} ${BOX} /Annots 50 0 R`),
      50: '<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] >>',
    },
    'poppler',
    'mupdf',
  ),
  row(
    'an annotation that is a stream',
    RESOURCES,
    {
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} ${BOX} /Annots [50 0 R]`),
      50: stream('/Type /Annot /Subtype /Stamp /Rect [0 0 600 900] /F 4 /AP << /N 41 0 R >>', ''),
      41: drawn('BBB'),
    },
    'mupdf',
    'pdf.js',
  ),
  row(
    'a box beyond that of pages without one',
    RESOURCES,
    { [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} /CropBox [900 900 1300 1300]`) },
    'poppler',
    'mupdf',
  ),
  row(
    'boxes that have nothing in common',
    RESOURCES,
    { [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} ${BOX} /CropBox [900 900 999 999]`) },
    'poppler',
    'mupdf',
  ),
  row(
    'a box that is null',
    RESOURCES,
    {
      2: node(FIRST, 1, '/MediaBox [0 0 300 300]'),
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `${FONTS} /MediaBox null`),
    },
    'poppler',
    'pdfium',
  ),
  row(
    'a page by way of another reference',
    'reference',
    { ...TWO, [OTHER]: '50 0 R', 50: page(below(2), `${OTHER_CONTENT} 0 R`) },
    'poppler',
    'mupdf',
  ),
  row(
    'resources by way of another reference',
    'reference',
    {
      ...BY_NAME,
      [PAGE]: page(below(2), `${CONTENT} 0 R`, `/Resources << /XObject 50 0 R >> ${BOX}`),
      50: '51 0 R',
      51: '<< /X 40 0 R >>',
    },
    'poppler',
    'mupdf',
  ),
];

/** What all readers take alike. */
export const ONE_TREE: Readonly<Record<string, Bytes>> = {
  'one page': treePdf(),
  'no types': treePdf({
    1: '<< /Pages 2 0 R >>',
    2: node('10 0 R', 1).replace('/Type /Pages', ''),
    10: node(FIRST, 1, below(2)).replace('/Type /Pages', ''),
    [PAGE]: page(below(10), `${CONTENT} 0 R`).replace('/Type /Page', ''),
  }),
  'no resources': treePdf({
    [PAGE]: page(below(2), `${CONTENT} 0 R`, BOX),
    [CONTENT]: stream('', '9 9 9 9 re f'),
  }),
  'inherited entries': treePdf({
    2: node(FIRST, 1, `${FONTS} ${BOX}`),
    [PAGE]: page(below(2), `${CONTENT} 0 R`, ''),
  }),
  'no contents': treePdf({ [PAGE]: `<< /Type /Page ${below(2)} ${BOX} >>` }),
  'a node without pages': treePdf({ 2: node(`10 0 R ${FIRST}`, 1), 10: node('', 0, below(2)) }),
  'numbers and lists that are objects': treePdf({
    2: '<< /Type /Pages /Kids 50 0 R /Count 51 0 R >>',
    50: `[${FIRST}]`,
    51: '1',
    [PAGE]: page(below(2), '52 0 R'),
    52: `[${CONTENT} 0 R ${OTHER_CONTENT} 0 R]`,
  }),
};
