import { expect } from '@open-wc/testing';
import { ACTION } from '../support/bootstraps.ts';
import { connect, reallyConnect } from '../support/connection.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { ScriptedService, lost, silence, type Answer } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

async function open(...events: Answer[]): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', ...ACTION });
  service.script('GET events', ...events);
  signer = MountedSession.mount(service);
  await signer.readyToSign();
}

/** The page becomes visible or hidden, as the browser reports it. */
function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a screen on which the signer can act', () => {
  const whileTimePasses = usePageClock();

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('learns by the event stream that the session ended elsewhere', async () => {
    let say!: (text: string) => void;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        say = text => stream.enqueue(new TextEncoder().encode(text));
      },
    });
    await open(() => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    await whileTimePasses(until(() => service.count('GET events') === 1, 'the stream'));
    service.change({ status: 'CANCELLED', cancelledBy: 'integrator' });
    say(`event: session\ndata: ${JSON.stringify(service.session)}\n\n`);
    await signer.says('This session was cancelled');
    expect(service.count('GET session')).to.equal(1);
  });

  it('holds no stream while the page is hidden, and opens one when it is seen, whatever else fails', async () => {
    await open(silence, silence);
    await whileTimePasses(until(() => service.count('GET events') === 1, 'the stream'));
    try {
      show('hidden');
      const later = Date.now() + 60_000;
      await whileTimePasses(until(() => Date.now() > later, 'a minute'));
      expect(service.count('GET events')).to.equal(1);
      service.script('GET session', lost, lost, lost, lost);
      show('visible');
      await whileTimePasses(until(() => service.count('GET events') === 2, 'the stream again'));
    } finally {
      Reflect.deleteProperty(document, 'visibilityState');
    }
  });

  it('learns it without a stream too, by asking', async () => {
    await open();
    service.change({ status: 'CANCELLED', cancelledBy: 'integrator' });
    const before = Date.now();
    await whileTimePasses(signer.says('This session was cancelled'));
    expect(Date.now() - before).to.be.below(25_000);
  });
});

describe('a device without a connection', () => {
  afterEach(() => {
    reallyConnect();
    signer.remove();
    service.stop();
  });

  it('is told at once, nothing is sent, and the same press works when the connection is back', async () => {
    await open();
    connect(false);
    signer.submit();
    await signer.says('You are offline, so nothing was sent.');
    expect(service.count('POST advance')).to.equal(0);
    connect(true);
    await until(() => !signer.text.includes('offline'), 'the sentence to go');
    signer.submit();
    await signer.says('Confirmed');
  });
});
