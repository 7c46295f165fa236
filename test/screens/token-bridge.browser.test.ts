import { expect } from '@open-wc/testing';
import { assetSource } from '../../src/assets/asset-source.ts';
import { FileProvider } from '../../src/certificate/a1/file-provider.ts';
import { fromBase64 } from '../../src/certificate/base64.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { digestSigner } from '../support/digest-signer.ts';
import { FakeBridge, type BridgeScript } from '../support/fake-bridge.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { prepareSignature } from '../support/prepared-signature.ts';
import { testAsset } from '../support/runner-page.ts';
import { BASE_URL, json, ScriptedService, type Answer } from '../support/scripted-service.ts';
import { webPkiStandIn } from '../support/web-pki.ts';
import { withProperty } from '../support/with-property.ts';

const HOLDER = 'Matches the signer MARIA DA SILVA TESTE';
const TOKEN = 'On this computer (token or card)';
/** The certificates are of the end of 2026: the service's clock stands there. */
const SESSION = {
  locale: 'en',
  serverTime: '2026-12-01T12:00:00Z',
  expiresAt: '2026-12-01T13:00:00Z',
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('signing through the token bridge', () => {
  const { signal } = new AbortController();
  const browsers = globalThis.WebSocket;
  let key: FileProvider;
  let file: Uint8Array<ArrayBuffer>;
  let service: ScriptedService;
  let signer: MountedSession;
  let bridge: FakeBridge;

  before(async () => {
    file = await testAsset('certificates/modern-default.p12');
  });
  afterEach(() => {
    signer?.remove();
    service?.stop();
    key?.dispose();
    globalThis.WebSocket = browsers;
    localStorage.removeItem('sign-session-certificate-source');
  });

  async function open(
    script: BridgeScript = {},
    properties: Parameters<typeof MountedSession.mount>[1] = {},
    port = '',
  ): Promise<void> {
    key = new FileProvider(assetSource(undefined));
    await key.open(new Blob([file]), 'Senha#123', signal);
    const [certificate = new Uint8Array()] = await key.chain('0');
    bridge = new FakeBridge({ certificate, signDigest: await digestSigner(file, 'Senha#123') }, script);
    Object.assign(globalThis, { WebSocket: bridge.WebSocket });
    service = await new ScriptedService().start(SESSION);
    signer = MountedSession.mount(service, properties);
    signer.element.tokenBridge = port;
    await signer.shows('certificate');
    await signer.hears('sign-ready');
  }

  const part = () => signer.screen?.shadowRoot?.querySelector('sign-session-token-bridge')?.shadowRoot;
  const text = () => (part()?.textContent ?? '').replaceAll(/\s+/g, ' ');
  const says = (words: string) =>
    until(() => text().includes(words), `“${words}”`).catch(() => {
      throw new Error(`Waited for “${words}”; it says “${text()}”`);
    });
  /** Where the link for people with a token leads. */
  const help = () => {
    const link = part()?.querySelector('a');
    expect(link?.textContent?.trim()).to.equal('How to use a token on this computer');
    expect([link?.target, link?.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    return link?.href;
  };
  async function press(words: string): Promise<void> {
    const found = () =>
      [...(part()?.querySelectorAll('button') ?? [])].find(button => button.textContent?.trim() === words);
    const button = await until(found, words);
    button.focus();
    button.click();
  }

  async function choose(way = TOKEN): Promise<void> {
    const buttons = [...(signer.screen?.shadowRoot?.querySelectorAll('button') ?? [])];
    const change = buttons.find(({ textContent }) => textContent.trim() === 'Change');
    // Another page of the runner has chosen a way meanwhile: they share what the browser keeps.
    if (change !== undefined && part() === undefined) {
      change.click();
      await signer.element.updateComplete;
    }
    signer.control(way).click();
    await until(part, 'the part');
  }

  const prepared: Answer = async ({ body }) => {
    const [pem = ''] = Object(body['certificateChainPems']);
    const certificate = fromBase64(String(pem).replaceAll(/-----[^-]+-----|\s/g, ''));
    const signature = await prepareSignature({ base: service.bytes, certificate });
    return json({
      sessionId: 'ss_test',
      status: 'ACTIVE',
      signatureRequestId: 'sr_1',
      hashAlgorithm: 'SHA-256',
      baseUrl: `${BASE_URL}/document.pdf`,
      ...signature,
      dataToSign: base64(signature.dataToSign),
      appended: base64(signature.appended),
    });
  };
  const completed: Answer = () => {
    service.complete();
    return json({ sessionId: 'ss_test', status: 'COMPLETED', session: service.session });
  };

  it('follows the language that the page sets later', async () => {
    await open();
    await choose();
    await says('If your browser asks');
    signer.element.locale = 'es';
    await says('Si el navegador pregunta');
  });

  it('asks nothing of the browser before the signer connects, and says what the browser may ask', async () => {
    await open();
    await choose();
    await says('If your browser asks whether this site may reach programs on this computer, allow it.');
    expect(bridge.addresses).to.deep.equal([]);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
  });

  it('shows the number to compare, then the certificate, and signs what was shown', async () => {
    await open({ waits: ['pair', 'getSigningCertificate', 'sign'] });
    await choose();
    await press('Connect');
    await says('482 913');
    expect(part()?.activeElement?.textContent?.trim()).to.equal('Cancel');
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    bridge.answer();
    await says('Choose your certificate in the bridge’s window.');
    bridge.answer();
    await signer.says(HOLDER);
    service.script('POST advance', prepared, completed);
    signer.control('Sign').click();
    await signer.says('Confirm in the bridge…');
    await until(() => bridge.asked.some(({ command }) => command === 'sign'), 'the question');
    bridge.answer();
    await signer.says('Document signed');
    expect(bridge.addresses).to.deep.equal(['ws://127.0.0.1:27413/']);
    const { given } = bridge.asked.at(-1) ?? {};
    expect(given?.['label']).to.equal('contrato.pdf');
    expect(given?.['lang']).to.equal('en');
    expect(given?.['hashFunction']).to.equal('SHA-256');
  });

  it('uses the port that the page names', async () => {
    await open({ absent: true }, {}, '5000');
    await choose();
    await press('Connect');
    await says('The bridge is not open on this computer.');
    expect(help()).to.equal(`${BASE_URL}/token-bridge?lang=en&port=5000`);
    expect(bridge.addresses).to.deep.equal(['ws://127.0.0.1:5000/']);
  });

  it('says how to start it where it does not answer, and connects then', async () => {
    await open({ absent: true });
    await choose();
    await press('Connect');
    await says('The bridge is not open on this computer.');
    expect(help()).to.equal(`${BASE_URL}/token-bridge?lang=en`);
    expect(await accessibilityViolations(signer.element)).to.deep.equal([]);
    bridge.script = {};
    await press('Connect');
    await signer.says(HOLDER);
  });

  it('says that the browser was told to keep the site away', async () => {
    await withProperty(
      navigator.permissions,
      'query',
      async () => ({ state: 'denied' }),
      async () => {
        await open({ absent: true });
        await choose();
        await press('Connect');
        await says('Allow it in the site’s settings');
      },
    );
  });

  for (const [name, script, words] of [
    ['another version', { protocolVersion: 2 }, 'Update the bridge'],
    ['a refusal', { failures: { pair: 'ERR_WEBEID_USER_CANCELLED' } }, 'You cancelled in the bridge.'],
    ['no answer', { failures: { pair: 'ERR_WEBEID_USER_TIMEOUT' } }, 'got no answer in time'],
    ['another request', { failures: { pair: 'ERR_WEBEID_ACTION_PENDING' } }, 'busy with another request'],
    ['no driver', { failures: { getSigningCertificate: 'ERR_BRIDGE_NO_MODULE' } }, 'no driver'],
    ['no token', { failures: { getSigningCertificate: 'ERR_BRIDGE_NO_TOKEN' } }, 'Connect the token or card'],
    [
      'no certificate',
      { failures: { getSigningCertificate: 'ERR_BRIDGE_NO_CERTIFICATE' } },
      'no certificate for signing',
    ],
    ['a fault', { failures: { getSigningCertificate: 'ERR_WEBEID_NATIVE_FATAL' } }, 'could not be used'],
  ] as const satisfies readonly (readonly [string, BridgeScript, string])[])
    it(`tells of ${name}, and lets the signer try again`, async () => {
      await open(script);
      await choose();
      await press('Connect');
      await says(words);
      bridge.script = {};
      await press('Connect');
      await signer.says(HOLDER);
      expect(bridge.connections).to.equal(1);
    });

  for (const [name, script, words] of [
    [
      'the signer refuses',
      { failures: { sign: 'ERR_WEBEID_USER_CANCELLED' } },
      'You cancelled. Nothing was signed.',
    ],
    [
      'the token is locked',
      { failures: { sign: 'ERR_BRIDGE_PIN_LOCKED' } },
      'The token’s password is locked.',
    ],
    ['nobody answers', { failures: { sign: 'ERR_WEBEID_USER_TIMEOUT' } }, 'got no answer in time'],
    ['the token signed something else', { wrong: true }, 'The signature does not match the certificate.'],
  ] as const satisfies readonly (readonly [string, BridgeScript, string])[])
    it(`sends nothing when ${name}`, async () => {
      await open(script);
      await choose();
      await press('Connect');
      await signer.says(HOLDER);
      service.script('POST advance', prepared);
      signer.control('Sign').click();
      await signer.says(words);
      expect(service.count('POST advance')).to.equal(1);
    });

  it('can look again after the bridge was closed', async () => {
    await open();
    await choose();
    await press('Connect');
    await signer.says(HOLDER);
    bridge.stop();
    service.script('POST advance', prepared);
    signer.control('Sign').click();
    await signer.says('The certificate is not available.');
    signer.control('Look again').click();
    await press('Connect');
    await signer.says(HOLDER);
  });

  it('takes its question back when the signer cancels, chooses another source or leaves', async () => {
    await open({ waits: ['pair'] });
    await choose();
    await press('Connect');
    await says('482 913');
    await press('Cancel');
    await says('Connect');
    expect(bridge.connections).to.equal(0);
    await press('Connect');
    await says('482 913');
    signer.control('Change').click();
    await until(() => bridge.connections === 0, 'the end of the connection');
    await choose();
    await press('Connect');
    await says('482 913');
    signer.remove();
    await until(() => bridge.connections === 0, 'the end of the connection');
  });

  it('is told apart from Web PKI by its name, and remembered without being connected', async () => {
    const none = { chains: [], sign: async () => new Uint8Array() };
    const webPki = { library: webPkiStandIn(none, { state: 1 }) };
    await open({}, { webPki });
    await choose('On this computer (signing bridge)');
    signer.remove();
    service.stop();
    await open({}, { webPki });
    await says('connects this page to your token or card');
    expect(bridge.addresses).to.deep.equal([]);
  });
});
