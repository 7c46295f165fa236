import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession, SignSessionHarness } from '../../packages/testing/src/index.ts';
import { MountedSession } from '../support/mounted-session.ts';

type Options = Parameters<typeof createFakeSession>[0];

const IN_CLOUD: Options = { steps: ['DIGITAL_SIGN_A1'], certificateSources: ['FILE', 'CLOUD'] };

/** The first of these examples stands in docs/testing.md. */
describe('the element with a certificate in the cloud of a fake session', () => {
  let element: HTMLElement | undefined;
  afterEach(() => {
    element?.remove();
    localStorage.removeItem('sign-session-certificate-source');
  });

  it('signs by it after one visit', async () => {
    const session = createFakeSession({ steps: ['DIGITAL_SIGN_A1'], certificateSources: ['CLOUD'] });
    const { clientSecret, baseUrl, fetch } = session;
    element = Object.assign(document.createElement('sign-session'), { clientSecret, baseUrl, fetch });
    const signer = new SignSessionHarness(element);
    document.body.append(element);
    await signer.authorizeInCloud('Test provider');
    await signer.hears('sign-completed');
    expect(session.status).to.equal('COMPLETED');
  });

  function mount(options: Options) {
    const session = createFakeSession({ ...IN_CLOUD, ...options });
    const { baseUrl, fetch } = session;
    const mounted = MountedSession.mount({ secret: session.clientSecret }, { baseUrl, fetch, locale: 'en' });
    ({ element } = mounted);
    return { session, mounted, signer: new SignSessionHarness(mounted.element) };
  }

  it('signs by it after two visits, and the documents of a batch', async () => {
    const { session, mounted, signer } = mount({ documents: ['Contract', 'Annex'] });
    await signer.authorizeInCloud('Test provider, two visits');
    await mounted.hears('sign-completed');
    const actions = session.requests.map(({ body }) => body['action']);
    expect(actions).to.include.members(['confirm_cloud_signing', 'complete_cloud_signing']);
  });

  it('waits for the provider, and goes on when the test says so', async () => {
    const { session, mounted, signer } = mount({ outcome: 'waiting' });
    await signer.authorizeInCloud();
    await mounted.shows('certificate');
    await signer.press('Cancel the authorisation');
    await signer.authorizeInCloud();
    session.setOutcome('completed');
    await mounted.hears('sign-completed');
  });

  for (const [outcome, text] of [
    ['cloud-denied', 'was refused'],
    ['cloud-timed-out', 'did not arrive in time'],
    ['cloud-wrong-holder', 'belongs to somebody else'],
    ['cloud-provider-unavailable', 'The provider did not answer'],
  ] as const) {
    it(`says why nothing was signed with the outcome ${outcome}, and signs after it`, async () => {
      const { mounted, signer } = mount({ outcome });
      await signer.authorizeInCloud();
      await signer.says(text);
      await signer.authorizeInCloud();
      await mounted.hears('sign-completed');
    });
  }
});
