import { expect } from '@open-wc/testing';
import { addressToReturnTo } from '../../src/screens/certificate/cloud-certificate.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { type Answer, BASE_URL, json, lost, ScriptedService } from '../support/scripted-service.ts';

const NAMES = ['VIDaaS', 'BirdID', 'SafeID', 'NeoID', 'RemoteID', 'DesktopID', 'Vault ID'];
const SESSION = {
  locale: 'en',
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

type Authorization = { readonly providerId: string; readonly status: string; readonly error?: string };

const cloud = (authorization?: Authorization, names = NAMES.slice(0, 2)) => ({
  providers: names.map(name => ({ providerId: name.toLowerCase(), name })),
  ...(authorization && { authorization }),
});

/** The device loses its connection. */
const disconnected: Answer = () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  return lost();
};

describe('the address that a provider leads back to', () => {
  for (const [address, expected] of [
    [
      'https://site.example/sign?cs=ss_secret_1_x&a=1#/contracts/7',
      'https://site.example/sign?a=1#/contracts/7',
    ],
    ['https://site.example/sign#ss_secret_1_x', 'https://site.example/sign'],
    ['https://site.example/sign#/x?h=abc', 'https://site.example/sign'],
    ['https://site.example/sign#cs=abc', 'https://site.example/sign'],
    ['https://site.example/sign#/path=1%', 'https://site.example/sign#/path=1%'],
  ] as const) {
    it(`is ${expected} for ${address}`, () => {
      expect(addressToReturnTo(address)).to.equal(expected);
    });
  }
});

describe('a certificate in the cloud', () => {
  const realOpen = globalThis.open;
  let service: ScriptedService;
  let signer: MountedSession;
  /** The provider's window, as this page sees it. */
  let popup: { closed: boolean; address?: string };
  let openings: number;

  beforeEach(() => {
    openings = 0;
    globalThis.open = () => {
      openings += 1;
      popup = { closed: false };
      const shown = popup;
      const location = { replace: (address: string) => (shown.address = address) };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the step uses of a window
      return Object.assign(shown, {
        location,
        close: () => (shown.closed = true),
        opener: null,
      }) as unknown as Window;
    };
  });

  afterEach(() => {
    globalThis.open = realOpen;
    signer.remove();
    service.stop();
    localStorage.removeItem('sign-session-certificate-source');
  });

  /** The part of the screen that is about the cloud. */
  const part = () =>
    signer.screen?.shadowRoot?.querySelector('sign-session-cloud-certificate')?.shadowRoot ?? undefined;
  const text = () => part()?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
  const says = (words: string) => until(() => text().includes(words), `“${words}”`);

  async function press(name: string): Promise<void> {
    const find = () =>
      [...(part()?.querySelectorAll('button') ?? [])].find(button => button.textContent.trim() === name);
    (await until(find, name)).click();
  }

  async function open(overrides: Record<string, unknown>): Promise<ShadowRoot> {
    localStorage.setItem('sign-session-certificate-source', 'cloud');
    service = await new ScriptedService().start({ ...SESSION, ...overrides });
    service.script('POST session', () => json({ providers: [] }));
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    const root = await until(part, 'the cloud');
    const { authorization } = Object(service.session['cloud']);
    await until(() => authorization || service.count('POST session') === 1, 'a search for certificates');
    await until(() => root.querySelector('.actions .button:not([aria-disabled="true"])'), 'a button');
    return root;
  }

  /** The service begins an authorisation at a provider. */
  const begins =
    (providerId: string): Answer =>
    () => {
      service.change({ cloud: cloud({ providerId, status: 'pending' }) });
      const { session } = service;
      const authorizationUrl = `${BASE_URL}/provider`;
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session, authorizationUrl });
    };
  const advances = () => service.requests.filter(({ route }) => route === 'POST advance');

  it('asks the service once the provider’s window is closed, and opens it again', async () => {
    await open({ cloud: cloud() });
    service.script('POST advance', begins('vidaas'), begins('vidaas'));
    await press('Authorise the signature');
    await says('Authorise the signature on the page of VIDaaS');
    await until(() => popup.address === `${BASE_URL}/provider`, 'the page of the provider');
    expect(text()).not.to.contain('Open again');
    const asked = service.count('GET session');
    popup.closed = true;
    await says('If the page of VIDaaS was closed, open it again.');
    await until(() => service.count('GET session') > asked, 'a question to the service');
    await press('Open again');
    await until(() => popup.address !== undefined && openings === 2, 'another window');
    await until(() => !text().includes('If the page of VIDaaS was closed'), 'nothing more of it');
    expect(advances().map(({ body }) => body['providerId'])).to.deep.equal(['vidaas', 'vidaas']);
  });

  it('goes on where the window closed because all was done', async () => {
    await open({ cloud: cloud() });
    service.script('POST advance', begins('vidaas'));
    await press('Authorise the signature');
    await says('Authorise the signature on the page of VIDaaS');
    service.change({ cloud: cloud({ providerId: 'vidaas', status: 'failed', error: 'denied' }) });
    popup.closed = true;
    await says('The authorisation was refused. Nothing was signed.');
    expect(text()).not.to.contain('Open again');
  });

  it('offers the provider’s page again after coming back from it', async () => {
    await open({ cloud: cloud({ providerId: 'birdid', status: 'pending' }) });
    await says('If the page of BirdID was closed, open it again.');
    service.script('POST advance', begins('birdid'));
    await press('Open again');
    await until(() => popup.address === `${BASE_URL}/provider`, 'the page of the provider');
  });

  it('says that the authorisation was cancelled', async () => {
    await open({ cloud: cloud({ providerId: 'birdid', status: 'pending' }) });
    service.script('POST advance', () => {
      service.change({ cloud: cloud() });
      return json({ sessionId: 'ss_test', status: 'ACTIVE', session: service.session });
    });
    await press('Cancel the authorisation');
    await says('You cancelled the authorisation. Nothing was signed.');
  });

  it('keeps the provider chosen that refused, and tries it again', async () => {
    const root = await open({ cloud: cloud({ providerId: 'birdid', status: 'failed', error: 'denied' }) });
    await says('The authorisation was refused.');
    const chosen = await until(() => root.querySelector('input:checked'), 'the provider');
    expect(chosen.closest('label')?.textContent.trim()).to.equal('BirdID');
    service.script('POST advance', begins('birdid'));
    await press('Authorise the signature');
    await until(() => advances().length === 1, 'another try');
    expect(advances()[0]?.body['providerId']).to.equal('birdid');
  });

  it('leads to another certificate where this one can’t sign so many documents', async () => {
    const failed = { providerId: 'vidaas', status: 'failed', error: 'too-many-documents' };
    const root = await open({ cloud: cloud(failed) });
    await says('This certificate can’t sign this many documents at once.');
    const primary = () => root.querySelector('.actions .primary')?.textContent.trim();
    expect(primary()).to.equal('Use another certificate');
    root.querySelectorAll('input')[1]?.click();
    await until(() => primary() === 'Authorise the signature', 'the other provider can be tried');
    root.querySelectorAll('input')[0]?.click();
    await until(() => primary() === 'Use another certificate', 'this one can’t');
    await press('Use another certificate');
    await signer.says('Where is your certificate?');
  });

  it('searches among many providers, and chooses none that is not seen', async () => {
    const root = await open({ cloud: cloud(undefined, NAMES) });
    const field = await until(
      () => root.querySelector<HTMLInputElement>('input[type="search"]'),
      'the field',
    );
    const search = (name: string) => {
      field.value = name;
      field.dispatchEvent(new Event('input'));
    };
    const shown = () => [...root.querySelectorAll('fieldset label')].map(each => each.textContent.trim());
    search('vault');
    await until(() => shown().join() === 'Vault ID', 'the one that was searched');
    expect(root.querySelector<HTMLInputElement>('fieldset input')?.checked).to.equal(true);
    search('none');
    await says('No provider of this name.');
    search('');
    await until(() => shown().length === NAMES.length, 'all');
  });

  it('looks for certificates again once the service answers again', async () => {
    const down = Array.from({ length: 100 }, () => lost);
    service = await new ScriptedService().start({ ...SESSION, cloud: cloud() });
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    service.script('POST session', ...down);
    service.script('GET session', ...down);
    signer.control('In the cloud').click();
    await says('The service is not responding.');
    expect(text()).not.to.contain('your signature was completed');
    await press('Check again');
    service.script('POST session', () =>
      json({ providers: [{ providerId: 'birdid', certificate: 'found' }] }),
    );
    service.script('GET session');
    await until(() => part()?.querySelectorAll('fieldset label').length === 1, 'the one that was found');
    expect(part()?.querySelector('.notice')).to.equal(null);
  });

  it('says that the connection was lost during the search, and nothing of an answer', async () => {
    service = await new ScriptedService().start({ ...SESSION, cloud: cloud() });
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    const answers = Array.from({ length: 100 }, () => disconnected);
    service.script('POST session', ...answers);
    service.script('GET session', ...answers);
    try {
      signer.control('In the cloud').click();
      await says('The service is not responding. Your connection or the service may be down');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
    expect(text()).not.to.contain('your answer');
  });
});
