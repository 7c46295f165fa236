import { expect } from '@open-wc/testing';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';
import { numberedPdf, pagesPdf } from '../support/small-pdf.ts';

let service: ScriptedService;
let signer: MountedSession;

/** Opens a session with a document, as far as it can be signed, and counts the pages that were seen. */
async function opened(
  bytes: Uint8Array<ArrayBuffer>,
  counted: number,
  expected: readonly string[] = [],
  document: Readonly<Record<string, unknown>> = {},
): Promise<() => number> {
  await service.replaceDocument(bytes, counted, document);
  signer = MountedSession.mount(service);
  const pane = await until(() => signer.root.querySelector('sign-session-document'), 'the document');
  let seen = 0;
  let shown: readonly string[] = [];
  pane.addEventListener('document-viewed', ({ pages }) => (seen = pages.size));
  pane.addEventListener('document-warnings', ({ warnings }) => (shown = warnings));
  await signer.readyToSign();
  await until(() => seen > 0, 'a page seen');
  // A page may be looked through after the signer can sign.
  await until(() => expected.every(notice => shown.includes(notice)), 'the notices');
  return () => seen;
}

/** What the toolbar says of the pages. */
function saidBesidePage(): string {
  const viewer = signer.root
    .querySelector('sign-session-document')
    ?.shadowRoot?.querySelector('sign-session-document-viewer');
  const tools = viewer?.shadowRoot?.querySelector('sign-session-document-tools');
  return tools?.shadowRoot?.querySelector('.position')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
}

async function accepted(): Promise<unknown> {
  signer.submit();
  await signer.shows('outcome');
  return service.requests.find(({ route }) => route === 'POST advance')?.body['documentView'];
}

/** What stood on the button, which every acceptance says. */
const submitLabel = 'Agree and sign';

describe('what an acceptance says of the document', () => {
  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en' });
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('is how many pages it has, how many were seen, and each notice that was shown', async () => {
    const seen = await opened(
      pagesPdf([{ content: '' }, ...Array.from({ length: 8 }, () => ({ text: 'Contract' }))], {
        catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
      }),
      9,
      ['scripts', 'blank-page'],
    );
    const pagesViewed = seen();
    expect(pagesViewed).to.be.within(1, 8);
    await until(
      () => saidBesidePage().includes(`Pages seen: ${pagesViewed} of 9`),
      'the count beside the page',
    );
    expect(await accepted()).to.deep.equal({
      pagesViewed,
      pages: 9,
      notices: ['scripts', 'blank-page'],
      submitLabel,
    });
  });

  it('is what the service found at upload, with what is seen here', async () => {
    const warnings = [{ code: 'scripts' }, { code: 'field-appearance-differs', page: 4 }];
    const notices = ['scripts', 'field-appearance-differs'];
    const seen = await opened(numberedPdf(1), 1, notices, { warnings });
    expect(await accepted()).to.deep.equal({ pagesViewed: seen(), pages: 1, notices, submitLabel });
  });

  it('is that there was no notice where there was none', async () => {
    const seen = await opened(numberedPdf(1), 1);
    expect(await accepted()).to.deep.equal({ pagesViewed: seen(), pages: 1, notices: [], submitLabel });
  });

  it('is that the service counts pages that the file keeps from the viewer', async () => {
    const text = new TextDecoder('latin1').decode(numberedPdf(2)).replace('/Count 2', '/Count 1');
    const notices = ['pages-differ'];
    const seen = await opened(new TextEncoder().encode(text), 2, notices);
    expect(await accepted()).to.deep.equal({ pagesViewed: seen(), pages: 1, notices, submitLabel });
  });
});
