import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { fromBase64 } from '../../src/certificate/base64.ts';
import { LiveServiceClient, LiveSession, type SessionOptions } from '../support/live-sessions.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { liveService, pressKeys } from '../support/runner-page.ts';
import { codesSent } from './fault-matrix/action.ts';

/* Four flows from the first screen to the end against the real service, by keyboard, in every engine. */

let baseUrl: string;
let signer: MountedSession | undefined;

async function open(policy: Readonly<Record<string, unknown>>, options?: SessionOptions) {
  const session = await LiveSession.create(policy, options);
  signer = MountedSession.mount(session, { baseUrl });
  return { session, signer };
}

/** The innermost element that has the focus. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Tabs from where the focus is to an element. */
async function tabTo(isWanted: (element: Element) => boolean, what: string): Promise<void> {
  const passed: string[] = [];
  for (let element = focused(); element === null || !isWanted(element); element = focused()) {
    passed.push(`${element?.localName} “${element?.textContent?.trim()}”`);
    if (passed.length > 15) throw new Error(`No way by keyboard to ${what}: ${passed.join(', ')}`);
    await pressKeys('Tab');
  }
}

const isButton = (words: string) => (element: Element) =>
  element.localName === 'button' &&
  element.textContent.replaceAll(/\s+/g, ' ').trim() === words &&
  element.getAttribute('aria-disabled') !== 'true';

/** Goes from the heading of a screen, where the focus is when it is new, to a button and presses it. */
async function press(screen: ShadowRoot, words: string): Promise<void> {
  await until(() => [...screen.querySelectorAll('button')].some(isButton(words)), `“${words}”`);
  screen.querySelector<HTMLElement>('h2')?.focus();
  await tabTo(isButton(words), `“${words}”`);
  await pressKeys('Enter');
}

async function accept(on: MountedSession): Promise<void> {
  const screen = await on.shows('accept');
  await on.hears('sign-ready');
  screen.querySelector<HTMLElement>('h2')?.focus();
  const box = screen.querySelector('input[type=checkbox]');
  await tabTo(element => element === box, 'the box');
  await pressKeys('Space');
  await until(() => box?.matches(':checked'), 'the tick');
  await tabTo(element => element.matches('button[type=submit]'), 'the button');
  await pressKeys('Enter');
}

async function isCompleted(on: MountedSession, session: LiveSession): Promise<void> {
  await on.shows('outcome');
  await on.hears('sign-completed');
  expect(on.events.filter(event => event.startsWith('sign-error'))).to.deep.equal([]);
  expect((await session.state())['status']).to.equal('COMPLETED');
}

describe('a whole flow', () => {
  before(async () => {
    baseUrl = await liveService();
  });

  afterEach(() => signer?.remove());

  it('by click: a document is read and accepted', async () => {
    const { session, signer: on } = await open({ profile: 'CLICK_ONLY' }, { content: 'document' });
    await accept(on);
    await isCompleted(on, session);
  });

  it('by code: what came by e-mail is typed', async () => {
    const { session, signer: on } = await open({ profile: 'CLICK_PLUS_OTP' });
    await accept(on);
    const screen = await on.shows('otp');
    await codesSent(session, 1);
    const [message = ''] = await session.messages();
    const [code = ''] = /\b\d{6}\b/.exec(message) ?? [];
    screen.querySelector<HTMLElement>('h2')?.focus();
    await tabTo(element => element === on.element.querySelector('input'), 'the field');
    await sendKeys({ type: code });
    await pressKeys('Enter');
    await isCompleted(on, session);
  });

  it('by certificate: a file is opened with its password, and signs', async () => {
    const { body } = await new LiveServiceClient().request({ path: '/_local/certificates/good.p12' });
    const { session, signer: on } = await open({ profile: 'DIGITAL_CERTIFICATE' }, { content: 'document' });
    await accept(on);
    const screen = await on.shows('certificate');
    await press(screen, 'File (A1)');
    const form = await until(
      () => screen.querySelector('sign-session-certificate-file')?.shadowRoot,
      'the form',
    );
    const chooser = await until(() => form.querySelector<HTMLInputElement>('#file'), 'the file');
    // No key chooses a file: the picker is the system's.
    const transfer = new DataTransfer();
    transfer.items.add(new File([fromBase64(body)], 'good.p12'));
    chooser.files = transfer.files;
    chooser.dispatchEvent(new Event('change'));
    chooser.focus();
    await tabTo(element => element.id === 'password', 'the password');
    await sendKeys({ type: 'Senha#123' });
    await pressKeys('Enter');
    await press(screen, 'Sign');
    await isCompleted(on, session);
  });

  it('by liveness, simulated: no camera is used', async () => {
    const { session, signer: on } = await open({
      profile: 'CUSTOM',
      customSteps: ['BIOMETRIC_LIVENESS', 'CLICK_ACCEPT'],
    });
    await press(await on.shows('liveness'), 'Simulate the check');
    await accept(on);
    await isCompleted(on, session);
  });
});
