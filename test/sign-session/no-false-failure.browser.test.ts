import { expect } from '@open-wc/testing';
import { ACTION } from '../support/bootstraps.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { fromNow } from '../support/scripted-flow.ts';
import { ScriptedService, json, lost, problem } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

/** The service acts, and its answer never arrives, however often it is asked again. */
const actAndLose = () => {
  service.complete();
  return lost();
};

const refused = () => problem(410, 'gone');

describe('never a false failure', () => {
  const whileTimePasses = usePageClock();

  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en', ...ACTION });
    signer = MountedSession.mount(service);
    await signer.readyToSign();
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('ends in “confirmed” when the answer is lost once, with the same idempotency key', async () => {
    service.script('POST advance', actAndLose);
    signer.submit();
    await whileTimePasses(signer.shows('outcome'));
    await signer.says('Confirmed');
    await signer.hears('sign-completed');
    const keys = service.requests.flatMap(({ route, headers }) =>
      route === 'POST advance' ? [headers.get('X-Idempotency-Key')] : [],
    );
    expect(keys).to.have.length(2);
    expect(new Set(keys)).to.have.length(1);
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });

  it('ends in “confirmed” when no answer to accept ever arrives', async () => {
    service.script('POST advance', actAndLose, lost, lost, lost);
    signer.submit();
    await whileTimePasses(signer.hears('sign-completed'));
    await signer.says('Confirmed');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });

  it('ends in “confirmed” when the answer is a page of some proxy', async () => {
    service.script('POST advance', () => {
      service.complete();
      return new Response('<html>Welcome to the airport</html>');
    });
    signer.submit();
    await signer.says('Confirmed');
  });

  it('says that nothing is signed only after the service said so, and keeps the tick', async () => {
    service.script('POST advance', () => problem(400, 'validation-error'));
    signer.submit();
    await signer.says('The service did not accept your answer. Nothing was confirmed.');
    await signer.hears('sign-error:request_refused');
    expect(service.requests.at(-1)?.route).to.equal('GET session');
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
    signer.submit();
    await signer.says('Confirmed');
  });

  it('says that nobody knows when nobody can be asked, and finds out on “check again”', async () => {
    service.script('POST advance', actAndLose, lost, lost, lost);
    service.script('GET session', lost, lost, lost, lost);
    signer.submit();
    await whileTimePasses(signer.says('We could not find out'));
    service.script('GET session');
    signer.control('Check again').click();
    await signer.says('Confirmed');
  });

  it('shows the end when somebody else ended the session meanwhile', async () => {
    service.script('POST advance', () => {
      service.change({ status: 'CANCELLED', cancelledBy: 'integrator' });
      return problem(410, 'gone');
    });
    signer.submit();
    await signer.says('This session was cancelled');
    await signer.hears('sign-failed');
  });

  it('shows the step that is next when this one was done on another device', async () => {
    service.script('POST advance', () => {
      service.complete();
      return problem(409, 'step-out-of-order');
    });
    signer.submit();
    await signer.says('Confirmed');
  });

  it('works with a service whose answer to accept holds no session', async () => {
    service.script('POST advance', () => {
      service.complete();
      return json({ sessionId: 'ss_test', status: 'COMPLETED' });
    });
    signer.submit();
    await signer.says('Confirmed');
  });

  it('believes an answer that says “completed”, even when nothing more can be asked', async () => {
    service.script('POST advance', () => {
      service.complete();
      return json({ sessionId: 'ss_test', status: 'COMPLETED', evidenceId: 'ev_1' });
    });
    service.script('GET session', lost, lost, lost, lost);
    signer.submit();
    await signer.says('Confirmed');
    await signer.hears('sign-completed');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });

  it('does not let a slower answer to an older question bring a finished session back', async () => {
    let release: (() => void) | undefined;
    const active = service.session;
    service.script('GET session', async () => {
      await new Promise<void>(resolve => {
        release = resolve;
      });
      return json(active);
    });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => release, 'the question');
    signer.submit();
    await signer.says('Confirmed');
    release?.();
    await signer.element.updateComplete;
    await until(() => service.count('GET session') >= 2, 'both questions');
    await signer.says('Confirmed');
    expect(signer.screen?.localName).to.equal('sign-session-outcome');
  });

  it('waits for an answer that is still being worked on', async () => {
    service.script('POST advance', () => problem(409, 'idempotency-conflict'));
    signer.submit();
    await signer.says('Confirmed');
  });

  it('does not call an open session’s link invalid because of a refusal on the way', async () => {
    service.script('POST advance', () => {
      service.complete();
      return problem(403, 'forbidden');
    });
    service.script('GET session', () => problem(401, 'unauthorized'));
    signer.submit();
    await signer.says('We could not find out');
    signer.control('Check again').click();
    await signer.says('Confirmed');
  });

  it('finds out by itself what became of an answer that nobody confirmed', async () => {
    service.script('POST advance', () => problem(503, 'service-unavailable', { 'Retry-After': '60' }));
    signer.submit();
    await signer.says('The service is busy. So far, nothing is confirmed.');
    service.complete();
    await whileTimePasses(signer.says('Confirmed'));
  });
});

describe('never a false failure of the document', () => {
  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('shows the end, and no failure, when the session has ended while it was on its way', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    service.script('GET document', () => {
      service.change({ status: 'CANCELLED', cancelledBy: 'integrator', document: null });
      return refused();
    });
    signer = MountedSession.mount(service);
    await signer.says('This session was cancelled');
    await signer.hears('sign-failed');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });

  it('says that it did not arrive only when the session is open, and goes on by the button', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    service.script('GET document', refused, refused);
    signer = MountedSession.mount(service);
    await signer.hears('sign-error:document_unavailable');
    expect(service.requests.map(({ route }) => route)).to.deep.equal([
      'GET session',
      'GET document',
      'GET session',
      'GET document',
    ]);
    await signer.says('Try again');
    signer.control('Try again').click();
    await signer.hears('sign-ready');
  });

  it('says “expired” when the secret is past its end and opens nothing any more', async () => {
    service = await new ScriptedService().start({ locale: 'en', expiresAt: fromNow(7200) });
    const end = Math.floor(Date.now() / 1000) + 2;
    const secret = clientSecret({ sid: 'ss_test', exp: end });
    service.script('GET document', async () => {
      await until(() => Date.now() >= end * 1000, 'the end of the secret');
      service.script('GET session', () => problem(401, 'unauthorized'));
      return refused();
    });
    signer = MountedSession.mount(service, { clientSecret: secret });
    await signer.shows('accept');
    await signer.says('This link has expired');
    await signer.hears('sign-expired');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });
});
