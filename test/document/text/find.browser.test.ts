import { expect } from '@open-wc/testing';
import { pagesPdf } from '../../support/small-pdf.ts';
import { pageBox, shownViewer, until, type ShownViewer } from '../pdf/shown-viewer.ts';

const CONTRACT = pagesPdf([
  { text: 'The lessee pays the rent.' },
  { text: 'Nothing to see here.' },
  ...Array.from({ length: 6 }, () => ({ text: 'Filling.' })),
  // “Locação” in WinAnsi: ç is \\347, ã is \\343.
  { text: 'Loca\\347\\343o: RENT is due; rent grows.' },
]);

function marks(shown: ShownViewer, index: number): HTMLElement[] {
  return [...pageBox(shown, index).querySelectorAll<HTMLElement>('.mark')];
}

function isInSight({ scroller }: ShownViewer, element: Element | null | undefined): boolean {
  if (element === null || element === undefined) return false;
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return top >= view.top && bottom <= view.bottom;
}

describe('finding words in a document', () => {
  it('counts them in all pages, whatever their case, and shows the first', async () => {
    const shown = await shownViewer(CONTRACT);
    const found = await shown.viewer.search('Rent');
    expect(found).to.deep.equal({ query: 'Rent', searching: false, total: 3, current: 1 });
    expect(shown.found).to.deep.equal(found);
    await until(() => marks(shown, 0).length === 1, 'marked');
    expect(isInSight(shown, pageBox(shown, 0).querySelector('.mark.current'))).to.equal(true);
  });

  it('marks the words where they are', async () => {
    const shown = await shownViewer(CONTRACT);
    await shown.viewer.search('lessee');
    await until(() => marks(shown, 0).length === 1, 'marked');
    const words = [...pageBox(shown, 0).querySelectorAll('.text-layer span')].at(0)?.firstChild;
    if (!(words instanceof Text)) throw new Error('No words.');
    const range = document.createRange();
    range.setStart(words, 4);
    range.setEnd(words, 10);
    const [mark] = marks(shown, 0).map(element => element.getBoundingClientRect());
    const place = range.getBoundingClientRect();
    expect(mark?.left).to.be.closeTo(place.left, 1);
    expect(mark?.right).to.be.closeTo(place.right, 1);
    expect(mark?.top).to.be.closeTo(place.top, 1);
  });

  it('marks nothing for the letters of a word that is still typed', async () => {
    const shown = await shownViewer(CONTRACT);
    const searched: Promise<unknown>[] = [];
    let marked = false;
    const observer = new MutationObserver(() => (marked ||= marks(shown, 0).length > 1));
    observer.observe(pageBox(shown, 0), { childList: true, subtree: true });
    // “e” stands on the page five times.
    for (const typed of ['e', 'es', 'ess', 'esse']) {
      searched.push(shown.viewer.search(typed));
      // oxlint-disable-next-line no-await-in-loop -- as one types
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }
    await Promise.all(searched);
    await until(() => marks(shown, 0).length === 1, 'marked');
    observer.disconnect();
    expect(marked, 'marks of the first letter').to.equal(false);
  });

  it('takes letters without their accents', async () => {
    const shown = await shownViewer(CONTRACT);
    expect((await shown.viewer.search('locacao')).total).to.equal(1);
    expect((await shown.viewer.search('LOCAÇÃO')).total).to.equal(1);
  });

  it('goes to the next and the one before, around the ends, and brings them in sight', async () => {
    const shown = await shownViewer(CONTRACT);
    await shown.viewer.search('rent');
    shown.viewer.findNext();
    expect(shown.found?.current).to.equal(2);
    await until(() => isInSight(shown, pageBox(shown, 8).querySelector('.mark.current')), 'second in sight');
    shown.viewer.findNext();
    expect(shown.found?.current).to.equal(3);
    shown.viewer.findNext();
    expect(shown.found?.current).to.equal(1);
    await until(() => isInSight(shown, pageBox(shown, 0).querySelector('.mark.current')), 'first in sight');
    shown.viewer.findPrevious();
    expect(shown.found?.current).to.equal(3);
    await until(() => isInSight(shown, pageBox(shown, 8).querySelector('.mark.current')), 'last in sight');
    expect(pageBox(shown, 8).querySelectorAll('.mark.current')).to.have.length(1);
  });

  it('begins at the page in sight', async () => {
    const shown = await shownViewer(CONTRACT);
    shown.viewer.goToPage(5);
    const found = await shown.viewer.search('rent');
    expect([found.current, found.total]).to.deep.equal([2, 3]);
    await until(() => shown.state?.page === 9);
  });

  it('says so when there is nothing, and takes the marks away in the end', async () => {
    const shown = await shownViewer(CONTRACT);
    await shown.viewer.search('rent');
    await until(() => marks(shown, 0).length === 1);
    expect(await shown.viewer.search('lease')).to.include({ total: 0, current: 0, searching: false });
    expect(shown.pages.querySelectorAll('.mark')).to.have.length(0);
    await shown.viewer.search('rent');
    await until(() => marks(shown, 0).length === 1);
    shown.viewer.clearFind();
    await until(() => shown.pages.querySelectorAll('.mark').length === 0);
    expect(shown.found).to.deep.equal({ query: '', searching: false, total: 0, current: 0 });
  });

  it('answers an earlier search with what the later one has found', async () => {
    const shown = await shownViewer(CONTRACT);
    const [, later] = await Promise.all([shown.viewer.search('filling'), shown.viewer.search('rent')]);
    expect(later).to.include({ query: 'rent', total: 3 });
    expect(shown.found).to.include({ query: 'rent', total: 3 });
  });
});
