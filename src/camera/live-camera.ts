import { openCamera, stopStream, type CameraRequest } from './open-camera.ts';

/** Called when an open camera is turned off. */
export interface CameraListener {
  /** The page was hidden, so the camera is off. */
  hidden(): void;
  /** The camera stopped by itself, for example because it was unplugged or a call came in. */
  lost(): void;
}

/** A camera that is on. It turns off for the first of several reasons, and reports which one. */
export class LiveCamera {
  readonly stream: MediaStream;
  readonly #watch = new AbortController();

  private constructor(stream: MediaStream, listener: CameraListener) {
    this.stream = stream;
    const { signal } = this.#watch;
    const hide = () => {
      this.stop();
      listener.hidden();
    };
    document.addEventListener('visibilitychange', () => document.hidden && hide(), { signal });
    addEventListener('pagehide', hide, { signal });
    for (const track of stream.getTracks()) {
      // A track that we stop ourselves fires no event.
      track.addEventListener(
        'ended',
        () => {
          this.stop();
          listener.lost();
        },
        { signal },
      );
    }
    // The page may have been hidden while the browser's prompt was open.
    if (document.hidden) hide();
  }

  /** Opens a camera. @throws CameraError; when the request's signal aborts, its reason. */
  static async open(request: CameraRequest, listener: CameraListener): Promise<LiveCamera> {
    const camera = new LiveCamera(await openCamera(request), listener);
    if (request.signal.aborted) camera.stop();
    request.signal.throwIfAborted();
    request.signal.addEventListener('abort', () => camera.stop(), {
      once: true,
      signal: camera.#watch.signal,
    });
    return camera;
  }

  get isOn(): boolean {
    return !this.#watch.signal.aborted;
  }

  /** The id of the camera in use, which differs by site. */
  get deviceId(): string | undefined {
    return this.stream.getVideoTracks()[0]?.getSettings().deviceId;
  }

  /** Turns it off. */
  stop(): void {
    this.#watch.abort();
    stopStream(this.stream);
  }
}
