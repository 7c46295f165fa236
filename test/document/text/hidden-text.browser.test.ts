import { expect } from '@open-wc/testing';
import { FIRST_FREE, pagesPdf } from '../../support/small-pdf.ts';
import { shownViewer, until, wordsOn } from '../pdf/shown-viewer.ts';

const LAYER = FIRST_FREE;
const FORM = FIRST_FREE + 1;

function line(top: number, text: string): string {
  return `BT /F1 24 Tf 40 ${top} Td (${text}) Tj ET`;
}

/** A page with a line in sight, one in a layer that is off, one in a form of that layer, and one more in sight. */
function layeredPdf(state = `/OFF [${LAYER} 0 R]`): Uint8Array<ArrayBuffer> {
  return pagesPdf(
    [
      {
        content: [
          line(1200, 'Above the page'),
          line(700, 'Seen clause one'),
          `/OC /Layer BDC ${line(650, 'Hidden clause two')} EMC`,
          '/Form Do',
          line(500, 'Seen clause four'),
        ].join('\n'),
        resources: `/Properties << /Layer ${LAYER} 0 R >> /XObject << /Form ${FORM} 0 R >>`,
      },
    ],
    {
      catalog: `/OCProperties << /OCGs [${LAYER} 0 R] /D << ${state} /Order [${LAYER} 0 R] >> >>`,
      objects: [
        '<< /Type /OCG /Name (Clauses) >>',
        {
          entries:
            `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC ${LAYER} 0 R ` +
            '/Resources << /Font << /F1 3 0 R >> >>',
          data: line(600, 'Hidden clause three'),
        },
      ],
    },
  );
}

describe('the words of a layer that is off', () => {
  it('are not found, nor marked', async () => {
    const { viewer } = await shownViewer(layeredPdf());
    expect((await viewer.search('hidden')).total).to.equal(0);
    expect((await viewer.search('clause')).total).to.equal(2);
  });

  it('are not read as text', async () => {
    const { viewer } = await shownViewer(layeredPdf());
    const blocks = await viewer.pageText(1);
    const text = blocks.map(block => ('text' in block ? block.text : '')).join(' ');
    expect(text).to.contain('Seen clause one').and.contain('Seen clause four');
    expect(text).not.to.contain('Hidden');
  });

  it('can’t be selected or heard on the page', async () => {
    const shown = await shownViewer(layeredPdf());
    await until(() => wordsOn(shown, 0).includes('four'), 'words laid');
    expect(wordsOn(shown, 0)).not.to.contain('Hidden');
  });

  it('are all there when it is on', async () => {
    const { viewer } = await shownViewer(layeredPdf(''));
    expect((await viewer.search('hidden')).total).to.equal(2);
    expect((await viewer.search('clause')).total).to.equal(4);
  });
});
