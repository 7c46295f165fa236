import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { accessibilityViolations } from '../support/axe.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { pressKeys } from '../support/runner-page.ts';
import { CODE, CodeFlow, fromNow } from '../support/scripted-flow.ts';
import { ScriptedService, json, lost, problem, silence } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;
let flow: CodeFlow;

async function open(overrides: Record<string, unknown>, screen = 'otp'): Promise<void> {
  service = await new ScriptedService().start({ locale: 'en', document: null, ...overrides });
  service.flow = flow;
  signer = MountedSession.mount(service);
  await signer.shows(screen);
}

/** The signer reloads the page. */
async function reopen(): Promise<void> {
  signer.remove();
  signer = MountedSession.mount(service);
  await signer.shows('otp');
}

function field(): HTMLInputElement {
  const input = signer.element.querySelector('input');
  if (input === null) throw new Error('There is no field in the page’s own tree');
  return input;
}

/** What a signer types, key by key. */
async function type(text: string): Promise<void> {
  field().focus();
  await sendKeys({ type: text });
}

/** Types a code and confirms it. */
async function enter(code: string): Promise<void> {
  await type(code);
  signer.submit();
}

/** Puts a text into the field at one stroke, as pasting and autofill do. */
function insert(text: string): void {
  field().focus();
  field().value = text;
  field().dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
}

describe('entering a one-time code', () => {
  const whileTimePasses = usePageClock();

  beforeEach(() => {
    flow = new CodeFlow();
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('has one field, where autofill and password managers look for it', async () => {
    await open(flow.sent('email'));
    const inputs = document.querySelectorAll('input');
    expect(inputs).to.have.length(1);
    const input = field();
    expect(input.parentElement).to.equal(signer.element);
    expect(input.getAttribute('autocomplete')).to.equal('one-time-code');
    expect(input.inputMode).to.equal('numeric');
    expect(input.getAttribute('aria-label')).to.equal('Code');
    expect(input.getAttribute('aria-description')).to.equal('6 digits');
    expect(input.value).to.equal('');
    expect(signer.text).to.contain('We sent an e-mail to m***a@exemplo.com.br.');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
  });

  it('takes the field out of the page with the screen', async () => {
    await open(flow.sent('email'));
    await type(CODE);
    await pressKeys('Enter');
    await signer.says('Document signed');
    expect(signer.element.childElementCount).to.equal(0);
  });

  it('keeps its looks under the rudest styles of a page', async () => {
    const rude = document.createElement('style');
    rude.textContent = `
      @layer first { input { display: none !important; color: rgb(1, 2, 3) !important; } }
      #rude input, input[autocomplete] { display: none !important; width: 3px !important; opacity: 0 !important;
        color: rgb(1, 2, 3) !important; font-size: 3px !important; background: red !important;
        position: fixed !important; letter-spacing: 30px !important; text-transform: uppercase !important; }`;
    document.head.append(rude);
    document.body.id = 'rude';
    await open(flow.sent('email'));
    const frame = signer.screen?.shadowRoot?.querySelector('.code');
    const looks = getComputedStyle(field());
    const around = getComputedStyle(frame ?? field());
    expect(looks.display).to.equal('block');
    expect(looks.position).to.equal('static');
    expect(looks.opacity).to.equal('1');
    expect(looks.color).to.equal(around.color);
    expect(looks.fontSize).to.equal(around.fontSize);
    expect(looks.letterSpacing).to.equal(around.letterSpacing);
    expect(looks.backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    expect(field().getBoundingClientRect().width).to.be.greaterThan(100);
    rude.remove();
    document.body.removeAttribute('id');
  });

  it('is no part of a form around the element: Enter and sending that form leave the code alone', async () => {
    const form = document.createElement('form');
    let sent = false;
    form.addEventListener('submit', event => {
      event.preventDefault();
      sent = true;
    });
    document.body.append(form);
    await open(flow.sent('email'));
    form.append(signer.element);
    await signer.shows('otp');
    expect(field().form).to.equal(null);
    await type(CODE);
    await pressKeys('Enter');
    await signer.says('Document signed');
    expect(sent).to.equal(false);
    form.remove();
  });

  it('takes what is pasted with spaces and hyphens, and confirms it by itself', async () => {
    await open(flow.sent('email'));
    insert(' 482 - 913 ');
    await signer.says('Document signed');
    const codes = service.requests.filter(({ body }) => body['action'] === 'verify_otp');
    expect(codes.map(({ body }) => body['otpCode'])).to.deep.equal([CODE]);
  });

  it('takes the code out of a message that is pasted, whatever digits its sender’s name has', async () => {
    await open(flow.sent('email'));
    field().focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'C6 Bank: o código da operação 77112233 é\n482913\nVale até 12:44.');
    const paste = new ClipboardEvent('paste', { cancelable: true });
    // Firefox takes no clipboardData when the event is made.
    Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
    field().dispatchEvent(paste);
    expect(field().value).to.equal(CODE);
    await signer.says('Document signed');
  });

  it('sends what is typed only when the signer confirms it: the last digit may be a slip', async () => {
    await open(flow.sent('email'));
    await type('482914');
    await sendKeys({ press: 'Backspace' });
    await type('3');
    expect(service.count('POST advance')).to.equal(0);
    signer.submit();
    await signer.says('Document signed');
  });

  it('does not repeat the error of an entry before a reload, and still says that a code is blocked', async () => {
    await open(flow.sent('email'));
    await enter('111111');
    await signer.says('You have 2 attempts left');
    await reopen();
    await signer.says('We sent an e-mail');
    expect(signer.text).not.to.contain('incorrect');
    expect(field().getAttribute('aria-invalid')).to.equal('false');
    flow.attempts = 2;
    await enter('222222');
    await signer.says('This code was blocked');
    await reopen();
    await signer.says('This code was blocked');
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
  });

  it('takes no more than six digits', async () => {
    await open(flow.sent('email'));
    service.script('POST advance', silence);
    await type('4829137');
    expect(field().value).to.equal(CODE);
  });

  it('says how many digits are missing before it asks the service', async () => {
    await open(flow.sent('email'));
    signer.submit();
    await signer.says('Enter the code you received.');
    expect(document.activeElement).to.equal(field());
    await type('4829');
    signer.submit();
    await signer.says('The code has 6 digits. You entered 4.');
    expect(field().getAttribute('aria-invalid')).to.equal('true');
    expect(field().getAttribute('aria-description')).to.equal('The code has 6 digits. You entered 4.');
    expect(service.count('POST advance')).to.equal(0);
  });

  it('has words of its own for a wrong code, and for one that is used up', async () => {
    await open(flow.sent('email'));
    await enter('111111');
    await signer.says('The code is incorrect. You have 2 attempts left.');
    await enter('222222');
    await signer.says('You have 1 attempt left.');
    await enter('333333');
    await signer.says('This code was blocked after 3 attempts.');
    const keys = service.requests.flatMap(({ route, headers }) =>
      route === 'POST advance' ? [headers.get('X-Idempotency-Key')] : [],
    );
    expect(new Set(keys), 'each entry counts').to.have.length(3);
  });

  it('selects a wrong code, takes back its error when typing begins, and never counts it twice', async () => {
    await open(flow.sent('email'));
    await enter('111111');
    await signer.says('You have 2 attempts left.');
    await until(() => field().selectionEnd === 6 && field().selectionStart === 0, 'the selection');
    expect(document.activeElement).to.equal(field());
    signer.submit();
    await signer.says('You have 2 attempts left.');
    expect(service.count('POST advance')).to.equal(1);
    await sendKeys({ type: '4' });
    expect(field().value).to.equal('4');
    await until(() => !signer.text.includes('incorrect'), 'the error to go');
  });

  it('says that a code has expired by the service’s clock, on a device that is a day off', async () => {
    flow.ahead = 86_400;
    const wire = flow.sent('email');
    await open({
      ...wire,
      serverTime: fromNow(flow.ahead),
      expiresAt: fromNow(flow.ahead + 3600),
      otp: { ...Object(wire['otp']), expiresAt: fromNow(flow.ahead - 1) },
    });
    await signer.says('This code has expired. Ask for a new one.');
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
    expect(signer.text).not.to.contain('expired');
  });

  it('tells a service that says no without a reason', async () => {
    await open({ ...flow.sent('email'), otp: null });
    service.script('POST advance', () => json({ sessionId: 'ss_test', status: 'ACTIVE' }));
    await type('111111');
    signer.submit();
    await signer.says('The code is incorrect. Check it and try again.');
  });

  it('counts down to the next code, and offers the other channel where it may be chosen', async () => {
    const signerView = { otpChannelSelectable: true, availableOtpChannels: ['email', 'sms'] };
    await open({ ...flow.sent('email', 30), signer: signerView });
    await signer.says(/New code in 0:(29|30)/);
    await whileTimePasses(signer.says(/New code in 0:1\d/));
    await whileTimePasses(signer.says('You can ask for a new code now.'));
    signer.control('Receive it by SMS').click();
    await signer.says('We sent an SMS to +55 11 *****-4321.');
    expect(service.requests.at(-1)?.body['otpChannel']).to.equal('sms');
    expect(signer.text).to.contain('Test session: the code is 482913.');
  });

  it('keeps what was typed through a lost network, and empties the field for a new code', async () => {
    await open(flow.sent('email'));
    service.script('POST advance', lost, lost, lost, lost);
    await enter(CODE);
    await whileTimePasses(signer.says('did not confirm your request'));
    expect(field().value).to.equal(CODE);
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
    // Only the new one works, and a field that is full takes no digit.
    expect(field().value).to.equal('');
    await until(() => document.activeElement === field(), 'the focus');
    await sendKeys({ type: CODE });
    signer.submit();
    await signer.says('Document signed');
  });

  it('tells a wrong code whose answer was lost, and takes it no second time', async () => {
    await open(flow.sent('email'));
    const away = Array.from({ length: 8 }, () => lost);
    service.script('POST advance', ...away);
    service.script('GET session', ...away);
    await enter('111111');
    await whileTimePasses(signer.says('whether your code was accepted'));
    service.change(flow.refused());
    await whileTimePasses(signer.says('The code is incorrect. You have 2 attempts left.'));
    const sent = service.count('POST advance');
    signer.submit();
    await signer.says('You have 2 attempts left.');
    expect(service.count('POST advance')).to.equal(sent);
  });

  it('still says that a code is blocked when the signer types', async () => {
    flow.attempts = 2;
    await open(flow.sent('email'));
    await enter('222222');
    await signer.says('This code was blocked');
    await type('1');
    expect(signer.text).to.contain('This code was blocked');
  });

  it('keeps what was typed when the language changes', async () => {
    await open(flow.sent('email'));
    const before = signer.screen;
    await type('4829');
    signer.element.locale = 'es';
    await signer.says('Confirmar');
    expect(field().value).to.equal('4829');
    expect(signer.screen).to.equal(before);
  });

  it('keeps its field, digits, focus and caret in a page that removes what its server did not send', async () => {
    await open(flow.sent('email'));
    await type('123');
    field().setSelectionRange(1, 1);
    const input = field();
    for (let patch = 0; patch < 3; patch += 1) {
      signer.element.replaceChildren();
      await until(() => input.isConnected, 'the field again');
      expect(document.activeElement === input).to.equal(true);
      expect([input.value, input.selectionStart]).to.deep.equal(['123', 1]);
    }
    input.setSelectionRange(3, 3);
    await sendKeys({ type: '456' });
    expect(input.value).to.equal('123456');
  });

  it('has one field also in a copy of the element that the page made', async () => {
    await open(flow.sent('email'));
    const copy = document.createElement('input');
    copy.slot = 'sign-session-code';
    signer.element.append(copy);
    await until(() => !copy.isConnected, 'the copy to go');
    expect(signer.element.querySelectorAll('input').length).to.equal(1);
  });

  it('reads full-width digits that an input method composes', async () => {
    await open(flow.sent('email'));
    field().value = '１２';
    field().dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    expect(field().value).to.equal('１２');
    field().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    expect(field().value).to.equal('12');
  });

  it('leaves no code behind when the page removes the element at a failure', async () => {
    await open(flow.sent('email'));
    signer.element.addEventListener('sign-error', () => signer.remove(), { once: true });
    service.script('POST advance', () => problem(403, 'forbidden'));
    const screen = signer.screen;
    await type(CODE);
    signer.submit();
    await signer.hears('sign-error:request_refused');
    await until(() => !signer.element.isConnected, 'the removal');
    await Reflect.get(screen ?? {}, 'updateComplete');
    await signer.element.updateComplete;
    expect(signer.element.childElementCount).to.equal(0);
  });

  it('tells when another code may be asked for, without waiting for it in silence', async () => {
    await open(flow.sent('email'));
    service.script('POST advance', () => problem(429, 'rate-limit', { 'Retry-After': '3000' }));
    signer.control('Send a new code').click();
    await signer.says('Too many codes were requested. You can ask for another one at');
    await signer.hears('sign-error:rate_limited');
    expect(service.count('POST advance')).to.equal(1);
  });

  it('sends another code for each click, and the same one however often a click is repeated', async () => {
    await open(flow.sent('email'));
    service.script('POST advance', lost);
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
    signer.control('Send a new code').click();
    await until(() => service.count('POST advance') === 3, 'the third request');
    const keys = service.requests.flatMap(({ route, headers }) =>
      route === 'POST advance' ? [headers.get('X-Idempotency-Key')] : [],
    );
    expect(keys[0]).to.equal(keys[1]);
    expect(keys[2]).not.to.equal(keys[0]);
  });

  it('takes an entry for the same one until another code was sent', async () => {
    await open(flow.sent('email'));
    const send = async (time: number) => {
      service.script('POST advance', () => problem(403, 'forbidden'));
      if (time === 2) signer.submit();
      else await enter('111111');
      const refusals = () => signer.events.filter(event => event === 'sign-error:request_refused').length;
      await until(() => refusals() === time, 'the refusal');
    };
    await send(1);
    await send(2);
    signer.control('Send a new code').click();
    await signer.says('A new code is on its way.');
    await send(3);
    const keys = service.requests.flatMap(({ body, headers }) =>
      body['action'] === 'verify_otp' ? [headers.get('X-Idempotency-Key')] : [],
    );
    expect(keys).to.have.length(3);
    expect(keys[0]).to.equal(keys[1]);
    expect(keys[2]).not.to.equal(keys[0]);
  });

  it('goes on with “no tries left” when the last one is used, and tells the page once', async () => {
    flow.attempts = 8;
    await open({ ...flow.sent('email'), cancelUrl: 'https://shop.test/back' });
    service.script('POST advance', () => {
      flow.attempts = 9;
      service.change(flow.steps('COMPLETED', { status: 'FAILED', error: 'attempts-exhausted' }));
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
    });
    await type('111111');
    signer.submit();
    await signer.shows('attempts-exhausted');
    await signer.says('No attempts left');
    await signer.says('Nothing was signed');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    expect(signer.events.filter(event => event === 'sign-error:attempts_exhausted')).to.have.length(1);
    const left: string[] = [];
    signer.element.addEventListener('sign-redirect', event => {
      event.preventDefault();
      left.push(event.url);
    });
    signer.control('Back to the site').click();
    expect(left).to.deep.equal(['https://shop.test/back?sessionId=ss_test&status=ACTIVE&session_id=ss_test']);
  });
});

describe('choosing where the code goes', () => {
  beforeEach(() => {
    flow = new CodeFlow();
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('waits for the choice, with masked addresses, and says where SMS is weaker', async () => {
    const view = {
      otpChannelSelectable: true,
      availableOtpChannels: ['email', 'sms'],
      maskedEmail: 'm***a@exemplo.com.br',
      maskedPhone: '+55 11 *****-4321',
    };
    await open({ ...flow.steps('PENDING'), signer: view }, 'otp-channel');
    await signer.says('Prefer e-mail');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    signer.control('By SMS: +55 11 *****-4321').click();
    await signer.shows('otp');
    await signer.says('We sent an SMS to');
  });

  it('offers to send the code that the service could not send', async () => {
    const wire = flow.steps('PENDING');
    const [first, challenge, verify] = Array.from(Object(wire['steps']));
    await open({ steps: [first, { ...Object(challenge), error: 'rate-limit' }, verify] }, 'otp-channel');
    await signer.says('The code has not been sent yet.');
    signer.control('Send the code').click();
    await signer.shows('otp');
  });
});

describe('a code that comes by SMS (WebOTP)', () => {
  let asked: CredentialRequestOptions[];
  let hand: (code: string) => void;

  beforeEach(() => {
    flow = new CodeFlow();
    asked = [];
    Object.assign(globalThis, { OTPCredential: Object });
    // WebKitGTK has no credentials at all.
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: {
        get: (options: CredentialRequestOptions) => {
          asked.push(options);
          return new Promise((resolve, reject) => {
            hand = code => resolve({ code });
            options.signal?.addEventListener('abort', () =>
              reject(new DOMException('Aborted', 'AbortError')),
            );
          });
        },
      },
    });
  });

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'credentials');
    Reflect.deleteProperty(globalThis, 'OTPCredential');
    signer.remove();
    service.stop();
  });

  it('is filled in by the browser, and confirmed', async () => {
    await open(flow.sent('sms'));
    await until(() => asked.length > 0, 'the browser to be asked');
    expect(Reflect.get(asked[0] ?? {}, 'otp')).to.deep.equal({ transport: ['sms'] });
    hand(CODE);
    await signer.says('Document signed');
    expect(service.count('POST advance')).to.equal(1);
  });

  it('is no longer waited for when the screen goes', async () => {
    await open(flow.sent('sms'));
    await until(() => asked.length > 0, 'the browser to be asked');
    await type(CODE);
    signer.submit();
    await signer.says('Document signed');
    expect(asked.map(({ signal }) => signal?.aborted)).to.deep.equal([true]);
  });

  it('is not asked for when the code comes by e-mail', async () => {
    await open(flow.sent('email'));
    await type('1');
    expect(asked).to.deep.equal([]);
  });
});
