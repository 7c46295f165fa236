import { expect } from '@open-wc/testing';
import { openSigning, SigningError, type PopupWindow } from '../../src/open/index.ts';
import { until } from '../support/mounted-session.ts';
import { BASE_URL, json, ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;

/** A window as far as it is used: this page's policy lets none be opened. */
function windowLike() {
  const addresses: string[] = [];
  const opened: PopupWindow & { closed: number; addresses: string[] } = {
    opener: 'this page',
    closed: 0,
    addresses,
    location: { replace: address => addresses.push(String(address)) },
    close: () => {
      opened.closed += 1;
    },
  };
  return opened;
}

describe('openSigning', () => {
  beforeEach(async () => {
    service = await new ScriptedService().start({ locale: 'en' });
  });

  afterEach(() => {
    service.stop();
    document.querySelectorAll('sign-session').forEach(element => element.remove());
  });

  it('puts the dialog back that a framework took off the page with what it did not make', async () => {
    const signing = openSigning(service.secret, { mode: 'overlay', baseUrl: BASE_URL });
    const element = await until(() => document.querySelector('sign-session'), 'the element');
    await until(() => element.shadowRoot?.querySelector('dialog:modal .screen'), 'the dialog');
    element.remove();
    await until(() => element.shadowRoot?.querySelector('dialog:modal .screen'), 'the dialog again');
    signing.destroy();
    expect((await signing.settled).outcome).to.equal('closed');
    expect(element.isConnected).to.equal(false);
  });

  it('rejects where the secret opens no session, while the dialog says so and can be closed', async () => {
    service.script('GET session', () => json({ type: 'https://service.test/problems/unauthorized' }, 401));
    const signing = openSigning(service.secret, { mode: 'overlay', baseUrl: BASE_URL });
    const error: unknown = await signing.settled.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(SigningError);
    expect(error).to.have.property('code', 'invalid_client_secret');
    const element = await until(() => document.querySelector('sign-session'), 'the element');
    const close = await until(() => element.shadowRoot?.querySelector<HTMLElement>('.close'), 'its button');
    const header = close.closest('header')?.getBoundingClientRect();
    expect(close.getBoundingClientRect().right).to.be.closeTo(header?.right ?? 0, 30);
    close.click();
    await until(() => !element.isConnected, 'the dialog’s end');
    signing.destroy();
  });

  it('rejects with what kept the integrator from having a secret, and closes the window', async () => {
    const popup = windowLike();
    const cause = new Error('No order 7');
    const { settled } = openSigning(Promise.reject(cause), {
      mode: 'popup',
      baseUrl: BASE_URL,
      popup,
    });
    expect(await settled.catch((error: unknown) => error)).to.equal(cause);
    expect([popup.closed, popup.addresses]).to.deep.equal([1, []]);
  });

  for (const [what, url] of [
    ['a script', 'javascript:parent.attacked = 1'],
    ['a page of its own', 'data:text/html,x'],
    ['http', 'http://site.example/s/ss_1?h=1'],
    ['another site', 'https://evil.example/s/ss_1?h=1'],
    ['a name in front of another site', `https://${new URL(BASE_URL).host}@evil.example/`],
  ] as const) {
    it(`goes nowhere where the service’s link leads to ${what}`, async () => {
      service.script('POST handover', () => json({ url, expiresAt: '2030-01-01T00:00:00Z' }));
      const popup = windowLike();
      const { settled } = openSigning(service.secret, { mode: 'popup', baseUrl: BASE_URL, popup });
      const error: unknown = await settled.catch((reason: unknown) => reason);
      expect(error).to.have.property('code', 'unexpected_answer');
      expect(popup.addresses).to.deep.equal([]);
      expect(window).not.to.have.property('attacked');
    });
  }

  it('signs in a window of the page’s own that shows another site already', async () => {
    const popup = windowLike();
    Object.defineProperty(popup, 'opener', {
      set() {
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
    });
    const { settled } = openSigning(service.secret, { baseUrl: BASE_URL, popup });
    await until(() => popup.addresses.length === 1, 'the address');
    service.complete();
    expect((await settled).outcome).to.equal('completed');
  });

  it('says that a pop-up was blocked where nothing else is wanted', async () => {
    const before = window.open;
    window.open = () => null;
    const { settled } = openSigning(service.secret, { mode: 'popup', baseUrl: BASE_URL });
    window.open = before;
    const error: unknown = await settled.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(SigningError);
    expect(error).to.have.property('code', 'popup_blocked');
  });

  it('asks on while the connection fails, and is told of the end', async () => {
    const popup = windowLike();
    const { settled } = openSigning(service.secret, { baseUrl: BASE_URL, popup });
    await until(() => popup.addresses.length === 1, 'the address');
    expect(popup.opener).to.equal(null);
    expect(popup.addresses[0]).not.to.contain('ss_secret');
    service.script('GET session', async () => {
      throw new TypeError('Failed to fetch');
    });
    service.change({ status: 'CANCELLED', cancelledBy: 'signer', receipt: 'a.b.c' });
    expect(await settled).to.deep.include({ outcome: 'declined', receipt: 'a.b.c' });
    expect(popup.closed).to.equal(0);
  });
});
