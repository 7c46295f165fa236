import { expect } from '@open-wc/testing';
import { FIRST_FREE, pagesPdf, type TestPage } from '../../support/small-pdf.ts';
import { loaded, nextEvent, paneFor } from '../shown-pane.ts';
import { newViewer, shownViewer, until } from './shown-viewer.ts';

/** Many pages of words, and a last one that is a picture which can't be decoded. */
function lateTrouble(pages = 40): Uint8Array<ArrayBuffer> {
  const words: TestPage[] = Array.from({ length: pages - 1 }, (_, index) => ({ text: `Page ${index + 1}` }));
  const picture = {
    content: 'q 400 0 0 400 50 50 cm /Im Do Q',
    resources: `/XObject << /Im ${FIRST_FREE} 0 R >>`,
  };
  const entries =
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  return pagesPdf([...words, picture], {
    objects: [{ entries: `${entries} /Filter /JPXDecode`, data: 'No JPX.' }],
  });
}

/** Zeros, deflated to a thousandth. @param megabytes how many they are inflated */
async function deflatedNothing(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const zeros = new Blob(Array.from({ length: megabytes }, () => new Uint8Array(1_000_000)));
  const stream = zeros.stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe('before an acceptance is possible', () => {
  it('every page has been looked through, also those far from what is seen', async () => {
    const shown = await shownViewer(lateTrouble());
    await shown.viewer.inspected();
    expect(shown.notices).to.deep.equal(['image-missing', 'scanned']);
  });

  it('the element around the document has been told of them', async () => {
    const pane = await paneFor(loaded(lateTrouble()));
    let notices: readonly string[] = [];
    pane.addEventListener('document-notices', event => (notices = event.notices));
    await nextEvent(pane, 'document-shown');
    expect(notices).to.deep.equal(['image-missing', 'scanned']);
  });

  it('it is told where there was no time for all pages; and taken back when there was', async () => {
    const shown = await newViewer({ surveyPatience: 1 });
    const told: string[] = [];
    await shown.viewer.show(lateTrouble());
    await shown.viewer.inspected();
    told.push(...shown.notices);
    expect(told).to.deep.equal(['not-inspected']);
    await until(() => !shown.notices.includes('not-inspected'), 'looked through in the end');
    expect(shown.notices).to.deep.equal(['image-missing', 'scanned']);
  });

  it('the pages are told that there was no time for, fewer and fewer', async () => {
    const shown = await newViewer({ surveyPatience: 1 });
    await shown.viewer.show(lateTrouble());
    await shown.viewer.inspected();
    expect(shown.uninspected.at(-1)).to.have.length(1);
    await until(() => shown.uninspected.at(-1)?.length === 0, 'looked through in the end');
    const firsts = shown.uninspected.flatMap(ranges => ranges.map(({ first }) => first));
    expect(firsts).to.deep.equal(firsts.toSorted((one, other) => one - other));
    expect(new Set(firsts).size).to.be.greaterThan(1);
    expect(new Set(shown.uninspected.flatMap(ranges => ranges.map(({ last }) => last)))).to.have.keys(40);
  });

  it('it is told where there was no time for what lies beside the pages', async () => {
    const shown = await newViewer({ surveyPatience: 1 });
    // It takes long to be inflated, and the page has nothing of it.
    const objects = [{ entries: '/Filter /FlateDecode', data: await deflatedNothing(100) }];
    await shown.viewer.show(pagesPdf([{ text: 'Contract' }], { objects }));
    await shown.viewer.inspected();
    await until(() => shown.uninspected.at(-1)?.length === 0, 'the page looked through');
    expect(shown.notices).to.deep.equal(['not-inspected']);
    await until(() => shown.notices.length === 0, 'all looked through in the end');
  });

  it('a question that the file can’t answer is not taken for a “no”', async () => {
    // An attachment's name tree that ends in nothing readable.
    const shown = await shownViewer(
      pagesPdf([{ text: 'Contract' }], {
        catalog: `/Names << /EmbeddedFiles ${FIRST_FREE} 0 R >>`,
        objects: [`<< /Kids [${FIRST_FREE} 0 R] >>`],
      }),
    );
    await shown.viewer.inspected();
    expect(shown.notices).to.deep.equal(['not-inspected']);
  });
});
