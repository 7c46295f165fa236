import { expect } from '@open-wc/testing';
import { createFakeSession, SignSessionHarness, type FakeSession } from '../../packages/testing/src/index.ts';
import '../../src/sign-session/sign-session.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { until } from '../support/mounted-session.ts';

const LAST_SOURCE = 'sign-session-certificate-source';
const PDF = { type: 'application/pdf' };

/** What the portal would return, as far as the page looks at it. */
const signedOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array([...bytes, ...new Uint8Array(900).fill(65)]);

describe('signing at the gov.br portal', () => {
  let session: FakeSession;
  let element: HTMLElementTagNameMap['sign-session'];
  let signer: SignSessionHarness;
  let isDown = false;

  afterEach(() => {
    element?.remove();
    isDown = false;
    localStorage.removeItem(LAST_SOURCE);
  });

  async function open(sources: readonly ('FILE' | 'GOV_BR')[] = ['FILE', 'GOV_BR']): Promise<void> {
    session = createFakeSession({
      steps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
      certificateSources: sources,
    });
    element = document.createElement('sign-session');
    Object.assign(element, {
      clientSecret: session.clientSecret,
      baseUrl: session.baseUrl,
      fetch: (...request: Parameters<typeof fetch>) =>
        isDown ? Promise.reject(new TypeError('Failed to fetch')) : session.fetch(...request),
    });
    signer = new SignSessionHarness(element);
    document.body.append(element);
    await signer.accept();
    await signer.shows('certificate');
  }

  const screen = () => element.shadowRoot?.querySelector('sign-session-certificate')?.shadowRoot;
  const part = () => screen()?.querySelector('sign-session-gov-br')?.shadowRoot;
  const says = (words: string) =>
    until(() => `${screen()?.textContent} ${part()?.textContent}`.includes(words), words);

  async function choosePortal(): Promise<void> {
    const way = await until(
      () =>
        [...(screen()?.querySelectorAll('button') ?? [])].find(button => /gov\.br/.test(button.textContent)),
      'the portal',
    );
    way.click();
    await says('Download document');
  }

  async function download(): Promise<Uint8Array<ArrayBuffer>> {
    const button = await until(
      () => [...(part()?.querySelectorAll('button') ?? [])].find(each => /Download/.test(each.textContent)),
      'the button',
    );
    button.click();
    const link = await until(() => part()?.querySelector<HTMLAnchorElement>('a[download]'), 'the document');
    expect(link.download).to.equal('contract.pdf');
    return new Uint8Array(await (await fetch(link.href)).arrayBuffer());
  }

  async function choose(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const input = await until(
      () => part()?.querySelector<HTMLInputElement>('input[type="file"]'),
      'the field',
    );
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'signed.pdf', PDF));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change'));
  }

  async function send(): Promise<void> {
    const button = await until(
      () => part()?.querySelector<HTMLButtonElement>('button[part="submit"]'),
      'the button',
    );
    button.click();
  }

  const handedIn = () =>
    session.requests.filter(({ body }) => body?.['action'] === 'submit_signed_document').length;

  it('gives the document, leads to the portal, and sends what it returned', async () => {
    await open();
    await choosePortal();
    const bytes = await download();
    const portal = part()?.querySelector<HTMLAnchorElement>('a[target="_blank"]');
    expect(portal?.href).to.equal(`${session.baseUrl}/portal`);
    expect(portal?.rel).to.equal('noopener noreferrer');
    await choose(signedOf(bytes));
    await says('File: signed.pdf');
    expect(await accessibilityViolations(element)).to.deep.equal([]);
    await send();
    await signer.hears('sign-completed');
    const sent = session.requests.find(({ body }) => body?.['action'] === 'submit_signed_document');
    const text = atob(String(sent?.body?.['signedDocument']));
    expect(text.length).to.equal(bytes.length + 900);
  });

  it('has one primary action at a time: the next', async () => {
    await open();
    await choosePortal();
    const primary = () =>
      [...(part()?.querySelectorAll('.primary') ?? [])].map(each => each.textContent.trim()).join();
    await until(() => primary() === 'Download document', 'the document first');
    const bytes = await download();
    await until(() => primary() === 'Open the gov.br portal', 'then the portal');
    const portal = part()?.querySelector<HTMLAnchorElement>('a[target="_blank"]');
    portal?.addEventListener('click', event => event.preventDefault());
    portal?.click();
    await until(() => primary() === 'Send signed file', 'then the file');
    await choose(signedOf(bytes));
    expect(primary()).to.equal('Send signed file');
  });

  it('sends no file that is another document, unsigned, or missing, and says which', async () => {
    await open();
    await choosePortal();
    await send();
    await says('Choose the file that the portal signed.');
    const bytes = await download();
    await choose(bytes);
    await send();
    await says('This file has no signature.');
    await choose(signedOf(bytes.with(20, 0)));
    await send();
    await says('This is a different document.');
    await choose(new Uint8Array(bytes.length + 400_000));
    await send();
    await says('too large');
    expect(handedIn()).to.equal(0);
  });

  it('says why the service gave a file back, and takes another', async () => {
    await open();
    await choosePortal();
    session.setOutcome('document-changed');
    await choose(signedOf(await download()));
    await send();
    await says('This file was changed.');
    await send();
    await signer.hears('sign-completed');
  });

  it('is shown at once where the tenant offers nothing else', async () => {
    await open(['GOV_BR']);
    await says('Download document');
    expect(screen()?.querySelector('.ways, .way .link')).to.equal(null);
  });

  it('is not offered where the session says nothing of it', async () => {
    await open(['FILE']);
    await until(() => screen()?.querySelector('sign-session-certificate-file'), 'the file');
    expect(screen()?.textContent).not.to.match(/gov\.br/);
  });

  it('doubts no signature where only the document to sign could not be prepared', async () => {
    await open();
    await choosePortal();
    isDown = true;
    const button = await until(
      () => [...(part()?.querySelectorAll('button') ?? [])].find(each => /Download/.test(each.textContent)),
      'the button',
    );
    button.click();
    await says('The service is not responding.');
    expect(part()?.textContent).not.to.contain('your signature');
    isDown = false;
    await download();
  });
});
