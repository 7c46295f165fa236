import { expect } from '@open-wc/testing';
import type { WireBootstrap } from '../support/bootstraps.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { ScriptedService, json, lost, silence, type Answer } from '../support/scripted-service.ts';

const MATCHING = {
  steps: [
    { stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'COMPLETED', order: 1 },
    { stepId: 'st_2', type: 'BIOMETRIC_MATCH', status: 'STARTED', order: 2 },
  ],
};

let service: ScriptedService;
let signer: MountedSession;

async function open(overrides: WireBootstrap, ...events: Answer[]): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', document: null, ...overrides });
  service.script('GET events', ...events);
  signer = MountedSession.mount(service);
  await signer.shows('waiting');
}

/** A line of server-sent events that a test speaks into. */
function line(): { answer: Answer; say: (text: string) => void; aborted: () => boolean } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let signal: AbortSignal | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
  });
  return {
    answer: request => {
      ({ signal } = request);
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
    say: text => controller?.enqueue(new TextEncoder().encode(text)),
    aborted: () => signal?.aborted ?? false,
  };
}

describe('waiting', () => {
  const whileTimePasses = usePageClock();

  /** The button that comes when the service takes long. */
  async function afterAWhile(): Promise<HTMLElement> {
    await whileTimePasses(signer.says('Check again'));
    return signer.control('Check again');
  }

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('says what the service checks, and offers a way out only when it takes long', async () => {
    await open(MATCHING);
    await signer.says('We are comparing your face.');
    expect(signer.screen?.shadowRoot?.querySelector('button')).to.equal(null);
    await whileTimePasses(signer.says('This is taking longer than usual.'));
    expect(signer.control('Check again')).to.be.instanceOf(HTMLElement);
  });

  it('names an earlier signer, and the service that has yet to finish', async () => {
    await open({
      envelope: { waitingForIndex: 1, invited: true },
      appearance: { companyName: 'Acme' },
      signer: { name: 'Maria da Silva', maskedEmail: 'm***a@exemplo.com.br' },
    });
    await signer.says('It is not your turn yet');
    await signer.says('Somebody else signs before you.');
    await signer.says('You can close this page. We will email m***a@exemplo.com.br.');
    signer.remove();
    service.stop();
    await open({ steps: [] });
    await signer.says('We are completing your signature.');
  });

  it('counts the signatures, and opens by itself at the signer’s turn', async () => {
    const { answer, say } = line();
    await open({ envelope: { waitingForIndex: 1, completedSessions: 0, totalSigners: 3 } }, answer);
    await signer.says('Nobody has signed yet. There are 3 people.');
    await until(() => service.count('GET events') === 1, 'the line');
    const tell = (envelope: Readonly<Record<string, number>>) =>
      say(`event: session\ndata: ${JSON.stringify({ ...service.session, envelope })}\n\n`);
    tell({ waitingForIndex: 2, completedSessions: 1, totalSigners: 3 });
    await signer.says('1 of 3 people have signed.');
    tell({ completedSessions: 2, totalSigners: 3 });
    await signer.says('Review and sign the document');
  });

  it('lists who has signed and who has yet to, and promises an e-mail only where the service sends one', async () => {
    await open({
      signer: { name: 'Maria da Silva', maskedEmail: 'm***a@exemplo.com.br' },
      envelope: {
        signerIndex: 4,
        waitingForIndex: 2,
        completedSessions: 1,
        totalSigners: 4,
        createdAt: '2026-11-18T12:00:00Z',
        signers: [
          { signerIndex: 1, name: 'João da S***', signedAt: '2026-11-19T12:30:00Z' },
          { signerIndex: 2, name: 'Ana C***' },
          { signerIndex: 3 },
          { signerIndex: 4, name: 'Maria da S***' },
        ],
      },
    });
    await signer.says('The document was sent on November 18, 2026');
    const lines = Array.from(signer.screen?.shadowRoot?.querySelectorAll('.signers li') ?? [], li =>
      li.textContent?.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(lines[0]).to.match(/^João da S\*\*\* Signed on November 19, 2026/);
    expect(lines.slice(1)).to.deep.equal([
      'Ana C*** Has yet to sign',
      'Person 3 Signs later',
      'You Signs later',
    ]);
    await signer.says('come back later with the same link');
  });

  it('goes on the moment the service tells, without asking', async () => {
    const { answer, say, aborted } = line();
    await open(MATCHING, answer);
    await until(() => service.count('GET events') === 1, 'the line');
    service.complete();
    say(`event: session\ndata: ${JSON.stringify(service.session)}\n\n`);
    await signer.says('Document signed');
    await signer.hears('sign-completed');
    expect(service.count('GET session')).to.equal(1);
    expect(aborted(), 'the line is given up').to.equal(true);
  });

  it('can be left: the signer asks now, or declines', async () => {
    await open(MATCHING, silence);
    service.change({ steps: [{ stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'PENDING', order: 1 }] });
    (await afterAWhile()).click();
    await signer.shows('accept');
    signer.remove();
    service.stop();
    await open(MATCHING, silence);
    await afterAWhile();
    signer.control('Decline').click();
    await signer.shows('decline');
    signer.submit();
    await signer.says('You declined');
  });

  it('answers each press: it is not their turn yet, the service does not respond, the device is offline', async () => {
    await open({ envelope: { waitingForIndex: 1 } }, silence);
    const check = signer.control('Check again');
    check.click();
    const answer = () =>
      signer.screen?.shadowRoot?.querySelector('.actions [role="status"]')?.textContent?.trim();
    await until(() => answer() === 'It is not your turn yet', 'the answer');
    const down = Array.from({ length: 100 }, () => lost);
    service.script('GET session', ...down);
    check.click();
    await until(() => answer() === '', 'the answer before to go');
    await whileTimePasses(signer.says('The service is not responding.'));
    service.script('GET session');
    try {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      check.click();
      await signer.says('You are offline. This page will continue automatically');
      expect(signer.text).not.to.contain('not responding');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
    dispatchEvent(new Event('online'));
    await until(() => !signer.text.includes('You are offline'), 'the answer to go with its reason');
  });

  it('does not offer to decline what the service is finishing', async () => {
    await open({ steps: [] });
    await afterAWhile();
    expect(signer.text).not.to.contain('Decline');
  });

  it('takes note of what the service tells while it answers something else', async () => {
    const { answer, say } = line();
    await open(MATCHING, answer);
    await until(() => service.count('GET events') === 1, 'the line');
    const older = service.session;
    let release: (() => void) | undefined;
    service.script('GET session', async () => {
      await new Promise<void>(resolve => {
        release = resolve;
      });
      return json(older);
    });
    (await afterAWhile()).click();
    await until(() => release, 'the question');
    service.complete();
    say(`event: session\ndata: ${JSON.stringify(service.session)}\n\n`);
    // The line is read in a few microtasks: none of them is seen from here.
    await new Promise(requestAnimationFrame);
    release?.();
    await signer.says('Document signed');
  });

  it('asks by itself where the service tells nothing', async () => {
    await open(MATCHING);
    await until(() => service.count('GET events') === 1, 'the line that is refused');
    service.complete();
    await whileTimePasses(signer.says('Document signed'));
  });

  it('asks by itself when the line breaks', async () => {
    await open(MATCHING, lost);
    service.complete();
    await whileTimePasses(signer.says('Document signed'));
  });

  it('lets the line go with the element', async () => {
    const { answer, aborted } = line();
    await open(MATCHING, answer);
    await until(() => service.count('GET events') === 1, 'the line');
    signer.remove();
    await until(() => aborted(), 'the end of the line');
  });
});
