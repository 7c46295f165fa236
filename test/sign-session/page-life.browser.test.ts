import { expect } from '@open-wc/testing';
import { ACTION } from '../support/bootstraps.ts';
import { fromNow } from '../support/scripted-flow.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

const clock = Date.now.bind(Date);

/** The page goes out of sight, and time passes without it: nothing in it runs, as in a frozen tab. */
function sleepFor(ms: number): void {
  Date.now = () => clock() + ms;
}

/** The page is before the signer's eyes again. */
function wake(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a page that was away', () => {
  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en', ...ACTION });
    signer = MountedSession.mount(service);
    await signer.readyToSign();
  });

  afterEach(() => {
    Date.now = clock;
    signer.remove();
    service.stop();
  });

  it('asks again when it is seen after half a minute, and shows what was done elsewhere', async () => {
    service.complete();
    sleepFor(31_000);
    wake();
    await signer.says('Confirmed');
    await signer.hears('sign-completed');
  });

  it('asks nothing after a moment, and keeps the tick either way', async () => {
    sleepFor(3_000);
    wake();
    expect(service.count('GET session')).to.equal(1);
    sleepFor(45_000);
    wake();
    await until(() => service.count('GET session') === 2, 'the question');
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
  });

  it('ends at once when the time ran out meanwhile', async () => {
    service.change({ status: 'EXPIRED', document: null });
    sleepFor(2 * 86_400_000);
    wake();
    await signer.says('This session has expired');
    await signer.hears('sign-expired');
  });

  it('tells the minutes that are left when it wakes shortly before the end', async () => {
    signer.remove();
    service.change({ expiresAt: fromNow(3600) });
    signer = MountedSession.mount(service);
    await signer.readyToSign();
    sleepFor(3600_000 - 150_000);
    wake();
    await until(
      () => signer.root.querySelector('[role=status]')?.textContent.includes('expires in 3 minutes'),
      'the announcement',
    );
  });

  it('says “interrupted”, never “declined”, however often it goes and comes', async () => {
    for (let time = 0; time < 2; time++) {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }
    await until(() => service.count('GET session') >= 2, 'the question');
    signer.submit();
    await signer.says('Confirmed');
    expect(signer.events.filter(event => event === 'sign-interrupted')).to.have.length(2);
    expect(signer.events).not.to.contain('sign-declined');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(signer.events.filter(event => event === 'sign-interrupted')).to.have.length(2);
  });
});
