import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { ACTION } from '../support/bootstraps.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { usePageClock } from '../support/page-clock.ts';
import { ScriptedService, lost, silence } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

/** The innermost element that has the focus. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

async function open(overrides: Record<string, unknown> = {}): Promise<ShadowRoot> {
  service = await new ScriptedService().start({ locale: 'en', ...overrides });
  signer = MountedSession.mount(service);
  return signer.shows('accept');
}

const tampered = () => new Response('%PDF-1.7 tampered');

describe('the accept screen', () => {
  after(() => setViewport({ width: 800, height: 600 }));

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('says who asks, what is signed and as whom', async () => {
    await open({ appearance: { companyName: 'Acme', title: 'Sign your loan', submitLabel: 'I sign' } });
    await signer.says('Sign your loan');
    await signer.says('Acme is asking you to sign this document.');
    await signer.says('contrato.pdf · 1 page');
    await signer.says('I have had access to contrato.pdf and agree to sign it as Maria da Silva.');
    await signer.hears('sign-ready');
    await signer.says('Maria da Silva · CPF ***.982.247-**');
    expect(signer.control('I sign').getAttribute('type')).to.equal('submit');
  });

  for (const width of [390, 960]) {
    it(`shows the signer’s number in one place in a window of ${width} × 844`, async () => {
      // After it is open: WebKit uses style rules again as they were for the last window, if no element had them since.
      const root = await open();
      await setViewport({ width, height: 844 });
      const places = () =>
        [...root.querySelectorAll('.number, .facts div')].filter(
          place => place.checkVisibility() && place.textContent.includes('CPF\u00A0***.982.247-**'),
        );
      await until(() => places().length === 1, 'one place');
    });
  }

  it('shows a company’s CNPJ', async () => {
    await open({ signer: { name: 'Acme S.A.', maskedCnpj: '12.***.***/01DE-35' } });
    await signer.says('Acme S.A. · CNPJ 12.***.***/01DE-35');
  });

  it('sends nothing before the box is ticked, says so at the box, and takes the focus there', async () => {
    const root = await open();
    await signer.hears('sign-ready');
    const box = root.querySelector('input');
    expect(box?.checked).to.equal(false);
    signer.submit();
    await signer.says('Tick the box to show that you have had access to the document and agree.');
    expect(focused()).to.equal(box);
    expect(box?.getAttribute('aria-invalid')).to.equal('true');
    expect(service.count('POST advance')).to.equal(0);
    box?.click();
    await until(() => !signer.text.includes('Tick the box'), 'the message to go');
  });

  it('sends the digest of what was shown, and which sentence was ticked in which language', async () => {
    await open();
    await signer.readyToSign();
    signer.submit();
    await signer.hears('sign-completed');
    const { body } = service.requests.find(({ route }) => route === 'POST advance') ?? {};
    const document: unknown = service.requests.length && Reflect.get(Object(body), 'acceptedDocumentHash');
    expect(document).to.match(/^sha256:[0-9a-f]{64}$/);
    expect(body).to.deep.include({ action: 'accept', textVersion: 'accept-document-4', locale: 'en' });
  });

  it('answers a press while the document opens, and says when it can be repeated', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    const release = service.holdDocument();
    signer = MountedSession.mount(service);
    const root = await signer.shows('accept');
    await signer.says('Opening the document…');
    const box = root.querySelector('input');
    box?.click();
    await signer.says('The document is still opening. You can sign as soon as it has opened.');
    // Nobody can say to have had access to what was not shown.
    expect(box?.checked).to.equal(false);
    signer.submit();
    expect(service.count('POST advance')).to.equal(0);
    release();
    await signer.says('The document is open. You can sign now.');
    await signer.hears('sign-ready');
    await signer.says('Agree and sign');
    expect(signer.text).not.to.contain('Opening the document');
    box?.click();
    signer.submit();
    await signer.says('Document signed');
  });

  it('answers an early press also before the box is ticked, and each time', async () => {
    for (let time = 0; time < 5; time += 1) {
      service = await new ScriptedService().start({ locale: 'en' });
      const release = service.holdDocument();
      signer = MountedSession.mount(service);
      await signer.shows('accept');
      signer.submit();
      await signer.says('The document is still opening.');
      release();
      await signer.says('The document is open. You can sign now.');
      signer.submit();
      await signer.says('Tick the box');
      signer.remove();
      service.stop();
    }
  });

  it('never signs a document that is not the session’s', async () => {
    service = await new ScriptedService().start({ locale: 'en' });
    service.script('GET document', tampered, tampered);
    signer = MountedSession.mount(service);
    const root = await signer.shows('accept');
    await signer.hears('sign-error:document_hash_mismatch');
    root.querySelector('input')?.click();
    signer.submit();
    await signer.says('cannot be signed here. Nothing was signed.');
    expect(signer.events).not.to.contain('sign-ready');
    expect(service.count('POST advance')).to.equal(0);
  });

  it('is done by keyboard alone', async () => {
    const root = await open();
    await signer.hears('sign-ready');
    const box = root.querySelector('input');
    box?.focus();
    await sendKeys({ press: ' ' });
    await until(() => box?.checked, 'the tick');
    const submit = root.querySelector<HTMLElement>('button[type=submit]');
    submit?.focus();
    await sendKeys({ press: 'Enter' });
    await signer.says('Document signed');
    await until(() => focused()?.localName === 'h2', 'the focus on the heading');
    expect(focused()?.textContent?.trim()).to.equal('Document signed');
  });

  it('sends once, however often the button is pressed', async () => {
    await open(ACTION);
    await signer.readyToSign();
    service.script('POST advance', silence);
    signer.submit();
    signer.submit();
    await signer.says('Confirming…');
    signer.submit();
    await until(() => service.count('POST advance') > 0, 'the request');
    expect(service.count('POST advance')).to.equal(1);
  });
});

/** The field for the reason. */
const reason = () => signer.screen?.shadowRoot?.querySelector('textarea');

describe('declining', () => {
  const whileTimePasses = usePageClock();

  beforeEach(async () => {
    await open(ACTION);
    await signer.readyToSign();
    signer.control('Decline').click();
    await signer.shows('decline');
  });

  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('keeps what is typed from the page’s shortcuts of one letter', async () => {
    const pressed: string[] = [];
    const shortcut = (event: KeyboardEvent): void => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isField || event.key === 'Escape') return;
      pressed.push(event.key);
      event.preventDefault();
    };
    addEventListener('keydown', shortcut);
    try {
      reason()?.focus();
      await sendKeys({ type: 'valor errado' });
      expect(reason()?.value).to.equal('valor errado');
      expect(pressed).to.deep.equal([]);
    } finally {
      removeEventListener('keydown', shortcut);
    }
  });

  it('asks once more, passes the reason on and ends the session', async () => {
    const field = reason();
    if (field) field.value = '  The price\nis\u202ewrong.  ';
    signer.submit();
    await signer.says('You declined');
    await signer.hears('sign-declined');
    const { body } = service.requests.find(({ route }) => route === 'POST cancel') ?? {};
    expect(body).to.deep.equal({ reason: 'The price is wrong.' });
    expect(signer.events).not.to.contain('sign-failed');
  });

  it('can be thought better of, by button or Escape, and the tick is still there', async () => {
    signer.control('Go back without declining').click();
    await signer.shows('accept');
    expect(signer.screen?.shadowRoot?.querySelector('input')?.checked).to.equal(true);
    signer.control('Decline').click();
    await signer.shows('decline');
    reason()?.focus();
    await sendKeys({ press: 'Escape' });
    await signer.shows('accept');
    expect(service.count('POST cancel')).to.equal(0);
  });

  it('keeps the reason when the service does not answer', async () => {
    const field = reason();
    if (field) field.value = 'The price is wrong.';
    service.script('POST cancel', lost, lost, lost, lost);
    signer.submit();
    await whileTimePasses(signer.says('has not confirmed yet that you declined'));
    expect(reason()?.value).to.equal('The price is wrong.');
    signer.submit();
    await signer.says('You declined');
  });

  it('leaves what failed before to the screen below', async () => {
    signer.control('Go back without declining').click();
    await signer.shows('accept');
    service.script('POST advance', lost, lost, lost, lost);
    signer.submit();
    await whileTimePasses(signer.says('there is no risk of'));
    signer.control('Decline').click();
    await signer.shows('decline');
    expect(signer.text).not.to.contain('there is no risk of');
    signer.control('Go back without declining').click();
    await signer.says('there is no risk of');
  });

  it('says how long a reason may be', async () => {
    const field = reason();
    if (field) field.value = 'x'.repeat(1001);
    signer.submit();
    await signer.says('Shorten the reason to 1000 characters.');
    expect(service.count('POST cancel')).to.equal(0);
  });

  it('knows that it was the signer, with a service that does not tell', async () => {
    service.script('POST cancel', () => {
      service.change({ status: 'CANCELLED' });
      return new Response('{"sessionId":"ss_test","status":"CANCELLED"}');
    });
    signer.submit();
    await signer.says('You declined');
  });
});
