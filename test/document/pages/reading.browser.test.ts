import { expect } from '@open-wc/testing';
import { testAsset } from '../../support/runner-page.ts';
import { FIRST_FREE, pageNumber, pagesPdf } from '../../support/small-pdf.ts';
import { pageBox, shownViewer, until, wordsOn } from '../pdf/shown-viewer.ts';

/** Marked content of a tagged page. */
function tagged(id: number, tag: string, y: number, text: string): string {
  return `/${tag} << /MCID ${id} >> BDC BT /F1 18 Tf 40 ${y} Td (${text}) Tj ET EMC`;
}

const PAGE = pageNumber(0);

/** A structure element with marked content or others below it. */
function element(role: string, parent: number, children: string, more = ''): string {
  return `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${PAGE} 0 R /K [${children}] ${more} >>`;
}

const ROOT = FIRST_FREE;
const DOC = ROOT + 1;
const H1 = ROOT + 2;
const P = ROOT + 3;
const L = ROOT + 4;
const LI1 = ROOT + 5;
const LI2 = ROOT + 6;
const TABLE = ROOT + 7;
const TR = ROOT + 8;
const TD1 = ROOT + 9;
const TD2 = ROOT + 10;
const PARENTS = ROOT + 11;

/** Written from the bottom up, so that only the tags tell how it is read. */
const TAGGED = pagesPdf(
  [
    {
      content: [
        tagged(6, 'TD', 500, '300'),
        tagged(5, 'TD', 500, 'Rent'),
        tagged(4, 'LI', 560, '2. Be quiet.'),
        tagged(3, 'LI', 600, '1. Pay.'),
        tagged(2, 'P', 680, 'who live here.'),
        tagged(1, 'P', 700, 'Between us'),
        tagged(0, 'H1', 760, 'Lease'),
        '/Artifact BMC BT /F1 9 Tf 40 20 Td (Page 1, with a clause) Tj ET EMC',
      ].join('\n'),
      entries: '/StructParents 0',
    },
  ],
  {
    catalog: `/StructTreeRoot ${ROOT} 0 R /MarkInfo << /Marked true >>`,
    objects: [
      `<< /Type /StructTreeRoot /K [${DOC} 0 R] /ParentTree ${PARENTS} 0 R >>`,
      element('Document', ROOT, `${H1} 0 R ${P} 0 R ${L} 0 R ${TABLE} 0 R`),
      element('H1', DOC, '0'),
      element('P', DOC, '1 2'),
      element('L', DOC, `${LI1} 0 R ${LI2} 0 R`),
      element('LI', L, '3'),
      element('LI', L, '4'),
      element('Table', DOC, `${TR} 0 R`),
      element('TR', TABLE, `${TD1} 0 R ${TD2} 0 R`),
      element('TD', TR, '5'),
      element('TD', TR, '6'),
      `<< /Nums [0 [${[H1, P, P, LI1, LI2, TD1, TD2].map(number => `${number} 0 R`).join(' ')}]] >>`,
    ],
  },
);

/** Headings, lists and their words as a screen reader meets them. */
function outlineOf(box: HTMLElement): string[] {
  return [...box.querySelectorAll('.text-layer [role]:not([role=presentation])')].map(item => {
    const level = item.getAttribute('aria-level') ?? '';
    return `${item.getAttribute('role') ?? ''}${level}: ${item.textContent.trim()}`;
  });
}

describe('reading a page without seeing it', () => {
  it('has headings, lists and tables of a tagged page in its order, and what is not tagged at the end', async () => {
    const { viewer } = await shownViewer(TAGGED);
    expect(await viewer.pageText(1)).to.deep.equal([
      { kind: 'heading', level: 1, text: 'Lease' },
      { kind: 'paragraph', text: 'Between us who live here.' },
      { kind: 'list-item', text: '1. Pay.' },
      { kind: 'list-item', text: '2. Be quiet.' },
      { kind: 'table-row', cells: ['Rent', '300'] },
      { kind: 'paragraph', text: 'Page 1, with a clause' },
    ]);
  });

  it('lays the words of a tagged page in its order and with its roles', async () => {
    const shown = await shownViewer(TAGGED);
    await until(() => wordsOn(shown, 0) !== '', 'words laid');
    expect(outlineOf(pageBox(shown, 0))).to.deep.equal([
      'heading1: Lease',
      'paragraph: Between uswho live here.',
      'list: 1. Pay.2. Be quiet.',
      'listitem: 1. Pay.',
      'listitem: 2. Be quiet.',
      'table: Rent300',
      'row: Rent300',
      'cell: Rent',
      'cell: 300',
    ]);
    expect(wordsOn(shown, 0).endsWith('Page 1, with a clause')).to.equal(true);
    expect(pageBox(shown, 0).querySelector('.text-layer [aria-hidden]')).to.equal(null);
  });

  it('reads the words of a figure after its description, not in its place', async () => {
    const figure = pagesPdf(
      [{ content: tagged(0, 'Figure', 700, 'Rent 300'), entries: '/StructParents 0' }],
      {
        catalog: `/StructTreeRoot ${ROOT} 0 R /MarkInfo << /Marked true >>`,
        objects: [
          `<< /Type /StructTreeRoot /K [${DOC} 0 R] /ParentTree ${ROOT + 3} 0 R >>`,
          element('Document', ROOT, `${DOC + 1} 0 R`),
          element('Figure', DOC, '0', '/Alt (A table of the rent)'),
          `<< /Nums [0 [${DOC + 1} 0 R]] >>`,
        ],
      },
    );
    const shown = await shownViewer(figure);
    await until(() => wordsOn(shown, 0) !== '', 'words laid');
    const picture = pageBox(shown, 0).querySelector('.text-layer [role=img]');
    expect(picture?.getAttribute('aria-label')).to.equal('A table of the rent');
    expect(picture?.childElementCount).to.equal(0);
    expect(picture?.nextElementSibling?.textContent).to.equal('Rent 300');
  });

  it('puts the lines of an untagged page together to paragraphs', async () => {
    const lines = [
      'BT /F1 12 Tf 14 TL 40 760 Td (This contract is be-) Tj T* (tween us two,) Tj T* (for ever.) Tj ET',
    ];
    lines.push('BT /F1 12 Tf 40 600 Td (Signed today.) Tj ET', 'BT /F1 24 Tf 40 580 Td (Annex) Tj ET');
    const { viewer } = await shownViewer(pagesPdf([{ content: lines.join('\n') }, { text: '' }]));
    expect(await viewer.pageText(1)).to.deep.equal([
      { kind: 'paragraph', text: 'This contract is between us two, for ever.' },
      { kind: 'paragraph', text: 'Signed today.' },
      { kind: 'paragraph', text: 'Annex' },
    ]);
    expect(await viewer.pageText(2)).to.deep.equal([]);
  });

  it('reads a file of the samples that is tagged by a program', async function () {
    const bytes = await testAsset('pdf/pdf20/pdf20-utf8-test.pdf');
    const { viewer } = await shownViewer(Uint8Array.from(bytes));
    const blocks = await viewer.pageText(1);
    expect(blocks[0]).to.deep.equal({ kind: 'heading', level: 1, text: 'PDF 2.0 with UTF-8 test file' });
    expect(blocks.filter(({ kind }) => kind === 'heading').length).to.be.greaterThan(2);
  });
});
