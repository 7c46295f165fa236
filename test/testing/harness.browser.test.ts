import { expect } from '@open-wc/testing';
import '../../src/index.ts';
import { createFakeSession, fakeCamera, SignSessionHarness } from '../../packages/testing/src/index.ts';

describe('the harness', () => {
  let element: HTMLElement | undefined;
  afterEach(() => element?.remove());

  function start(options: Parameters<typeof createFakeSession>[0]) {
    const session = createFakeSession(options);
    const { clientSecret, baseUrl, fetch } = session;
    element = Object.assign(document.createElement('sign-session'), { baseUrl, fetch, locale: 'en' });
    const signer = new SignSessionHarness(element);
    Object.assign(element, { clientSecret });
    document.body.append(element);
    return { session, signer };
  }

  it('signs a document by click and code with the element itself', async () => {
    const { signer } = start({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
    await signer.accept();
    await signer.enterCode();
    await signer.hears('sign-completed');
    signer.expectOrder('sign-step', 'sign-ready', 'sign-completed');
    expect(() => signer.expectOrder('sign-completed', 'sign-ready')).to.throw('in this order');
  });

  it('declines by the names of the buttons', async () => {
    const { signer } = start({ document: null });
    await signer.shows('accept');
    await signer.press('Decline');
    await signer.shows('decline');
    await signer.press('Decline');
    await signer.hears('sign-declined');
  });
});

describe('a fake camera', () => {
  it('takes the place of the page’s own until it is taken away', async () => {
    const own: unknown = Reflect.get(navigator.mediaDevices, 'getUserMedia');
    const { restore } = fakeCamera('denied');
    const refusal = await navigator.mediaDevices
      .getUserMedia({ video: true })
      .catch((error: unknown) => error);
    expect(refusal).to.have.property('name', 'NotAllowedError');
    fakeCamera('empty');
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    expect(stream.getVideoTracks()).to.have.length(1);
    for (const track of stream.getTracks()) track.stop();
    const film = new MediaStream();
    fakeCamera(() => film);
    expect(await navigator.mediaDevices.getUserMedia({ video: true })).to.equal(film);
    restore();
    expect(Reflect.get(navigator.mediaDevices, 'getUserMedia')).to.equal(own);
  });
});

describe('the harness of an element that has started, in a frame', () => {
  it('signs, as a test runner beside the page does', async () => {
    const session = createFakeSession({ documents: ['Contract', 'Annex'], steps: CODE_STEPS });
    const frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html><script type="module">import '/src/index.ts';</script><sign-session></sign-session>`;
    document.body.append(frame);
    await once(frame, 'load');
    const element = frame.contentDocument?.querySelector('sign-session');
    if (!element) throw new Error('The frame has no element.');
    const { clientSecret, baseUrl, fetch } = session;
    Object.assign(element, { clientSecret, baseUrl, fetch, locale: 'en' });
    await once(element, 'sign-ready');
    const signer = new SignSessionHarness(element);
    await signer.accept();
    await signer.enterCode('111111');
    await signer.says('The code is incorrect');
    await signer.enterCode();
    await signer.hears('sign-completed');
    frame.remove();
  });
});

const CODE_STEPS = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] as const;

/** Waits for an event. */
function once(target: EventTarget, name: string): Promise<Event> {
  return new Promise(resolve => {
    target.addEventListener(name, resolve, { once: true });
  });
}
