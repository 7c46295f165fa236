import { TrackerSupply } from '../../src/face/tracker-supply.ts';
import { facePicture, STILL } from '../support/face-stand-in.ts';
import type { Scene } from './scene.ts';

/**
 * Has the camera step see a face that keeps still, in place of the model. Once `isHeld` says so it sees no further
 * frame, so that the state stays as it is and no limit of time ends it.
 */
export function seeStillFace(scene: Scene, isHeld: () => boolean): void {
  const { prototype } = TrackerSupply;
  scene.replace(prototype, 'warm', () => undefined);
  scene.replace(prototype, 'get', async () => ({
    track: (frame: ImageBitmap, at: number) => {
      frame.close();
      if (isHeld()) return new Promise(() => undefined);
      return Promise.resolve({ at, faces: 1, face: STILL, luma: 120, sharpness: 200 });
    },
    keep: () => undefined,
    picture: facePicture,
    close: () => undefined,
  }));
}

/** A camera that films a portrait. */
export async function portraitStream(): Promise<MediaStream> {
  const response = await fetch('/test/assets/faces/sally-ride-1984.jpg');
  const portrait = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(10);
  const scale = Math.max(640 / portrait.width, 480 / portrait.height) * 0.75;
  const [width, height] = [portrait.width * scale, portrait.height * scale];
  const draw = () => context?.drawImage(portrait, (640 - width) / 2, (480 - height) / 2, width, height);
  draw();
  // A canvas that nobody draws on gives no pictures.
  const timer = setInterval(() => {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer);
    else draw();
  }, 50);
  return stream;
}
