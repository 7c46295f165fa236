import { expect } from '@open-wc/testing';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { PartialServer, scannedPdf } from '../support/partial-server.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const SCAN = scannedPdf(4);

let service: ScriptedService;
let server: PartialServer;
let signer: MountedSession;

/** A session whose document comes from a server that sends parts. */
async function mount(): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en' });
  await service.replaceDocument(SCAN, 4);
  server = new PartialServer(SCAN);
  server.answerFor(service);
  signer = MountedSession.mount(service);
}

function viewer(): ShadowRoot | null | undefined {
  const pane = signer.root.querySelector('sign-session-document');
  return pane?.shadowRoot?.querySelector('sign-session-document-viewer')?.shadowRoot;
}

const firstPage = () => viewer()?.querySelector('.page canvas');

const firstWords = () => viewer()?.querySelector('.page .text-layer')?.textContent;

describe('a large document on its way', () => {
  const soon = usePageClock();

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('shows its first page, and is signed once all of it has come and been checked', async () => {
    await mount();
    server.holdAfter = 1_200_000;
    await until(firstPage, 'the first page');
    await until(() => firstWords() === 'Folha 1', 'its words');
    const drawn = firstPage();
    await signer.says('Loading the document…');
    const accept = await signer.shows('accept');
    accept.querySelector('input')?.click();
    signer.submit();
    await signer.says('The rest of the document has yet to load and be checked. Then you can sign.');
    expect(service.count('POST advance')).to.equal(0);
    expect(signer.events).not.to.include('sign-ready');
    server.release();
    await signer.says('The document is open. You can sign now.');
    await signer.hears('sign-ready');
    expect(firstPage()).to.equal(drawn);
    signer.submit();
    await signer.shows('outcome');
    const { acceptedDocumentHash } =
      service.requests.find(({ route }) => route === 'POST advance')?.body ?? {};
    expect(acceptedDocumentHash).to.equal(Object(service.session['document']).hash);
  });

  it('goes on after the connection was lost, with what was drawn', async () => {
    await mount();
    server.breaks = [1_200_000];
    server.isAway = () => server.breaks.length === 0 && server.ranges.length < 3;
    await until(firstPage, 'the first page');
    await soon(signer.hears('sign-ready'));
    const wholes = server.ranges.filter(range => range === null);
    expect(wholes).to.have.length(1);
    expect(server.ranges).to.include('bytes=1200000-');
    expect(firstWords()).to.equal('Folha 1');
  });

  it('goes on by itself when the device is connected again', async () => {
    await mount();
    server.breaks = [1_200_000];
    let isOffline = false;
    server.onBreak = () => (isOffline = true);
    server.isAway = () => isOffline;
    await soon(signer.hears('sign-error:document_unavailable'));
    isOffline = false;
    dispatchEvent(new Event('online'));
    await signer.hears('sign-ready');
    expect(server.ranges.filter(range => range === null)).to.have.length(1);
  });

  it('is withdrawn when its hash is not the one of the session', async () => {
    await mount();
    server.bytes = SCAN.slice();
    server.bytes[3_000_000] = 0x79;
    server.holdAfter = 1_200_000;
    await until(firstPage, 'the first page');
    server.release();
    await signer.hears('sign-error:document_hash_mismatch');
    await until(() => viewer() === undefined, 'the page withdrawn');
    const pane = signer.root.querySelector('sign-session-document')?.shadowRoot;
    expect(pane?.querySelector('[role=alert]')?.textContent).to.contain('could not be shown');
    expect(signer.events).not.to.include('sign-ready');
    expect(service.count('POST advance')).to.equal(0);
  });

  it('says what is wrong with a file only when it is known to be the document', async () => {
    await mount();
    server.bytes = new Uint8Array(SCAN.length).fill(0x20);
    let wholes = 0;
    server.onWhole = () => {
      wholes += 1;
      if (wholes === 2) server.bytes = SCAN;
    };
    await signer.hears('sign-ready');
    expect(firstWords()).to.equal('Folha 1');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });
});
