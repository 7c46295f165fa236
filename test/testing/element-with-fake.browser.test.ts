import { expect } from '@open-wc/testing';
import {
  createFakeSession,
  MAGIC_CODES,
  OUTCOMES,
  type Outcome,
  type StepType,
} from '../../packages/testing/src/index.ts';
import { outcomeNames } from '../../packages/testing/src/outcomes.ts';
import { MountedSession, until } from '../support/mounted-session.ts';

let mounted: MountedSession | undefined;
afterEach(() => mounted?.remove());

function mount(options: Parameters<typeof createFakeSession>[0]) {
  const session = createFakeSession(options);
  const { baseUrl, fetch } = session;
  mounted = MountedSession.mount({ secret: session.clientSecret }, { baseUrl, fetch, locale: 'en' });
  return { session, signer: mounted };
}

const CODE_STEPS: readonly StepType[] = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'];

/** How the outcome's event is written down by `MountedSession`. */
function heard(outcome: Outcome): string {
  const [name = '', detail = ''] = (OUTCOMES[outcome].event ?? '').split(': ');
  return name === 'sign-error' ? `${name}:${detail}` : name;
}

describe('the element with a fake session', () => {
  it('asks nobody else', async () => {
    const real = globalThis.fetch;
    const asked: string[] = [];
    globalThis.fetch = (...request) => {
      asked.push(new Request(...request).url);
      return real(...request);
    };
    try {
      const { session, signer } = mount({});
      await signer.readyToSign();
      signer.submit();
      await signer.hears('sign-completed');
      expect(asked.filter(url => url.includes('/v1/'))).to.deep.equal([]);
      expect(session.requests.map(({ route }) => route)).to.include.members([
        'GET session',
        'GET document',
        'POST advance',
      ]);
    } finally {
      globalThis.fetch = real;
    }
  });

  for (const outcome of ['failed', 'declined', 'cancelled', 'expired'] as const) {
    it(`hears the end of the outcome ${outcome}`, async () => {
      const { signer } = mount({ outcome, document: null });
      if (outcome === 'failed') {
        await signer.readyToSign();
        signer.submit();
      }
      await signer.hears(heard(outcome));
    });
  }

  for (const outcome of outcomeNames().filter(name => OUTCOMES[name].effect.kind === 'fault')) {
    it(`reports ${outcome}`, async () => {
      const { signer } = mount({ outcome });
      if (outcome === 'request_refused') {
        await signer.readyToSign();
        signer.submit();
      }
      await signer.hears(heard(outcome));
    });
  }

  it('reports that no attempt is left', async () => {
    const { session, signer } = mount({ steps: CODE_STEPS, document: null });
    session.advance();
    await signer.shows('otp');
    session.setOutcome('attempts-exhausted');
    await enter(signer, MAGIC_CODES.right);
    await signer.hears(heard('attempts-exhausted'));
  });

  it('lets the signer try again after a wrong code', async () => {
    const { session, signer } = mount({ steps: CODE_STEPS, document: null });
    session.advance();
    await signer.shows('otp');
    await enter(signer, MAGIC_CODES.wrong);
    await signer.says('The code is incorrect');
    await enter(signer, MAGIC_CODES.right);
    await signer.hears('sign-completed');
  });

  it('follows what happens on another device', async () => {
    const { session, signer } = mount({
      steps: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
      outcome: 'waiting',
      document: null,
    });
    session.advance();
    session.advance();
    await signer.shows('waiting');
    session.setOutcome('completed');
    await signer.hears('sign-completed');
  });
});

async function enter(signer: MountedSession, code: string): Promise<void> {
  const field = await until(() => signer.element.querySelector('input'), 'the field of the code');
  await until(
    () => signer.screen?.shadowRoot?.querySelector('[aria-disabled="false"]'),
    'the button to be ready',
  );
  field.value = code;
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
  signer.submit();
}
