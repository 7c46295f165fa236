import { openCamera, stopStream, type CameraRequest } from './open-camera.ts';

/** What becomes of a camera that is open. */
export interface CameraListener {
  /** The page went out of sight: the camera is off. */
  hidden(): void;
  /** The camera stopped by itself: unplugged, taken by a call. */
  lost(): void;
}

/** A camera that is on. It goes off with the first reason for it, and says which one it was. */
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
    // The page may have gone while the browser was still asking.
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

  /** The camera in use, by the id that the browser gives it on this site. */
  get deviceId(): string | undefined {
    return this.stream.getVideoTracks()[0]?.getSettings().deviceId;
  }

  /** Turns it off. */
  stop(): void {
    this.#watch.abort();
    stopStream(this.stream);
  }
}
