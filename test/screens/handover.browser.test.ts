import { expect } from '@open-wc/testing';
import { IntentEvent } from '../../src/screens/screen.ts';
import type { HandoverPart } from '../../src/screens/handover/handover-part.ts';
import type { WireBootstrap } from '../support/bootstraps.ts';
import { fromNow } from '../support/scripted-flow.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { json, problem, ScriptedService } from '../support/scripted-service.ts';

const HOSTED = {
  locale: 'en',
  hostedUrl: 'https://service.test/s/ss_test',
  steps: [{ stepId: 'st_1', type: 'RETINA_SCAN', status: 'PENDING', order: 1 }],
};

let service: ScriptedService;
let signer: MountedSession;

async function open(overrides: WireBootstrap = {}): Promise<void> {
  service = await new ScriptedService().start({ ...HOSTED, ...overrides });
  signer = MountedSession.mount(service);
  await signer.shows('hosted-step');
}

const part = (): HandoverPart | null | undefined =>
  signer.screen?.shadowRoot?.querySelector('sign-session-handover');

const text = (): string => (part()?.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** A button of the part, once it is there. */
async function button(words: string): Promise<HTMLButtonElement> {
  return until(
    () =>
      [...(part()?.shadowRoot?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent.trim() === words,
      ),
    `“${words}” (it says: ${text()})`,
  );
}

async function link(): Promise<HTMLAnchorElement> {
  return until(() => part()?.shadowRoot?.querySelector('a'), 'the link');
}

async function ask(): Promise<HTMLAnchorElement> {
  (await button('Continue on the service’s page')).click();
  return link();
}

/** Opens the link as the signer does, without leaving the test. */
function follow(anchor: HTMLAnchorElement): void {
  anchor.addEventListener('click', event => event.preventDefault());
  anchor.click();
}

describe('going on elsewhere', () => {
  const whileTimePasses = usePageClock();

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('asks for a link only when the signer wants one, and puts no secret into it', async () => {
    await open();
    await button('Continue on the service’s page');
    expect(service.count('POST handover')).to.equal(0);
    const anchor = await ask();
    expect(anchor.href).to.equal('https://service.test/s/ss_test?h=c0de');
    expect(anchor.rel).to.equal('noopener noreferrer');
    expect(anchor.target).to.equal('_blank');
    expect(text()).to.contain('It works once, until');
    const request = service.requests.find(({ route }) => route === 'POST handover');
    expect(request?.headers.get('Authorization')).to.equal(`Bearer ${service.secret}`);
    expect(request?.headers.get('X-Idempotency-Key')).to.match(/^[0-9a-f]{64}$/);
  });

  it('draws the link as a QR code, and moves the focus from the button to the link', async () => {
    await open();
    const asking = await button('Continue on the service’s page');
    asking.focus();
    const anchor = await ask();
    const picture = await until(() => part()?.shadowRoot?.querySelector('svg.qr'), 'the QR code');
    expect(picture.getAttribute('role')).to.equal('img');
    expect(picture.getAttribute('aria-label')).to.equal('QR code that opens this session on your phone');
    await until(() => part()?.shadowRoot?.activeElement === anchor, 'the focus on the link');
  });

  it('takes a link away that was opened, and makes another one', async () => {
    await open();
    follow(await ask());
    const again = await button('Create another link');
    expect(part()?.shadowRoot?.querySelector('a')).to.equal(null);
    expect(text()).to.contain('This page will continue automatically');
    again.click();
    await link();
    const keys = service.requests
      .filter(({ route }) => route === 'POST handover')
      .map(({ headers }) => headers.get('X-Idempotency-Key'));
    expect(new Set(keys).size).to.equal(2);
  });

  it('takes a link away when its time is over, by the service’s clock', async () => {
    const day = 86_400;
    await open({ serverTime: fromNow(day), expiresAt: fromNow(day + 3600) });
    service.script('POST handover', () =>
      json({ url: 'https://service.test/s/ss_test?h=c0de', expiresAt: fromNow(day + 5) }),
    );
    await ask();
    await whileTimePasses(
      until(() => text().includes('This link has already been used or has expired.'), 'the end of the link'),
    );
  });

  it('takes the signer’s own link where the service makes none, as often as they like', async () => {
    await open();
    service.script('POST handover', () => problem(404, 'not-found'));
    const anchor = await ask();
    expect(anchor.href).to.equal(`https://service.test/s/ss_test?cs=${service.secret}`);
    expect(text()).not.to.contain('It works once');
    follow(anchor);
    await until(() => text().includes('This page will continue automatically'), 'the words');
    expect(await link()).to.equal(anchor);
  });

  it('is not offered by a service without a page of its own', async () => {
    await open({ hostedUrl: undefined });
    expect(part()).to.equal(null);
  });

  it('follows the session from whichever screen, and goes on when the other device is done', async () => {
    service = await new ScriptedService().start({ ...HOSTED, steps: undefined });
    service.change({
      steps: [{ stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'PENDING', order: 1, attempts: 0 }],
    });
    service.script('GET events', () => {
      service.complete();
      const line = `event: session\ndata: ${JSON.stringify(service.session)}\n\n`;
      return new Response(line, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    signer = MountedSession.mount(service);
    await signer.shows('accept');
    expect(service.count('GET events')).to.equal(0);
    signer.screen?.dispatchEvent(new IntentEvent({ kind: 'handOver' }));
    await signer.says('Document signed');
    await signer.hears('sign-completed');
    expect(service.count('GET events')).to.equal(1);
  });
});
