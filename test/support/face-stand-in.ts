/** A signer's face before a camera that a test made up: takes the place of what finds faces, and does what is asked. */
import type { FacePose, FaceTracker } from '../../src/face/face-reading.ts';
import { TrackerSupply } from '../../src/face/tracker-supply.ts';

/** A face that looks straight ahead and does nothing. */
export const STILL: FacePose = {
  centreX: 0.5,
  centreY: 0.5,
  width: 0.4,
  height: 0.6,
  yaw: 0,
  pitch: 0,
  roll: 0,
  blink: 0,
  smile: 0,
};

/** What the face does, by the words that ask for it. */
const MOVEMENTS: readonly (readonly [string, Partial<FacePose>])[] = [
  ['to your left', { yaw: 35 }],
  ['to your right', { yaw: -35 }],
  ['Close your eyes', { blink: 0.9 }],
  ['Smile.', { smile: 0.9 }],
];

/** ms for which eyes are closed, and as long again until they close once more. */
const CLOSED_MS = 300;

/** What a signer reads on the screen that asks with this supply. */
function wordsAt(supply: TrackerSupply): string {
  for (const element of document.querySelectorAll('sign-session')) {
    const screen = element.shadowRoot?.querySelector('.screen');
    if (Reflect.get(screen ?? {}, 'supply') === supply) return screen?.shadowRoot?.textContent ?? '';
  }
  return '';
}

/** A JPEG image like no other: a service takes none twice. */
export function facePicture(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 240];
  const context = canvas.getContext('2d');
  for (let x = 0; x < 320; x += 8) {
    if (context !== null) context.fillStyle = `hsl(${Math.random() * 360} 60% 50%)`;
    context?.fillRect(x, 0, 8, 240);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no blob'))), 'image/jpeg');
  });
}

function trackerOf(supply: TrackerSupply): FaceTracker {
  return {
    async track(frame, at) {
      frame.close();
      const words = wordsAt(supply);
      const movement = MOVEMENTS.find(([asked]) => words.includes(asked))?.[1];
      // Other movements last as long as they are asked for.
      const isOpen = movement?.blink !== undefined && at % (2 * CLOSED_MS) > CLOSED_MS;
      return {
        at,
        faces: 1,
        face: { ...STILL, ...(isOpen ? {} : movement) },
        luma: 120,
        sharpness: 200,
        contrast: 50,
      };
    },
    keep: () => undefined,
    picture: facePicture,
    close: () => undefined,
  };
}

/** Has every camera step on this page see that face, in English. @returns what ends it. */
export function standInForFaces(): () => void {
  const { prototype } = TrackerSupply;
  const own = Object.getOwnPropertyDescriptors(prototype);
  Object.assign(prototype, {
    async get(this: TrackerSupply) {
      return trackerOf(this);
    },
    warm: () => undefined,
  });
  return () => {
    Object.defineProperty(prototype, 'get', own.get);
    Object.defineProperty(prototype, 'warm', own.warm);
  };
}
