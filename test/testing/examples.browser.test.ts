import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession, SignSessionHarness } from '../../packages/testing/src/index.ts';
import { until } from '../support/mounted-session.ts';

/** The examples of docs/testing.md, as they stand there. */
describe('an example of docs/testing.md', () => {
  it('gives a fake session to the element', async () => {
    const session = createFakeSession({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
    const element = document.createElement('sign-session');
    element.clientSecret = session.clientSecret;
    element.baseUrl = session.baseUrl;
    element.fetch = session.fetch;
    document.body.append(element);
    await until(() => session.requests.some(({ route }) => route === 'GET document'), 'the document');
    expect(session.step).to.equal('CLICK_ACCEPT');
    element.remove();
  });

  it('signs as a signer would', async () => {
    const session = createFakeSession({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
    const element = document.createElement('sign-session');
    const { clientSecret, baseUrl, fetch } = session;
    Object.assign(element, { clientSecret, baseUrl, fetch });
    const signer = new SignSessionHarness(element);
    document.body.append(element);
    await signer.accept();
    await signer.enterCode();
    await signer.hears('sign-completed');
    signer.expectOrder('sign-step', 'sign-ready', 'sign-completed');
    expect(session.status).to.equal('COMPLETED');
    element.remove();
  });
});
