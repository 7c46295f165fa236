import { expect } from '@open-wc/testing';
import { FIRST_FREE, pagesPdf, type TestStream } from '../../support/small-pdf.ts';
import { shownViewer } from './shown-viewer.ts';

/** A black square, as wide as its letter. */
const SQUARE: TestStream = { entries: '', data: '800 0 0 0 700 700 d1 0 0 700 700 re f' };
/** Nothing: what a space looks like. */
const NOTHING: TestStream = { entries: '', data: '800 0 0 0 0 0 d1' };
/** Something that is not there. */
const BROKEN: TestStream = { entries: '', data: '800 0 0 0 700 700 d1 /NoSuch Do' };

/** The objects after the font: `a`, `b` and `c` in its drawings. */
const [FONT, A, B, C] = [FIRST_FREE, FIRST_FREE + 1, FIRST_FREE + 2, FIRST_FREE + 3];

/** The letters `ab` again and again, for `/P` to fill with. */
const PATTERN: TestStream = {
  entries: `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100 100] /XStep 100 /YStep 100
    /Resources << /Font << /F3 ${FONT} 0 R >> >>`,
  data: 'BT /F3 24 Tf 10 10 Td (ab) Tj ET',
};
const FILLED = '(a) Tj ET /Pattern cs /P scn 0 0 500 300 re f BT';

interface Setting {
  /** What is shown, after `/F3` is set. */
  readonly shown: string;
  /** The font's drawings by their letters' names; `a` is a square. */
  readonly drawings?: string;
  /** The drawings `b` and `c`; the second is the pattern `P`, too. */
  readonly objects?: readonly TestStream[];
  readonly encoding?: string;
}

async function noticesOf({
  shown,
  drawings = '',
  objects = [],
  encoding = '97 /a /b /c',
}: Setting): Promise<readonly string[]> {
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0]
    /FirstChar 0 /LastChar 127 /Widths [${'800 '.repeat(128)}] /Resources << >>
    /Encoding << /Type /Encoding /Differences [${encoding}] >> /CharProcs << /a ${A} 0 R ${drawings} >> >>`;
  const content = `BT /F1 24 Tf 40 700 Td (Contract) Tj ET BT /F3 24 Tf 40 500 Td ${shown} ET`;
  const entries = `/Resources << /Font << /F1 3 0 R /F3 ${FONT} 0 R >> /Pattern << /P ${C} 0 R >> >>`;
  const file = pagesPdf([{ text: 'Contract' }, { content, entries }], {
    objects: [font, SQUARE, ...objects],
  });
  const viewed = await shownViewer(file);
  await viewed.viewer.inspected();
  return viewed.notices;
}

describe('letters that a file draws itself', () => {
  it('are told where one is shown that has no drawing', async () => {
    expect(await noticesOf({ shown: '(ab) Tj' })).to.deep.equal(['font-missing']);
    expect(await noticesOf({ shown: '[(a) 20 (b)] TJ' })).to.deep.equal(['font-missing']);
  });

  it('are told where the drawing is not there, or can’t be drawn', async () => {
    expect(await noticesOf({ shown: '(ab) Tj', drawings: '/b 999 0 R' })).to.deep.equal(['font-missing']);
    expect(await noticesOf({ shown: '(ab) Tj', drawings: `/b ${B} 0 R`, objects: [BROKEN] })).to.deep.equal([
      'font-missing',
    ]);
  });

  it('are told where their code means nothing in itself', async () => {
    const setting = { shown: '<6101> Tj', encoding: '97 /a 1 /g1' };
    expect(await noticesOf({ ...setting, drawings: `/g1 ${B} 0 R`, objects: [BROKEN] })).to.deep.equal([
      'font-missing',
    ]);
  });

  it('are not told where all that is shown is drawn', async () => {
    const whole: readonly Setting[] = [
      { shown: '(aa) Tj' },
      // No drawing for a space, nor for the ends of lines.
      { shown: '(a a\\r\\n\\ta) Tj' },
      { shown: '(a ) Tj', encoding: '97 /a 32 /space' },
      // A drawing of nothing.
      { shown: '(ab c) Tj', drawings: `/b ${B} 0 R /c ${C} 0 R`, objects: [NOTHING, SQUARE] },
      // What is broken is not shown.
      { shown: '(ac) Tj', drawings: `/b ${B} 0 R /c ${C} 0 R`, objects: [BROKEN, SQUARE] },
      // What has no drawing is in another font, or not drawn at all.
      { shown: 'q (a) Tj /F1 24 Tf (b) Tj Q (a) Tj' },
      { shown: '(a) Tj /F1 24 Tf (b) Tj' },
      { shown: '(a) Tj 3 Tr (b) Tj' },
    ];
    for (const setting of whole) {
      // oxlint-disable-next-line no-await-in-loop -- one viewer after the other
      expect(await noticesOf(setting), setting.shown).to.deep.equal([]);
    }
  });

  it('are told where a pattern consists of them', async () => {
    const drawings = `/b ${B} 0 R`;
    expect(await noticesOf({ shown: FILLED, drawings, objects: [BROKEN, PATTERN] })).to.deep.equal([
      'font-missing',
    ]);
    expect(await noticesOf({ shown: FILLED, drawings, objects: [SQUARE, PATTERN] })).to.deep.equal([]);
  });

  it('are told where another font was set in between', async () => {
    expect(await noticesOf({ shown: 'q /F1 24 Tf (b) Tj Q (b) Tj' })).to.deep.equal(['font-missing']);
  });
});
