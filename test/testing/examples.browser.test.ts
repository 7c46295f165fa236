import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession } from '../../src/testing/index.ts';
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
});
