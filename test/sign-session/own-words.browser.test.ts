import { expect } from '@open-wc/testing';
import { type SinonStub, stub } from 'sinon';
import type { SignSession } from '../../src/index.ts';
import { createFakeSession, SignSessionHarness, type StepType } from '../../packages/testing/src/index.ts';
import { MountedSession } from '../support/mounted-session.ts';

const CODE_STEPS: readonly StepType[] = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'];

let signer: MountedSession | undefined;
let warnings: SinonStub;
/** The bodies that the widget has sent. */
const sent: { readonly documentView?: unknown }[] = [];

function mount(
  properties: Partial<SignSession>,
  steps: readonly StepType[] = ['CLICK_ACCEPT'],
): MountedSession {
  const appearance = { companyName: 'Acme' };
  const { clientSecret, baseUrl, fetch: send } = createFakeSession({ steps, appearance, locale: 'en' });
  sent.length = 0;
  const fetch: typeof send = (input, init) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return send(input, init);
  };
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
  it('stand in place of the widget’s headings, introductions and hints, and the evidence names them', async () => {
    const messages = {
      en: {
        'accept.intro.document': '{company} needs your name under this.',
        otp: { 'enter.heading': 'What did we text you?', 'enter.hint': 'Six digits' },
      },
    } as const;
    const on = mount({ messages }, CODE_STEPS);
    await on.readyToSign();
    expect(on.text).to.include('Acme needs your name under this.');
    on.submit();
    await on.says('What did we text you?');
    expect(sent.at(0)?.documentView).to.deep.include({
      submitLabel: 'Agree and continue',
      replacedTexts: ['accept.intro.document', 'otp.enter.heading', 'otp.enter.hint'],
    });
  });

  it('tell the evidence also what the session’s own button says', async () => {
    const appearance = { companyName: 'Acme', submitLabel: 'Close' };
    const on = mount({ appearance });
    await on.readyToSign();
    on.submit();
    await on.says('Document signed');
    expect(sent.at(0)?.documentView).to.deep.include({ submitLabel: 'Close' });
  });

  it('are those of the signer’s language, and follow it and the property', async () => {
    const messages = {
      en: { 'accept.heading.document': 'Sign the lease' },
      es: { 'accept.heading.document': 'Firmar el alquiler' },
    };
    const on = mount({ messages });
    await on.shows('accept');
    await on.says('Sign the lease');
    on.element.locale = 'es';
    await on.says('Firmar el alquiler');
    on.element.messages = { es: { 'accept.heading.document': 'Firmar ya' } };
    await on.says('Firmar ya');
    on.element.messages = undefined;
    await on.says('Revise y firme el documento');
  });

  it('never take the place of what binds the signer, warns or reports; that, and a key of nothing, is told', async () => {
    const wrong = {
      'accept.consent.document': 'I agree to anything.',
      'accept.submit': 'Close',
      'accept.decline': 'Sign',
      'accept.signingAs': 'Reading as',
      'outcome.completed.heading': 'Nothing was signed',
      'problem.refused': 'All is well',
      'acept.heading': 'Sign',
      'accept.heading.document': 7,
    };
    const viewer = { 'warnings.heading': 'Good news', 'digest.unverified': 'Matches' };
    const certificate = { 'unsafe.changed': 'All is well', submit: 'Close', 'facts.match': 'Yes' };
    // As a page without types does
    const on = mount({});
    Object.assign(on.element, { messages: { en: { ...wrong, viewer, certificate }, es: null } });
    const accept = await on.readyToSign();
    expect(accept.querySelector('label')?.textContent).to.include('agree to sign it as');
    expect(on.text).not.to.match(/anything|Close|Reading as/);
    expect(on.text).to.include('Agree and sign');
    for (const key of Object.keys(wrong).slice(0, -1))
      expect(warned().filter(text => text.includes(`"${key}"`))).to.have.length.above(0);
    on.submit();
    await on.says('Document signed');
  });

  it('leave the harness and the end of the session as they are', async () => {
    const session = createFakeSession({ steps: CODE_STEPS, locale: 'en' });
    const element = document.createElement('sign-session');
    const messages = {
      en: { 'accept.heading.document': 'Your lease', otp: { 'enter.heading': 'And the code?' } },
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
