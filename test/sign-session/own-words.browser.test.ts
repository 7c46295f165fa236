import { expect } from '@open-wc/testing';
import { type SinonStub, stub } from 'sinon';
import type { SignSession } from '../../src/index.ts';
import { createFakeSession, SignSessionHarness, type StepType } from '../../src/testing/index.ts';
import { MountedSession, until } from '../support/mounted-session.ts';

const CODE_STEPS: readonly StepType[] = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'];

let signer: MountedSession | undefined;
let warnings: SinonStub;

function mount(
  properties: Partial<SignSession>,
  steps: readonly StepType[] = ['CLICK_ACCEPT'],
): MountedSession {
  const appearance = { companyName: 'Acme' };
  const { clientSecret, baseUrl, fetch } = createFakeSession({ steps, appearance, locale: 'en' });
  signer = MountedSession.mount({ secret: clientSecret }, { baseUrl, fetch, ...properties });
  return signer;
}

const warned = (): string[] => warnings.args.map(([text]) => String(text));

beforeEach(() => {
  warnings = stub(console, 'warn');
});
afterEach(() => {
  signer?.remove();
  warnings.restore();
});

describe('an integrator’s own words', () => {
  it('stand in place of the widget’s, with its values, on every screen and in the viewer', async () => {
    const messages = {
      en: {
        'accept.intro.document': '{company} needs your name under this.',
        'accept.submitNext': 'Get my code',
        otp: { 'enter.heading': 'What did we text you?' },
        viewer: { 'tools.label': 'Lease tools' },
      },
    } as const;
    const on = mount({ messages }, CODE_STEPS);
    const screen = await on.readyToSign();
    expect(on.text).to.include('Acme needs your name under this.');
    expect(screen.querySelector('button[type=submit]')?.textContent?.trim()).to.equal('Get my code');
    let tools: ShadowRoot | null | undefined = on.root;
    for (const part of ['', '-viewer', '-tools'])
      tools = tools?.querySelector(`sign-session-document${part}`)?.shadowRoot;
    await until(() => tools?.querySelector('[aria-label="Lease tools"]'), 'the words on the tools');
    on.submit();
    await on.says('What did we text you?');
  });

  it('are those of the signer’s language, and follow it and the property', async () => {
    const messages = {
      en: { 'accept.submit': 'Sign the lease' },
      es: { 'accept.submit': 'Firmar el alquiler' },
    };
    const on = mount({ messages });
    await on.shows('accept');
    await on.says('Sign the lease');
    on.element.locale = 'es';
    await on.says('Firmar el alquiler');
    on.element.messages = { es: { 'accept.submit': 'Firmar ya' } };
    await on.says('Firmar ya');
    on.element.messages = undefined;
    await on.says('Aceptar y firmar');
  });

  it('never take the place of what the signer agrees to; that, and a key of nothing, is told in the console', async () => {
    const wrong = {
      'accept.consent.document': 'I agree to anything.',
      'acept.submit': 'Sign',
      'accept.submit': 7,
    };
    // As a page without types does
    const on = mount({});
    Object.assign(on.element, { messages: { en: wrong, es: null } });
    const accept = await on.readyToSign();
    expect(accept.querySelector('label')?.textContent).to.include('agree to sign it as');
    expect(on.text).not.to.include('anything');
    expect(on.text).to.include('Agree and sign');
    expect(warned().filter(text => text.includes('accept.consent.document'))).to.have.length.above(0);
    expect(warned().filter(text => text.includes('acept.submit'))).to.have.length.above(0);
  });

  it('leave the harness and the end of the session as they are', async () => {
    const session = createFakeSession({ steps: CODE_STEPS, locale: 'en' });
    const element = document.createElement('sign-session');
    const messages = {
      en: { 'accept.submitNext': 'Get my code', 'outcome.completed.heading': 'Welcome home' },
    };
    const { clientSecret, baseUrl, fetch } = session;
    Object.assign(element, { clientSecret, baseUrl, fetch, messages });
    const harness = new SignSessionHarness(element);
    document.body.append(element);
    await harness.accept();
    await harness.enterCode();
    await harness.hears('sign-completed');
    element.remove();
    expect(session.status).to.equal('COMPLETED');
  });
});

describe('the header', () => {
  it('shows what the page put into its slot in place of the company', async () => {
    const on = mount({});
    const own = document.createElement('strong');
    own.slot = 'header';
    own.textContent = 'Acme, since 1901';
    on.element.append(own);
    await on.shows('accept');
    expect(own.assignedSlot).not.to.equal(null);
    expect(own.getBoundingClientRect().height).to.be.above(0);
    expect(on.root.querySelector('.company')?.getBoundingClientRect().height).to.equal(0);
    expect(getComputedStyle(own).fontFamily).to.equal(
      getComputedStyle(on.root.querySelector('.frame') ?? own).fontFamily,
    );
  });

  it('is there for it where there is no company and only one step', async () => {
    const { clientSecret, baseUrl, fetch } = createFakeSession({ document: null, locale: 'en' });
    signer = MountedSession.mount({ secret: clientSecret }, { baseUrl, fetch });
    await signer.shows('accept');
    expect(signer.root.querySelector('header')).to.equal(null);
    const own = document.createElement('img');
    own.slot = 'header';
    own.alt = 'Acme';
    signer.element.append(own);
    signer.element.requestUpdate();
    await signer.element.updateComplete;
    expect(own.assignedSlot?.closest('header')).not.to.equal(null);
  });
});
