import { expect } from '@open-wc/testing';
import { es } from '../../src/i18n/messages/es/later-screens.ts';
import type { WireBootstrap } from '../support/bootstraps.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { json, problem, ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;
let signer: MountedSession;

async function open(overrides: WireBootstrap, geolocation = false): Promise<ShadowRoot> {
  service = await new ScriptedService().start({
    locale: 'en',
    purpose: 'ACTION_AUTHENTICATION',
    document: null,
    action: { type: 'wire_transfer', description: 'Transfer R$ 1.250,00', reference: 'TED 42' },
    ...overrides,
  });
  signer = MountedSession.mount(service, { geolocation });
  return signer.shows('accept');
}

const acceptance = () => service.requests.find(({ route }) => route === 'POST advance')?.body;

const place = () =>
  until(
    () =>
      signer.screen?.shadowRoot?.querySelector('sign-session-location')?.shadowRoot?.querySelector('input'),
    'the question',
  );
const consent = () => signer.screen?.shadowRoot?.querySelector<HTMLInputElement>('.consent input')?.click();

describe('confirming an action', () => {
  afterEach(() => {
    signer.remove();
    service.stop();
  });

  it('shows what is confirmed and its reference, in words of its own', async () => {
    const accept = await open({});
    for (const words of [
      'Review and confirm',
      'Transfer R$ 1.250,00',
      'TED 42',
      'I have read the description',
    ]) {
      expect(signer.text).to.contain(words);
    }
    accept.querySelector('input')?.click();
    signer.submit();
    await signer.says('Confirmed');
    expect(acceptance()).to.include({ action: 'accept', textVersion: 'accept-action-1' });
  });

  for (const [answer, words] of [
    [() => json({}), 'So far, nothing is confirmed. Try again: there is no risk of confirming twice.'],
    [
      () => problem(503, 'service-unavailable', { 'Retry-After': '60' }),
      'So far, nothing is confirmed. Wait a moment',
    ],
    [() => problem(403, 'forbidden'), 'Nothing was confirmed. Try again'],
  ] as const) {
    it(`says “${words}”, never that something was or was not signed`, async () => {
      await open({ environment: 'sandbox' });
      service.script('POST advance', answer);
      consent();
      signer.submit();
      await signer.says(words);
      expect(signer.text).not.to.match(/\bsign(ed|ature)?\b/);
      expect(signer.root.textContent).to.contain('Test session: not legally binding.');
    });
  }

  it('offers nothing to confirm where the service does not say what', async () => {
    const accept = await open({ action: { type: 'wire_transfer' } });
    await signer.says('We did not receive a description of the action');
    expect(accept.querySelector('input, button[type="submit"]')).to.equal(null);
    signer.control('Decline').click();
    await signer.shows('decline');
  });

  for (const [status, words] of [
    ['CANCELLED', 'Nothing was confirmed'],
    ['EXPIRED', 'Nothing was confirmed'],
    ['FAILED', 'The confirmation could not be completed'],
  ] as const) {
    it(`does not speak of a signature when it is ${status}`, async () => {
      service = await new ScriptedService().start({
        locale: 'en',
        purpose: 'ACTION_AUTHENTICATION',
        document: null,
        status,
      });
      signer = MountedSession.mount(service);
      await signer.says(words);
      expect(signer.text).not.to.match(/sign(ed|ature)/);
    });
  }
});

describe('where the signer is', () => {
  const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
  let answer: (position: GeolocationPosition) => void;
  let refuse: () => void;
  let asked: number;

  beforeEach(() => {
    asked = 0;
    navigator.geolocation.getCurrentPosition = (found, failed) => {
      asked += 1;
      answer = found;
      refuse = () => Reflect.apply(failed ?? (() => undefined), undefined, [{ code: 1 }]);
    };
  });

  afterEach(() => {
    navigator.geolocation.getCurrentPosition = ask;
    signer.remove();
    service.stop();
  });

  it('is asked where the page or the policy wants to know, read only when they agree, and sent along', async () => {
    await open({ policy: { profile: 'CLICK_ONLY', geolocation: true } });
    const box = await place();
    expect(asked).to.equal(0);
    box.click();
    const coords = { latitude: -23.5, longitude: -46.6, accuracy: 12 };
    Reflect.apply(answer, undefined, [{ coords }]);
    consent();
    signer.submit();
    await signer.says('Confirmed');
    expect(acceptance()?.['geolocation']).to.deep.equal(coords);
  });

  it('stops nobody: neither a “no”, nor a device that does not know, nor a change of mind', async () => {
    await open({}, true);
    const box = await place();
    box.click();
    refuse();
    await until(
      () => box.getRootNode().textContent?.includes('did not share its location'),
      'the word of it',
    );
    box.click();
    box.click();
    Reflect.apply(answer, undefined, [{ coords: { latitude: -23.5, longitude: -46.6, accuracy: 12 } }]);
    box.click();
    consent();
    signer.submit();
    await signer.says('Confirmed');
    expect(acceptance()).not.to.have.property('geolocation');
  });

  it('is still shown and sent as the signer chose when the language changes', async () => {
    await open({}, true);
    const box = await place();
    box.click();
    const coords = { latitude: -23.5, longitude: -46.6, accuracy: 12 };
    Reflect.apply(answer, undefined, [{ coords }]);
    signer.element.locale = 'es';
    const root = box.getRootNode();
    const spanish = (words: string) => until(() => root.textContent?.includes(words), words);
    await spanish(es.location.share);
    expect(await place()).to.equal(box);
    expect(box.checked).to.equal(true);
    box.click();
    consent();
    signer.submit();
    await signer.says('Confirmado');
    expect(acceptance()).not.to.have.property('geolocation');
  });

  it('is not asked otherwise', async () => {
    const accept = await open({});
    expect(accept.querySelector('sign-session-location')).to.equal(null);
  });
});
