import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { accessibilityViolations } from '../support/axe.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { CodeFlow, fromNow } from '../support/scripted-flow.ts';
import { ScriptedService, json, lost } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;
let flow: CodeFlow;

async function open(overrides: Record<string, unknown>): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', document: null, ...overrides });
  service.flow = flow;
  signer = MountedSession.mount(service);
  await signer.shows('otp');
}

function field(): HTMLInputElement {
  const input = signer.element.querySelector('input');
  if (input === null) throw new Error('There is no field in the page’s own tree');
  return input;
}

/** What the alerts of the screen say, each by itself. */
function alerts(): string[] {
  const regions = signer.screen?.shadowRoot?.querySelectorAll('[role=alert]') ?? [];
  return [...regions].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim() ?? '');
}

describe('what became of a one-time code on its way', () => {
  const whileTimePasses = usePageClock();

  beforeEach(() => {
    flow = new CodeFlow();
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('tells a sandbox’s code no longer when another one went out whose answer was lost', async () => {
    await open(flow.sent('email'));
    signer.control('Send a new code').click();
    await signer.says('Test session: the code is 482913.');
    const sendAndLose = () => {
      service.change(flow.sent('email'));
      return lost();
    };
    service.script('POST advance', sendAndLose, lost, lost, lost);
    signer.control('Send a new code').click();
    await whileTimePasses(
      until(() => !signer.text.includes('Test session: the code is'), 'the old code to go'),
    );
    await signer.says('A new code is on its way.');
    expect(signer.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  });

  it('tells a new code whose sending was unknown at first, and empties the field for it', async () => {
    await open(flow.sent('email'));
    field().focus();
    await sendKeys({ type: '111111' });
    const away = Array.from({ length: 8 }, () => lost);
    service.script('POST advance', ...away);
    service.script('GET session', ...away);
    signer.control('Send a new code').click();
    await whileTimePasses(signer.says('whether a new code was sent'));
    expect(signer.text).not.to.contain('accepted');
    service.change(flow.sent('email'));
    await whileTimePasses(signer.says('A new code is on its way.'));
    expect(field().value).to.equal('');
  });

  it('says “sent” when the message was handed over, and not before', async () => {
    await open(flow.sent('email', 30, 'pending'));
    await signer.says('We are sending an e-mail to m***a@exemplo.com.br.');
    field().value = '4829';
    service.change({ otp: { ...Object(service.session['otp']), delivery: 'sent' } });
    await whileTimePasses(signer.says('We sent an e-mail to'));
    expect(field().value).to.equal('4829');
    const asked = service.count('GET session');
    signer.element.locale = 'es';
    await signer.says('Confirmar');
    expect(service.count('GET session'), 'no more questions').to.equal(asked);
  });

  for (const [told, otp, error] of [
    ['of the code', { delivery: 'failed' }, 'not-sent'],
    ['of the step alone', {}, 'not-sent'],
    ['of the code alone', { delivery: 'failed' }, undefined],
  ] as const) {
    it(`says that a code could not be delivered, and sends another at once: told ${told}`, async () => {
      await open(flow.sent('email', 30, 'pending'));
      await signer.says('New code in');
      const failed = {
        ...Object(service.session['otp']),
        resendAvailableAt: fromNow(-1),
        delivery: undefined,
      };
      service.change({ ...flow.steps('COMPLETED', { error }), otp: { ...failed, ...otp } });
      const words = 'The e-mail to m***a@exemplo.com.br could not be delivered. Ask for a new code.';
      await whileTimePasses(until(() => alerts().some(text => text.startsWith(words)), 'the alert'));
      expect(signer.text).not.to.match(/We sent|We are sending/);
      expect(field().getAttribute('aria-invalid'), 'nothing was entered wrongly').to.equal('false');
      expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
      signer.control('Send a new code').click();
      await signer.says('A new code is on its way.');
      await signer.says('We sent an e-mail to');
      expect(signer.text).not.to.contain('could not be delivered');
    });
  }

  it('takes back that a new code is on its way when it could not be delivered', async () => {
    await open(flow.sent('email'));
    const send = () => {
      service.change(flow.sent('email', 30, 'pending'));
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
    };
    service.script('POST advance', send);
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
    service.change({
      ...flow.steps('COMPLETED', { error: 'not-sent' }),
      otp: { ...Object(service.session['otp']), delivery: 'failed' },
    });
    await whileTimePasses(signer.says('could not be delivered'));
    expect(signer.text).not.to.contain('on its way');
  });
});
