import { expect } from '@open-wc/testing';
import { testAsset } from '../../support/runner-page.ts';
import { FIRST_FREE, numberedPdf, pageNumber, pagesPdf } from '../../support/small-pdf.ts';
import { pageBox, shownViewer, until, wordsOn, type ShownViewer } from '../pdf/shown-viewer.ts';

/** How far below the scroller's upper edge a page begins, CSS px. */
function topOf(shown: ShownViewer, index: number): number {
  return pageBox(shown, index).getBoundingClientRect().top - shown.scroller.getBoundingClientRect().top;
}

function links(shown: ShownViewer, index: number): HTMLElement[] {
  return [...pageBox(shown, index).querySelectorAll<HTMLElement>('.link')];
}

/** A link annotation over the line of a test page. */
function link(action: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [36 770 300 810] ${action} >>`;
}

describe('going from page to page', () => {
  it('brings a page to the upper edge and tells where it is', async () => {
    const shown = await shownViewer(numberedPdf(30));
    shown.viewer.goToPage(20);
    expect(shown.state?.page).to.equal(20);
    expect(topOf(shown, 19)).to.be.closeTo(12, 1);
    await until(() => wordsOn(shown, 19) === 'This is page 20.');
  });

  it('goes to the nearest page there is', async () => {
    const shown = await shownViewer(numberedPdf(5));
    shown.viewer.goToPage(99);
    expect(shown.state?.page).to.equal(5);
    shown.viewer.goToPage(-3);
    expect(shown.state?.page).to.equal(1);
  });

  it('says the page that was jumped to even where many fit, until the reader scrolls', async () => {
    const shown = await shownViewer(pagesPdf(Array.from({ length: 40 }, () => ({ width: 90, height: 30 }))));
    shown.viewer.zoomTo(1);
    shown.viewer.goToPage(3);
    expect(shown.state?.page).to.equal(3);
    shown.scroller.scrollTop += 40;
    await until(() => (shown.state?.page ?? 0) > 3);
  });

  it('counts a page that is longer than the pane when it fills it', async () => {
    const shown = await shownViewer(pagesPdf([{ height: 9000, text: 'Long' }]));
    await until(() => shown.viewed.has(1));
  });
});

describe('the table of contents', () => {
  const [outlines, first, inner, broken, last] = [10, 11, 12, 13, 14];

  it('leads to places, leaves out what leads nowhere, and keeps what is below it', async () => {
    const bytes = pagesPdf(
      Array.from({ length: 9 }, () => ({ text: 'Page' })),
      {
        catalog: `/Outlines ${outlines} 0 R /Dests << /Annex [${pageNumber(8)} 0 R /Fit] >>`,
        objects: [
          `<< /First ${first} 0 R /Last ${last} 0 R >>`,
          `<< /Title (Lease) /Dest [${pageNumber(0)} 0 R /XYZ 0 421 0] /First ${inner} 0 R /Last ${inner} 0 R /Next ${broken} 0 R /Parent ${outlines} 0 R >>`,
          `<< /Title (Rent) /A << /S /GoTo /D [${pageNumber(3)} 0 R /FitH 842] >> /Parent ${first} 0 R >>`,
          `<< /Title (Nowhere) /Dest /Nothing /Next ${last} 0 R /Parent ${outlines} 0 R >>`,
          `<< /Title (Annex) /Dest /Annex /Parent ${outlines} 0 R >>`,
        ],
      },
    );
    const shown = await shownViewer(bytes);
    const outline = await shown.viewer.outline();
    expect(outline).to.deep.equal([
      {
        title: 'Lease',
        page: 1,
        fraction: 0.5,
        items: [{ title: 'Rent', page: 4, fraction: 0, items: [] }],
      },
      { title: 'Annex', page: 9, fraction: 0, items: [] },
    ]);
    const [lease] = outline;
    if (lease === undefined) throw new Error('No entry.');
    shown.viewer.goTo(lease);
    expect(topOf(shown, 0)).to.be.closeTo(-pageBox(shown, 0).clientHeight / 2, 1);
    expect(shown.state?.page).to.equal(1);
  });

  it('is empty where the file has none, and ends where it turns in circles', async () => {
    const plain = await shownViewer(numberedPdf(1));
    expect(await plain.viewer.outline()).to.deep.equal([]);
    const circle = `<< /Title (Again) /Dest [${pageNumber(0)} 0 R /Fit] /Next ${first} 0 R /First ${first} 0 R >>`;
    const shown = await shownViewer(
      pagesPdf([{ text: 'Page' }], {
        catalog: `/Outlines ${outlines} 0 R`,
        objects: [`<< /First ${first} 0 R >>`, circle],
      }),
    );
    expect((await shown.viewer.outline()).length).to.be.lessThan(2001);
  });
});

describe('links in a document', () => {
  it('opens addresses of the web in a new tab, without telling where they were', async () => {
    const shown = await shownViewer(
      pagesPdf([{ text: 'Our terms', entries: `/Annots [${FIRST_FREE} 0 R]` }], {
        objects: [link('/A << /S /URI /URI (https://example.com/terms?a=1) >>')],
      }),
    );
    await until(() => links(shown, 0).length === 1, 'laid');
    const [anchor] = links(shown, 0);
    if (!(anchor instanceof HTMLAnchorElement)) throw new Error('No anchor.');
    expect(anchor.href).to.equal('https://example.com/terms?a=1');
    expect(anchor.target).to.equal('_blank');
    expect(anchor.rel).to.equal('noopener noreferrer');
    expect(anchor.referrerPolicy).to.equal('no-referrer');
    expect(anchor.ariaLabel).to.equal('Our terms');
    anchor.focus();
    expect(anchor.matches(':focus')).to.equal(true);
    const words = pageBox(shown, 0).querySelector('.text-layer span')?.getBoundingClientRect();
    const { top, bottom, left } = anchor.getBoundingClientRect();
    expect(top).to.be.lessThan(words?.top ?? 0);
    expect(bottom).to.be.greaterThan(words?.bottom ?? 0);
    expect(left).to.be.lessThan(words?.left ?? 0);
  });

  it('goes to places of the file', async () => {
    const shown = await shownViewer(
      pagesPdf(
        [
          { text: 'See page 8', entries: `/Annots [${FIRST_FREE} 0 R]` },
          ...Array.from({ length: 8 }, () => ({ text: 'Page' })),
        ],
        { objects: [link(`/Dest [${pageNumber(7)} 0 R /Fit]`)] },
      ),
    );
    await until(() => links(shown, 0).length === 1, 'laid');
    const address = location.href;
    links(shown, 0)[0]?.click();
    expect(shown.state?.page).to.equal(8);
    expect(location.href).to.equal(address);
  });

  it('makes nothing of any other address or action, nor of a link out of sight', async () => {
    const actions = [
      '/A << /S /URI /URI (javascript:alert\\(1\\)) >>',
      '/A << /S /URI /URI (data:text/html,x) >>',
      '/A << /S /URI /URI (file:///etc/passwd) >>',
      '/A << /S /URI /URI (ftp://example.com/) >>',
      '/A << /S /JavaScript /JS (app.alert\\(1\\)) >>',
      '/A << /S /Launch /F (calc.exe) >>',
      '/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>',
      '/A << /S /SubmitForm /F (https://example.com/) >>',
      '/F 2 /A << /S /URI /URI (https://example.com/unseen) >>',
      '/A << /S /URI /URI (https://example.com/good) >>',
    ];
    const annotations = actions.map((_, at) => `${FIRST_FREE + at} 0 R`).join(' ');
    const shown = await shownViewer(
      pagesPdf([{ text: 'Links', entries: `/Annots [${annotations}]` }], { objects: actions.map(link) }),
    );
    await until(() => links(shown, 0).length > 0, 'laid');
    expect(links(shown, 0).map(element => element.getAttribute('href'))).to.deep.equal([
      'https://example.com/good',
    ]);
  });
});

describe('passwords', () => {
  const FILE = 'pdf/own/enc-aes256-userpw-teste123.pdf';

  it('asks until the right one is given', async function () {
    const bytes = await testAsset(FILE);
    const shown = await shownViewer(Uint8Array.from(bytes), { passwords: ['wrong', 'teste123'] });
    expect(shown.asked).to.deep.equal([false, true]);
    expect(shown.state?.pages).to.equal(3);
  });

  it('says that the document is protected when it is given up', async function () {
    const bytes = await testAsset(FILE);
    const error: unknown = await shownViewer(Uint8Array.from(bytes)).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'UnreadableError', problem: 'protected' });
  });

  it('asks nothing of a file that only its owner may change', async function () {
    const bytes = await testAsset('pdf/own/enc-aes256-owner-only.pdf');
    const shown = await shownViewer(Uint8Array.from(bytes));
    expect(shown.asked).to.deep.equal([]);
  });
});
