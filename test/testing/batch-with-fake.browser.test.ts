import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession, SignSessionHarness } from '../../packages/testing/src/index.ts';
import { MountedSession } from '../support/mounted-session.ts';

/** The session of the first one is an example of docs/testing.md. */
describe('the element with a fake session over several documents', () => {
  let element: HTMLElement | undefined;
  afterEach(() => element?.remove());

  it('signs all of them after one acceptance', async () => {
    const session = createFakeSession({
      documents: ['Contract', 'Annex I', 'Annex II'],
      steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'],
    });
    const { clientSecret, baseUrl, fetch } = session;
    element = Object.assign(document.createElement('sign-session'), { clientSecret, baseUrl, fetch });
    const signer = new SignSessionHarness(element);
    document.body.append(element);
    await signer.shows('batch');
    await signer.accept();
    await signer.enterCode();
    await signer.hears('sign-completed');
    expect(session.documents[2]?.signedHash).to.equal(session.documents[2]?.hash);
  });

  function mount(options: Parameters<typeof createFakeSession>[0]) {
    const session = createFakeSession({ documents: ['Contract', 'Annex I'], ...options });
    const { baseUrl, fetch } = session;
    const mounted = MountedSession.mount({ secret: session.clientSecret }, { baseUrl, fetch, locale: 'en' });
    ({ element } = mounted);
    return { session, mounted };
  }

  it('tells how many are sealed while it waits, and that all are', async () => {
    const { session, mounted } = mount({ outcome: 'waiting' });
    await mounted.shows('batch');
    session.advance();
    await mounted.says('0 of 2');
    session.advance();
    await mounted.says('1 of 2');
    session.setOutcome('completed');
    await mounted.hears('sign-completed');
  });

  it('says which fault the documents have, in the list', async () => {
    const { session, mounted } = mount({ outcome: 'document_hash_mismatch' });
    await mounted.shows('batch');
    await mounted.says('you can’t sign');
    expect(session.status).to.equal('ACTIVE');
  });
});
