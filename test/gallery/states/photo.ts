import type { LaterKey } from '../../../src/i18n/messages/message-keys.ts';
import { CameraStandIn } from '../../support/camera-stand-in.ts';
import { looking, PHOTO_STEP } from '../../support/document-sheet.ts';
import { until } from '../../support/mounted-session.ts';
import { HEADING, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

const control = (key: LaterKey<'documentPhoto'>): Place => ({
  name: words => words.later('documentPhoto').t(key),
});

const text = (key: LaterKey<'documentPhoto'>): Place => ({
  text: words => words.later('documentPhoto').t(key),
});

const shown = ({ signer }: Scene) => signer.shows('document-photo');

function withCamera(scene: Scene): void {
  const cameras = new CameraStandIn([looking()], ['Back camera']);
  scene.onClose(() => cameras.restore());
}

/** Turns the camera on, and waits for its picture. */
async function toCamera(scene: Scene): Promise<void> {
  const { t } = scene.words.later('documentPhoto');
  await shown(scene);
  await scene.press(t('camera'));
  await scene.says(t('place'));
  await until(() => {
    const video = scene.part('video');
    return video instanceof HTMLVideoElement && video.videoWidth > 0;
  }, 'a picture');
}

async function toPhoto(scene: Scene): Promise<void> {
  await toCamera(scene);
  await scene.press(scene.words.later('documentPhoto').t('take'));
  await until(() => scene.part('.picture canvas'), 'the photo');
}

/** The photo of an identity document. */
export const photoStates: readonly GalleryState[] = [
  {
    name: 'photo-choose',
    session: { steps: [PHOTO_STEP] },
    document: false,
    arrive: shown,
    primary: control('camera'),
    seen: [HEADING, control('file')],
  },
  {
    name: 'photo-camera',
    session: { steps: [PHOTO_STEP] },
    document: false,
    prepare: withCamera,
    arrive: toCamera,
    primary: control('take'),
    seen: [{ selector: 'video' }],
    focus: [control('take'), HEADING],
  },
  {
    name: 'photo-taken',
    session: { steps: [PHOTO_STEP] },
    document: false,
    prepare: withCamera,
    arrive: toPhoto,
    primary: control('submit'),
    seen: [{ selector: '.picture canvas' }, { text: words => words.later('documentPhoto').t('check') }],
    // Not the button that sends it: a key that is held down would send it unseen.
    focus: [{ selector: '.picture canvas' }],
  },
  {
    name: 'photo-mismatch',
    session: { steps: [{ ...PHOTO_STEP, attempts: 1, error: 'photo-mismatch' }] },
    document: false,
    arrive: async scene => {
      await shown(scene);
      await scene.says(scene.words.later('documentPhoto').t('problem.mismatch'));
    },
    primary: control('camera'),
    seen: [text('problem.mismatch')],
  },
];
