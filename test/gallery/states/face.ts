import type { LaterKey } from '../../../src/i18n/messages/message-keys.ts';
import { CameraStandIn, refusing } from '../../support/camera-stand-in.ts';
import { until } from '../../support/mounted-session.ts';
import { json } from '../../support/scripted-service.ts';
import { HEADING, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import { portraitStream, seeStillFace } from '../still-face.ts';
import { textIn } from '../deep-tree.ts';

const FACE_STEPS = ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'];

const control = (key: LaterKey<'liveness'>): Place => ({ name: words => words.later('liveness').t(key) });
const text = (key: LaterKey<'liveness'>): Place => ({ text: words => words.later('liveness').t(key) });
const PHONE: Place = { name: words => words.later('liveness').t('phone') };
const OPEN_LINK: Place = { name: words => words.later('handover').t('openHere') };

/** A session whose current step is the camera's. */
const faceSession = (mode: 'LIVE' | 'SIMULATED', current = {}) => ({
  ...stepsOf(FACE_STEPS, 1, current),
  biometrics: { mode },
});

const startedLive = () =>
  json({
    sessionId: 'ss_test',
    status: 'ACTIVE',
    livenessSessionId: 'liv_1',
    liveness: {
      mode: 'LIVE',
      nonce: 'n_1',
      actions: ['CENTER', 'TURN_LEFT', 'BLINK'],
      maxFrames: 8,
      maxFrameBytes: 500_000,
      maxSeconds: 60,
    },
  });

const shown = ({ signer }: Scene) => signer.shows('liveness');

/** Turns the camera on, with a browser that has one and can draw. */
async function turnOn(scene: Scene): Promise<void> {
  await shown(scene);
  await scene.press(scene.words.later('liveness').t('start'));
}

const says = (scene: Scene, key: LaterKey<'liveness'>) => scene.says(scene.words.later('liveness').t(key));

function cameras(scene: Scene, ...given: ConstructorParameters<typeof CameraStandIn>): void {
  const standIn = new CameraStandIn(...given);
  scene.onClose(() => standIn.restore());
}

/** A browser in which the signer refused the camera before. */
function refuse(scene: Scene): void {
  scene.replace(navigator.permissions, 'query', () => Promise.resolve({ state: 'denied' }));
}

function inInstagram(scene: Scene): void {
  scene.replace(navigator, 'userAgent', 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/140 Instagram 300.0');
  scene.replace(navigator, 'mediaDevices', undefined);
}

async function toQrCode(scene: Scene): Promise<void> {
  await shown(scene);
  await scene.press(scene.words.later('liveness').t('phone'));
  await until(() => scene.part('svg.qr'), 'the QR code');
}

/** Follows the link as the signer does on their phone: it is used then. */
async function useLink(scene: Scene): Promise<void> {
  const name = scene.words.later('handover').t('openHere');
  const link = await until(() => scene.control(name), 'the link');
  link.addEventListener('click', event => event.preventDefault());
  link.focus();
  link.click();
  await scene.says(scene.words.later('handover').t('opened'));
}

/** The signer's face, and going on with another device. */
export const faceStates: readonly GalleryState[] = [
  {
    name: 'face-intro',
    session: faceSession('LIVE'),
    document: false,
    arrive: shown,
    primary: control('start'),
    seen: [HEADING],
  },
  {
    name: 'face-asking',
    session: faceSession('LIVE'),
    document: false,
    prepare: scene => {
      seeStillFace(scene, () => false);
      cameras(scene, [() => new Promise(() => undefined)]);
    },
    arrive: async scene => {
      await turnOn(scene);
      await says(scene, 'phase.asking');
    },
    seen: [text('phase.asking'), control('stop')],
    focus: [control('stop'), HEADING],
  },
  {
    name: 'face-live',
    session: faceSession('LIVE'),
    document: false,
    prepare: scene => {
      const hint = scene.words.later('liveness').t('hint.TURN_LEFT');
      seeStillFace(scene, () => textIn(scene.element).includes(hint));
      cameras(scene, [portraitStream]);
      scene.service.script('POST advance', startedLive);
    },
    arrive: async scene => {
      await turnOn(scene);
      await says(scene, 'hint.TURN_LEFT');
    },
    seen: [text('hint.TURN_LEFT'), control('stop'), { selector: '.picture' }],
    focus: [control('stop'), HEADING],
  },
  {
    name: 'face-camera-denied',
    session: faceSession('LIVE'),
    document: false,
    prepare: scene => {
      refuse(scene);
      cameras(scene, [refusing('NotAllowedError')]);
    },
    arrive: async scene => {
      await turnOn(scene);
      await says(scene, 'problem.denied');
    },
    primary: control('again'),
    hindered: 'The browser denies the camera until the signer allows it there.',
    seen: [text('problem.denied'), PHONE],
    focus: [control('again'), HEADING],
  },
  {
    name: 'face-no-camera',
    session: faceSession('LIVE'),
    document: false,
    prepare: scene => {
      cameras(scene, [], []);
      const microphone = { kind: 'audioinput', deviceId: '', groupId: '', label: '' };
      scene.replace(navigator.mediaDevices, 'enumerateDevices', () => Promise.resolve([microphone]));
    },
    arrive: async scene => {
      await turnOn(scene);
      await says(scene, 'problem.noCamera');
    },
    // Trying again finds no camera either: the phone has one.
    primary: PHONE,
    seen: [text('problem.noCamera')],
    focus: [control('again'), PHONE, HEADING],
  },
  {
    name: 'face-in-app-browser',
    session: faceSession('LIVE'),
    document: false,
    prepare: inInstagram,
    arrive: async scene => {
      await turnOn(scene);
      await says(scene, 'problem.inAppBrowser');
    },
    seen: [text('problem.inAppBrowser')],
    focus: [HEADING],
  },
  {
    name: 'face-not-passed',
    session: faceSession('LIVE', { attempts: 1, error: 'liveness-failed' }),
    document: false,
    arrive: scene => says(scene, 'refused.check'),
    primary: control('again'),
    seen: [text('refused.check')],
  },
  {
    name: 'face-base-mismatch',
    session: faceSession('LIVE', { attempts: 1, error: 'identity-mismatch' }),
    document: false,
    arrive: async scene => {
      await says(scene, 'refused.data');
    },
    seen: [text('refused.data'), control('again')],
  },
  {
    name: 'face-simulated',
    session: faceSession('SIMULATED'),
    document: false,
    arrive: scene => says(scene, 'simulated.intro'),
    primary: control('simulated.start'),
    seen: [HEADING, text('simulated.intro')],
  },
  {
    name: 'face-simulated-not-passed',
    session: faceSession('SIMULATED', { attempts: 1, error: 'liveness-failed' }),
    document: false,
    arrive: scene => says(scene, 'refused.check'),
    primary: control('simulated.start'),
    seen: [text('refused.check')],
  },
  {
    name: 'handover-qr',
    session: { ...faceSession('LIVE'), hostedUrl: 'https://service.test/s/ss_test' },
    document: false,
    arrive: toQrCode,
    primary: OPEN_LINK,
    seen: [HEADING, { selector: 'svg.qr' }],
    focus: [OPEN_LINK, HEADING],
  },
  {
    name: 'handover-waiting',
    session: { ...faceSession('LIVE'), hostedUrl: 'https://service.test/s/ss_test' },
    document: false,
    arrive: async scene => {
      await toQrCode(scene);
      await useLink(scene);
    },
    primary: { name: words => words.later('handover').t('again') },
    seen: [{ text: words => words.later('handover').t('opened') }],
    focus: [{ name: words => words.later('handover').t('again') }, HEADING],
  },
];
