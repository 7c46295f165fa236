import type { LaterKey } from '../../../src/i18n/messages/message-keys.ts';
import { openCertificate } from '../../support/certificate-form.ts';
import { FakeBridge, type BridgeScript } from '../../support/fake-bridge.ts';
import { until } from '../../support/mounted-session.ts';
import { json, silence } from '../../support/scripted-service.ts';
import { webPkiStandIn } from '../../support/web-pki.ts';
import { HEADING, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

/** The test certificates are of the end of 2026: the service's clock stands there. */
const SESSION = {
  ...stepsOf(['DIGITAL_SIGN_A1']),
  serverTime: '2026-12-01T12:00:00Z',
  expiresAt: '2026-12-01T13:00:00Z',
};

/** Where the widget keeps which source was chosen last. */
const LAST_SOURCE = 'sign-session-certificate-source';

const control = (key: LaterKey<'certificate'>): Place => ({
  name: words => words.later('certificate').t(key),
});
const text = (key: LaterKey<'certificate'>, values: Record<string, string> = {}): Place => ({
  text: words => words.later('certificate').t(key, values),
});
const FIRST_PROVIDER: Place = { selector: 'input[name="provider"]' };
const PASSWORD_FIELD: Place = { selector: 'input[type="password"]' };
const NO_TOKEN = { chains: [], sign: async () => new Uint8Array() };

const says = (scene: Scene, key: LaterKey<'certificate'>) =>
  scene.says(scene.words.later('certificate').t(key));

const shown = async ({ signer }: Scene) => {
  await signer.shows('certificate');
  await signer.hears('sign-ready');
};

async function certificateFile(): Promise<File> {
  const response = await fetch('/test/assets/certificates/modern-default.p12');
  return new File([await response.blob()], 'maria.p12');
}

async function open(scene: Scene, password: string): Promise<void> {
  await shown(scene);
  // The signer has pressed “Open”, which is removed with the form.
  (await until(() => scene.part('button[type="submit"]'), 'the form')).focus();
  await openCertificate(scene.signer, await certificateFile(), password);
}

/** A session whose service has two providers, as the newest authorisation stands. */
const inCloud = (authorization?: { readonly status: string; readonly error?: string }) => ({
  ...SESSION,
  cloud: {
    providers: [
      { providerId: 'vidaas', name: 'VIDaaS' },
      { providerId: 'birdid', name: 'BirdID' },
    ],
    ...(authorization && { authorization: { providerId: 'vidaas', ...authorization } }),
  },
});

/** A session whose certificate may be in many places. */
const EVERY_WAY = {
  ...SESSION,
  certificateSources: ['FILE', 'TOKEN', 'GOV_BR'],
  govBr: { portalUrl: 'https://assinador.iti.br/' },
  cloud: {
    providers: ['VIDaaS', 'BirdID', 'SafeID', 'NeoID', 'RemoteID', 'DesktopID', 'Vault ID'].map(name => ({
      providerId: name.toLowerCase().replaceAll(' ', ''),
      name,
    })),
  },
};

/** The signer chooses the token bridge; `script` is how it behaves when they connect. */
const withBridge = (script: BridgeScript) => ({
  session: SESSION,
  prepare: (scene: Scene) => {
    const token = { certificate: new Uint8Array(), signDigest: () => new Uint8Array() };
    scene.replace(globalThis, 'WebSocket', new FakeBridge(token, script).WebSocket);
    scene.onClose(() => localStorage.removeItem(LAST_SOURCE));
  },
});

async function chooseBridge(scene: Scene): Promise<void> {
  scene.element.setAttribute('token-bridge', '');
  await shown(scene);
  await scene.press(scene.words.later('certificate').t('way.token'));
  await says(scene, 'token.connect');
}

/** A session that may be signed at the portal, as the service gave the last file back. */
const atPortal = (error?: string) => ({
  ...SESSION,
  ...stepsOf(['DIGITAL_SIGN_A1'], 0, error === undefined ? {} : { error }),
  certificateSources: ['FILE', 'GOV_BR'],
  govBr: { portalUrl: 'https://assinador.iti.br/' },
});

async function choosePortal(scene: Scene): Promise<void> {
  scene.onClose(() => localStorage.removeItem(LAST_SOURCE));
  await shown(scene);
  await scene.press(scene.words.later('certificate').t('way.govBr'));
  await says(scene, 'gov-br.download');
}

async function connect(scene: Scene): Promise<void> {
  await chooseBridge(scene);
  const button = await until(() => scene.control(scene.words.later('certificate').t('token.connect')), 'it');
  button.focus();
  button.click();
}

/** A page of this site that is none of the service's, in place of one that may not be framed. */
const NOT_FRAMED = '/gallery.css?h=c0de';

/** Signing with a digital certificate. */
export const certificateStates: readonly GalleryState[] = [
  {
    name: 'certificate-where',
    session: EVERY_WAY,
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'way.label');
    },
    seen: [HEADING, control('way.cloud'), control('way.file')],
  },
  {
    name: 'certificate-cloud-providers',
    session: EVERY_WAY,
    prepare: ({ service }) => service.script('POST session', () => json({ providers: [] })),
    arrive: async scene => {
      scene.onClose(() => localStorage.removeItem(LAST_SOURCE));
      await shown(scene);
      await scene.press(scene.words.later('certificate').t('way.cloud'));
      await says(scene, 'cloud.providers');
    },
    primary: control('cloud.authorize'),
    seen: [HEADING, FIRST_PROVIDER],
    focus: [HEADING],
  },
  {
    name: 'certificate-choose',
    session: SESSION,
    arrive: shown,
    primary: control('file.open'),
    hindered: 'It opens the file that is chosen above it.',
    seen: [HEADING, control('file.choose')],
  },
  {
    name: 'certificate-password',
    session: SESSION,
    arrive: async scene => {
      await shown(scene);
      const chooser = await until(() => scene.part('input[type="file"]'), 'the field for files');
      if (!(chooser instanceof HTMLInputElement)) return;
      const transfer = new DataTransfer();
      transfer.items.add(await certificateFile());
      chooser.files = transfer.files;
      chooser.dispatchEvent(new Event('change'));
      await scene.says('maria.p12');
    },
    primary: control('file.open'),
    seen: [{ text: () => 'maria.p12' }, PASSWORD_FIELD],
    focus: [PASSWORD_FIELD],
  },
  {
    name: 'certificate-wrong-password',
    session: SESSION,
    arrive: async scene => {
      await open(scene, 'wrong');
      await says(scene, 'error.password');
    },
    primary: control('file.open'),
    seen: [text('error.password'), PASSWORD_FIELD],
    focus: [PASSWORD_FIELD],
  },
  {
    name: 'certificate-ready',
    session: SESSION,
    arrive: async scene => {
      await open(scene, 'Senha#123');
      await says(scene, 'facts.match');
    },
    primary: control('submit'),
    seen: [HEADING, text('facts.match')],
    focus: [HEADING],
  },
  {
    name: 'certificate-other-holder',
    session: { ...SESSION, signer: { name: 'José Souza', maskedCpf: '***.456.789-**' } },
    arrive: async scene => {
      await open(scene, 'Senha#123');
      await says(scene, 'problem.otherHolder');
    },
    primary: control('file.another'),
    seen: [text('problem.otherHolder')],
    focus: [HEADING],
  },
  {
    name: 'certificate-cloud-pending',
    session: inCloud({ status: 'pending' }),
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'cloud.cancel');
    },
    primary: control('cloud.openAgain'),
    seen: [
      text('cloud.pending', { name: 'VIDaaS' }),
      text('cloud.maybeClosed', { name: 'VIDaaS' }),
      control('cloud.cancel'),
    ],
  },
  {
    name: 'certificate-cloud-denied',
    session: inCloud({ status: 'failed', error: 'denied' }),
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'cloud.denied');
    },
    primary: control('cloud.authorize'),
    seen: [text('cloud.denied'), FIRST_PROVIDER],
  },
  {
    name: 'certificate-cloud-identified',
    session: inCloud({ status: 'identified' }),
    // It is prepared at once.
    prepare: ({ service }) => service.script('POST advance', silence),
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'cloud.identified');
    },
    primary: control('cloud.opening'),
    seen: [text('cloud.identified')],
  },
  {
    name: 'certificate-cloud-too-many-documents',
    session: inCloud({ status: 'failed', error: 'too-many-documents' }),
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'cloud.too-many-documents');
    },
    primary: control('cloud.another'),
    seen: [text('cloud.too-many-documents')],
  },
  {
    name: 'certificate-token-not-installed',
    session: SESSION,
    properties: { webPki: { library: webPkiStandIn(NO_TOKEN, { state: 1 }) } },
    arrive: async scene => {
      await shown(scene);
      await scene.press(scene.words.later('certificate').t('way.token'));
      await says(scene, 'bridge.missing');
    },
    primary: control('bridge.install'),
    seen: [text('bridge.missing')],
    focus: [HEADING],
  },
  {
    name: 'certificate-bridge-connect',
    ...withBridge({}),
    arrive: chooseBridge,
    primary: control('token.connect'),
    seen: [text('token.intro')],
    focus: [HEADING],
  },
  {
    name: 'certificate-bridge-number',
    ...withBridge({ waits: ['pair'] }),
    arrive: async scene => {
      await connect(scene);
      await says(scene, 'token.pairing');
    },
    primary: control('token.cancel'),
    seen: [text('token.pairing'), { selector: '.number' }],
    focus: [control('token.cancel')],
  },
  {
    name: 'certificate-bridge-absent',
    ...withBridge({ absent: true }),
    arrive: async scene => {
      await connect(scene);
      await says(scene, 'token.absent');
    },
    primary: control('token.connect'),
    hindered: 'The bridge still does not answer.',
    seen: [text('token.absent'), control('token.help')],
    focus: [control('token.connect')],
  },
  {
    name: 'certificate-bridge-blocked',
    ...withBridge({ absent: true }),
    arrive: async scene => {
      scene.replace(navigator.permissions, 'query', async () => ({ state: 'denied' }));
      await connect(scene);
      await says(scene, 'token.blocked');
    },
    primary: control('token.connect'),
    hindered: 'The browser still refuses.',
    seen: [text('token.blocked')],
    focus: [control('token.connect')],
  },
  {
    name: 'certificate-gov-br',
    session: atPortal(),
    arrive: choosePortal,
    primary: control('gov-br.download'),
    seen: [HEADING, control('gov-br.download')],
    focus: [HEADING],
  },
  {
    name: 'certificate-gov-br-changed',
    session: atPortal('document-changed'),
    prepare: scene => {
      localStorage.setItem(LAST_SOURCE, 'gov-br');
      scene.onClose(() => localStorage.removeItem(LAST_SOURCE));
    },
    arrive: async scene => {
      await shown(scene);
      await says(scene, 'gov-br.changed');
      await says(scene, 'gov-br.download');
    },
    primary: control('gov-br.download'),
    seen: [text('gov-br.changed')],
  },
  {
    name: 'certificate-frame-blocked',
    session: { ...SESSION, hostedUrl: `${location.origin}/s/ss_test` },
    properties: { certificateFrame: true },
    prepare: ({ service }) =>
      service.script('POST handover', () =>
        json({ url: new URL(NOT_FRAMED, location.origin).href, expiresAt: '2026-12-01T12:05:00Z' }),
      ),
    arrive: async scene => {
      await scene.signer.shows('certificate-frame');
      await scene.says(scene.words.later('certificateFrame').t('blocked'));
      await until(() => scene.control(scene.words.later('handover').t('open')), 'the link');
    },
    primary: { name: words => words.later('handover').t('open') },
    seen: [{ text: words => words.later('certificateFrame').t('blocked') }],
  },
];
