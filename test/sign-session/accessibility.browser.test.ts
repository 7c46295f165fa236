import { expect } from '@open-wc/testing';
import { accessibilityViolations } from '../support/axe.ts';
import { ACTION } from '../support/bootstraps.ts';
import { MountedSession } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { ScriptedService, lost, silence } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

/** Every screen, and how to get there. */
const SCREENS: readonly (readonly [string, Record<string, unknown>, () => Promise<unknown>])[] = [
  ['accept', {}, () => signer.hears('sign-ready')],
  [
    'accept, told to tick the box',
    ACTION,
    async () => {
      await signer.shows('accept');
      signer.submit();
      await signer.says('Tick the box');
    },
  ],
  [
    'accept, busy',
    ACTION,
    async () => {
      service.script('POST advance', silence);
      await signer.readyToSign();
      signer.submit();
      await signer.says('Confirming…');
    },
  ],
  ['accept of an action', ACTION, () => signer.says('Transfer R$ 1.250,00')],
  [
    'decline',
    {},
    async () => {
      await signer.shows('accept');
      signer.control('Decline').click();
      await signer.shows('decline');
    },
  ],
  ['a step for the hosted page', { steps: [{ stepId: 's', type: 'RETINA_SCAN', status: 'PENDING' }] }, () => signer.shows('hosted-step')],
  ['a notice', { steps: [{ stepId: 's', type: 'PURPOSE_DISCLOSURE', status: 'PENDING' }], disclosure: { version: '1', text: 'Why we ask.' } }, () => signer.shows('purpose-disclosure')],
  ['a one-time code', { steps: [{ stepId: 's', type: 'OTP_VERIFY', status: 'PENDING', error: 'wrong-code', attempts: 1 }] }, () => signer.shows('otp')],
  ['where a one-time code goes', { steps: [{ stepId: 's', type: 'OTP_CHALLENGE', status: 'PENDING' }] }, () => signer.shows('otp-channel')],
  ['no tries left', { steps: [{ stepId: 's', type: 'OTP_VERIFY', status: 'FAILED', attempts: 9, maxAttempts: 9 }] }, () => signer.shows('attempts-exhausted')],
  ['a certificate', { steps: [{ stepId: 's', type: 'DIGITAL_SIGN_A1', status: 'PENDING' }] }, () => signer.shows('certificate')],
  ['waiting', { steps: [] }, () => signer.shows('waiting')],
  ['completed', { status: 'COMPLETED', evidenceId: 'ev_1', verifierUrl: 'https://service.test/v', downloadUrl: 'https://service.test/d', completedAt: '2026-11-20T14:58:00Z' }, () => signer.says('Evidence and hashes')],
  ['declined', { status: 'CANCELLED', cancelledBy: 'signer' }, () => signer.shows('outcome')],
  ['expired', { status: 'EXPIRED' }, () => signer.shows('outcome')],
  ['failed', { status: 'FAILED' }, () => signer.shows('outcome')],
]; // prettier-ignore

const STEPS = [
  { stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'PENDING', order: 1 },
  { stepId: 'st_2', type: 'OTP_VERIFY', status: 'PENDING', order: 2 },
];

for (const scheme of ['light', 'dark'] as const) {
  describe(`accessibility of every screen (${scheme})`, () => {
    const whileTimePasses = usePageClock();
    // The other scheme has other colours and nothing else.
    const rules = scheme === 'dark' ? ['color-contrast'] : undefined;

    afterEach(() => {
      signer.remove();
      service.stop();
    });

    for (const [name, overrides, arrive] of SCREENS) {
      it(`axe finds nothing: ${name}`, async () => {
        const appearance = { companyName: 'Acme Crédito', brandColor: '#ffd400' };
        service = await new ScriptedService().start({
          locale: 'en',
          steps: STEPS,
          appearance,
          ...(name === 'accept' ? {} : { document: null }),
          ...overrides,
        });
        signer = MountedSession.mount(service, { colorScheme: scheme });
        await arrive();
        expect(await accessibilityViolations(signer.element, rules)).to.deep.equal([]);
      });
    }

    it('axe finds nothing: trouble', async () => {
      service = await new ScriptedService().start({ locale: 'en' });
      service.script('GET session', lost, lost, lost, lost);
      signer = MountedSession.mount(service, { colorScheme: scheme });
      await whileTimePasses(signer.shows('error'));
      expect(await accessibilityViolations(signer.element, rules)).to.deep.equal([]);
    });

    it('axe finds nothing: invalid link', async () => {
      service = await new ScriptedService().start();
      signer = MountedSession.mount(service, { clientSecret: 'nonsense', colorScheme: scheme });
      await signer.shows('outcome');
      expect(await accessibilityViolations(signer.element, rules)).to.deep.equal([]);
    });
  });
}

describe('room to live in', () => {
  afterEach(() => {
    signer.remove();
    service.stop();
  });

  for (const width of [320, 390, 768, 1120]) {
    it(`nothing is wider than ${width} px`, async () => {
      service = await new ScriptedService().start({
        locale: 'pt-BR',
        signer: { name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3), maskedCpf: '***.982.247-**' },
        appearance: { companyName: 'Companhia de Crédito, Financiamento e Investimento do Nordeste Ltda.' },
        steps: STEPS,
      });
      const frame = document.createElement('div');
      frame.style.width = `${width}px`;
      document.body.append(frame);
      signer = MountedSession.mount(service);
      frame.append(signer.element);
      await signer.hears('sign-ready');
      const wide = [signer.root, signer.screen?.shadowRoot].flatMap(root =>
        [
          ...(root?.querySelectorAll<HTMLElement>('header, footer, .panel, form, h2, p, button, dl') ?? []),
        ].filter(
          element =>
            !element.closest('.visually-hidden') && element.getBoundingClientRect().right > width + 8.5,
        ),
      );
      expect(wide.map(({ localName, textContent }) => `${localName}: ${textContent.trim()}`)).to.deep.equal(
        [],
      );
      frame.remove();
    });
  }
});
