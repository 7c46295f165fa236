import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CameraError } from '../../camera/camera-problem.ts';
import { nextFrame, showStream } from '../../camera/frame-source.ts';
import { LiveCamera } from '../../camera/live-camera.ts';
import { hasCameras } from '../../camera/preflight.ts';
import { flawOf, type PhotoFlaw } from './photo.ts';

/** Why there is no picture from the camera. */
export type DocumentCameraProblem = 'camera' | 'denied' | 'lost';

export type Facing = 'user' | 'environment';

/** Preferred size in pixels, at which small print is legible. */
const SIZE = { width: 1920, height: 1080 } as const;

/** Interval of measuring the light, ms: a hint must not flicker. */
const LOOK_EVERY = 700;

/** The camera for the document. It is on only while its picture is shown. */
export class DocumentCamera implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #video: () => Promise<HTMLVideoElement | null>;
  #life: AbortController | undefined;
  /** `on`: its picture is shown. */
  state: 'off' | 'opening' | 'on' = 'off';
  facing: Facing = 'environment';
  problem: DocumentCameraProblem | undefined;
  flaw: PhotoFlaw | undefined;

  /** @param video where the picture is shown, from when the camera opens */
  constructor(host: ReactiveControllerHost, video: () => Promise<HTMLVideoElement | null>) {
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
    const { stream } = await LiveCamera.open({ facing, size: SIZE, signal }, { hidden: lost, lost });
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
