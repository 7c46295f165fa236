/** The camera before an identity document, and the photo that it takes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nextFrame, showStream } from '../../camera/frame-source.ts';
import { LiveCamera } from '../../camera/open-camera.ts';
import { CameraError, hasCameras } from '../../camera/preflight.ts';
import { lightOf } from '../../face/frame-light.ts';

/** What makes a photo hard to read. It may be sent all the same, because the service decides. */
type PhotoFlaw = 'dark' | 'bright' | 'blurred';

/** Why a picture can't be sent. */
export type PhotoProblem = 'small' | 'unreadable';

export class PhotoError extends Error {
  override readonly name = 'PhotoError';
  readonly problem: PhotoProblem;

  constructor(problem: PhotoProblem, options?: ErrorOptions) {
    super(`The picture cannot be used: ${problem}.`, options);
    this.problem = problem;
  }
}

/** A photo, ready to be reviewed and sent. */
export interface Photo {
  /** JPEG, without the camera's metadata (where and when it was taken). */
  readonly jpeg: Blob;
  readonly canvas: HTMLCanvasElement;
  readonly flaw: PhotoFlaw | undefined;
}

/** Pixels of the longer side: small print is legible, and the photo is far below the service's size limit. */
const LONGEST_SIDE = 2000;
/** The service refuses photos with a shorter side, in pixels. */
const SHORTEST_SIDE = 300;
const QUALITY = 0.88;

/** The size at which light and focus are measured, on which the thresholds depend. */
const MEASURED_WIDTH = 640;
/** Mean luma; a page under a lamp has 120 to 200. */
const DARK = 55;
const BRIGHT = 232;
/** Variance of the Laplacian at that size; print in focus has hundreds. */
const BLURRED = 25;

/**
 * Makes a photo from a file or a camera's picture, which it closes.
 * @throws PhotoError
 */
export async function photoOf(source: Blob | ImageBitmap): Promise<Photo> {
  const bitmap = source instanceof Blob ? await decoded(source) : source;
  try {
    if (Math.min(bitmap.width, bitmap.height) < SHORTEST_SIDE) throw new PhotoError('small');
    const canvas = drawn(bitmap, Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height)));
    return { jpeg: await encoded(canvas), canvas, flaw: flawOf(bitmap) };
  } finally {
    bitmap.close();
  }
}

/** What is wrong with the light or the focus of a picture; undefined for nothing. */
function flawOf(picture: ImageBitmap): PhotoFlaw | undefined {
  const small = drawn(picture, MEASURED_WIDTH / picture.width);
  const pixels = small.getContext('2d')?.getImageData(0, 0, small.width, small.height).data;
  if (pixels === undefined) return undefined;
  const { luma, sharpness } = lightOf(pixels, small.width);
  if (luma < DARK) return 'dark';
  if (luma > BRIGHT) return 'bright';
  return sharpness < BLURRED ? 'blurred' : undefined;
}

async function decoded(source: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(source);
  } catch (cause) {
    throw new PhotoError('unreadable', { cause });
  }
}

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob === null ? reject(new PhotoError('unreadable')) : resolve(blob)),
      'image/jpeg',
      QUALITY,
    );
  });
}

/** The photo as it is sent: base64 (RFC 4648, 4). */
export async function base64Of(jpeg: Blob): Promise<string> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x80_00) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  }
  return btoa(binary);
}

/** Why there is no picture from the camera. */
export type DocumentCameraProblem = 'camera' | 'denied' | 'lost';

export type Facing = 'user' | 'environment';

/** Preferred size in pixels, at which small print is legible. */
const SIZE = { width: 1920, height: 1080 } as const;

/** Interval of measuring the light, ms: a hint must not flicker. */
const LOOK_EVERY = 700;

/** The camera for the document. It is on only while its picture is shown. */
export class DocumentCamera implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #video: () => Promise<HTMLVideoElement | null>;
  #life: AbortController | undefined;
  /** `on`: its picture is shown. */
  state: 'off' | 'opening' | 'on' = 'off';
  facing: Facing = 'environment';
  problem: DocumentCameraProblem | undefined;
  flaw: PhotoFlaw | undefined;

  /** @param video where the picture is shown, from when the camera opens */
  constructor(host: ReactiveControllerHost & Element, video: () => Promise<HTMLVideoElement | null>) {
    this.#host = host;
    this.#video = video;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  get possible(): boolean {
    return globalThis.isSecureContext && hasCameras();
  }

  /** Turns on the camera of one side of the phone, instead of the one that is on. */
  async start(facing: Facing): Promise<void> {
    this.stop();
    const life = new AbortController();
    this.#life = life;
    this.facing = facing;
    this.problem = undefined;
    this.#show('opening');
    try {
      await this.#run(facing, life.signal);
    } catch (error) {
      if (life.signal.aborted) return;
      this.stop(problemOf(error));
      if (!(error instanceof CameraError)) throw error;
    }
  }

  /** The next picture, which the caller closes; undefined when the camera went off instead. */
  async picture(): Promise<ImageBitmap | undefined> {
    const video = await this.#video();
    const signal = this.#life?.signal;
    if (video === null || signal === undefined) return undefined;
    try {
      return (await nextFrame(video, signal)).bitmap;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.stop(problemOf(error));
      if (!(error instanceof CameraError)) throw error;
      return undefined;
    }
  }

  /** Turns it off. */
  stop(problem?: DocumentCameraProblem): void {
    this.#life?.abort();
    this.problem = problem;
    this.flaw = undefined;
    this.#show('off');
  }

  async #run(facing: Facing, signal: AbortSignal): Promise<void> {
    const lost = () => this.stop('lost');
    const { stream } = await LiveCamera.open(
      { facing, size: SIZE, signal },
      { screen: this.#host, hidden: lost, lost },
    );
    const video = await this.#video();
    if (video === null) throw new CameraError('lost');
    await showStream(video, stream, signal);
    for (let looked = 0; ;) {
      const { bitmap, at } = await nextFrame(video, signal);
      // Firefox knows the picture's size before it lays it out: a shutter shown earlier would move.
      if (this.state === 'opening') this.#show('on');
      if (at - looked >= LOOK_EVERY) {
        looked = at;
        this.#hint(flawOf(bitmap));
      }
      bitmap.close();
    }
  }

  #hint(flaw: PhotoFlaw | undefined): void {
    if (flaw === this.flaw) return;
    this.flaw = flaw;
    this.#host.requestUpdate();
  }

  #show(state: DocumentCamera['state']): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}

function problemOf(error: unknown): DocumentCameraProblem {
  const problem = error instanceof CameraError ? error.problem : undefined;
  if (problem === 'denied' || problem === 'dismissed') return 'denied';
  return problem === 'lost' ? problem : 'camera';
}
