import { expect } from '@open-wc/testing';
import type { FrameMessage } from '../../src/frame/frame-message.ts';
import { connect, reallyConnect } from '../support/connection.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { type Answer, json, problem, ScriptedService } from '../support/scripted-service.ts';

/** This page's own server is the service's page here. */
const here = (path: string) => new URL(path, location.origin).href;
const SESSION = {
  locale: 'en',
  hostedUrl: here('/s/ss_test'),
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

const later = () => new Date(Date.now() + 60_000).toISOString();

/** A message of the page in the frame. */
function tell(frame: HTMLIFrameElement, message: Omit<FrameMessage, 'source'>): void {
  const { origin } = location;
  const data = { source: 'sign-session', ...message };
  dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow }));
}

const hasNoLinks: Answer = () => problem(404, 'not-found');

describe('the certificate step in a frame', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  afterEach(() => {
    reallyConnect();
    signer.remove();
    service.stop();
  });

  it('says that no link came, and shows the frame once one does', async () => {
    service = await new ScriptedService().start(SESSION);
    service.script('POST handover', () => problem(403, 'forbidden'));
    signer = MountedSession.mount(service, { certificateFrame: true });
    const root = await signer.shows('certificate-frame');
    await signer.says('The service’s page did not open in this site.');
    expect(root.querySelector('iframe')).to.equal(null);
    expect(root.querySelector('input')).to.equal(null);

    const url = here('/nothing-there');
    service.script('POST handover', () => json({ url, expiresAt: later() }));
    signer.control('Try again').click();
    const frame = await until(() => root.querySelector('iframe'), 'the frame');
    expect(frame.src).to.equal(url);
    expect(frame.title).not.to.equal('');
    await until(() => root.querySelector('.error-text')?.textContent === '', 'the error to go');
  });

  it('says that the page did not open once it has loaded in silence, and tries another link', async function () {
    this.timeout(10_000);
    service = await new ScriptedService().start(SESSION);
    const answers = (path: string) =>
      service.script('POST handover', () => json({ url: here(path), expiresAt: later() }));
    answers('/refused?h=1');
    signer = MountedSession.mount(service, { certificateFrame: true });
    const root = await signer.shows('certificate-frame');
    const first = await until(() => root.querySelector('iframe'), 'the frame');
    expect(first.src).to.equal(here('/refused?h=1'));
    await signer.says('The service’s page did not open inside this site.');
    answers('/refused?h=2');
    signer.control('Try again').click();
    const second = await until(() => {
      const frame = root.querySelector('iframe');
      return frame === first ? undefined : frame;
    }, 'another frame');
    expect(second.src).to.equal(here('/refused?h=2'));

    // Too late, but not for the signer.
    await signer.says('The service’s page did not open inside this site.');
    tell(second, { type: 'sign-opening' });
    await until(() => root.querySelector('.error-text')?.textContent === '', 'the error to go');
    expect(second.checkVisibility(), 'before it has something to show').to.equal(false);
    tell(second, { type: 'sign-size', height: 612 });
    await until(() => second.checkVisibility(), 'the frame that was late');
    expect(second.clientHeight).to.equal(612);
  });

  it('gives its look to the page in the frame: what the widget itself would use, and not who asks', async () => {
    service = await new ScriptedService().start(SESSION);
    signer = MountedSession.mount(service, {
      certificateFrame: true,
      colorScheme: 'dark',
      appearance: {
        brandColor: '#7a1',
        backgroundColor: 'white',
        borderRadius: '4px',
        fontFamily: 'Georgia; color: red',
        companyName: 'Acme',
        logoUrl: 'https://acme.example/logo.png',
        title: 'Sign here',
      },
    });
    await signer.shows('certificate-frame');
    const asked = await until(
      () => service.requests.find(({ route }) => route === 'POST handover'),
      'the request for a link',
    );
    expect(asked.body).to.deep.equal({
      appearance: { brandColor: '#77aa11', borderRadius: 4, colorScheme: 'dark', locale: 'en' },
    });
  });

  it('asks for the link once a device is back that was offline when the step came', async () => {
    service = await new ScriptedService().start(SESSION);
    const url = here('/nothing-there');
    service.script('POST handover', () => json({ url, expiresAt: later() }));
    connect(false);
    signer = MountedSession.mount(service, { certificateFrame: true });
    const root = await signer.shows('certificate-frame');
    await signer.says('The service’s page did not open in this site.');
    expect(service.count('POST handover')).to.equal(0);
    connect(true);
    await until(() => root.querySelector('iframe')?.src === url, 'the frame');
  });

  it('opens the signer’s own link another time, where the service makes none', async function () {
    this.timeout(20_000);
    service = await new ScriptedService().start(SESSION);
    service.script('POST handover', hasNoLinks, hasNoLinks);
    signer = MountedSession.mount(service, { certificateFrame: true });
    const root = await signer.shows('certificate-frame');
    const first = await until(() => root.querySelector('iframe'), 'the frame');
    await signer.says('The service’s page did not open inside this site.');
    signer.control('Try again').click();
    const second = await until(() => {
      const frame = root.querySelector('iframe');
      return frame === first ? undefined : frame;
    }, 'another frame');
    expect(second.src).to.equal(first.src);
    expect(service.count('POST handover')).to.equal(2);
  });
});
