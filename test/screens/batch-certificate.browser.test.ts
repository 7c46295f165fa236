import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession, SignSessionHarness, type FakeSession } from '../../packages/testing/src/index.ts';
import { openCertificate } from '../support/certificate-form.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { testAsset } from '../support/runner-page.ts';

/** Holds the documents' bytes back until it is told to release them. */
function holding(session: FakeSession) {
  let release!: () => void;
  const released = new Promise<void>(resolve => (release = resolve));
  const held: typeof fetch = async (...request) => {
    const { pathname } = new URL(new Request(...request).url);
    if (/\/documents\/[^/]+$/.test(pathname)) await released;
    return session.fetch(...request);
  };
  return { release, held };
}

describe('several documents signed with a certificate', () => {
  let signer: MountedSession | undefined;
  afterEach(() => signer?.remove());

  it('answers a press before all of them are there, and says when it can be repeated', async () => {
    const session = createFakeSession({
      documents: ['Contract', 'Annex I'],
      steps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
    });
    // As after a reload: they were accepted before this page came.
    session.advance();
    const { release, held } = holding(session);
    const { clientSecret, baseUrl } = session;
    signer = MountedSession.mount({ secret: clientSecret }, { baseUrl, fetch: held, locale: 'en' });
    const batch = await signer.shows('batch');
    const screen = await until(
      () => batch.querySelector('sign-session-certificate'),
      'the certificate’s part',
    );
    const says = (words: string) => until(() => screen.shadowRoot?.textContent?.includes(words), words);
    const press = () => screen.shadowRoot?.querySelector<HTMLElement>('.actions .primary')?.click();

    const file = new File([await testAsset('certificates/modern-default.p12')], 'maria.p12');
    await openCertificate({ screen }, file, 'Senha#123');
    await says('Your certificate');
    press();
    await says('The document is still opening.');
    expect(session.requests.filter(({ route }) => route === 'POST advance')).to.deep.equal([]);
    release();
    await says('You can sign now.');
    press();
    await signer.hears('sign-completed');
  });

  it('remembers a press before all of them are there, by a certificate in the cloud', async () => {
    const session = createFakeSession({
      documents: ['Contract', 'Annex I'],
      steps: ['DIGITAL_SIGN_A1'],
      certificateSources: ['CLOUD'],
    });
    const { release, held } = holding(session);
    const { clientSecret, baseUrl } = session;
    signer = MountedSession.mount({ secret: clientSecret }, { baseUrl, fetch: held, locale: 'en' });
    const harness = new SignSessionHarness(signer.element);
    await harness.authorizeInCloud('Test provider');
    await harness.press('Sign 2 documents');
    await harness.says('The document is still opening.');
    release();
    await signer.hears('sign-completed');
  });
});
