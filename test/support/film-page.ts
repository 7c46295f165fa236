/* Scripts that run in a page before its own, where a film is the camera. What they see is in `globalThis.film`. */

/** What the page of a film tells. */
export interface FilmPage {
  /** The states of all tracks that the page was given: `live`, `ended`. */
  readonly tracks: readonly string[];
  /** Can faces be found from now on without waiting? */
  readonly ready: boolean;
}

/** Runs in the page. */
export function readFilmPage(): FilmPage {
  const film: unknown = Reflect.get(globalThis, 'film');
  const { tracks = [], ready = false } = Object(film);
  return { tracks: tracks.map((track: MediaStreamTrack) => track.readyState), ready };
}

/** Keeps every track that the page was given, and notes when the worker that finds faces has begun. */
export const WATCH_CAMERA = `
  globalThis.film = { tracks: [], ready: false };
  const ask = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
  if (ask) navigator.mediaDevices.getUserMedia = async constraints => {
    const stream = await ask(constraints);
    film.tracks.push(...stream.getTracks());
    return stream;
  };
  globalThis.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      if (options?.name !== 'sign-session-face') return;
      this.addEventListener('message', ({ data }) => {
        if (data?.result?.kind === 'done') film.ready = true;
      });
    }
  };`;

/**
 * Has the page's camera open only when the film has come to a place, for films whose order matters.
 *
 * @param place ms from the film's beginning, as it plays here: a busy machine plays it up to a twentieth slower.
 */
export const openingAt = (place: number): string => `
  {
    // Another look at the same camera: whoever opens it meanwhile sees the film where it is.
    const stream = ask({ video: { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'user' } } });
    const canvas = new OffscreenCanvas(32, 24);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const video = Object.assign(document.createElement('video'), { muted: true });
    // Every round shows the same pictures: the first one tells when each comes.
    const places = new Map();
    let began;
    let here;
    const look = () => {
      setTimeout(look, 20);
      if (video.videoWidth === 0) return;
      context.drawImage(video, 0, 0, 32, 24);
      const picture = context.getImageData(0, 0, 32, 24).data.join();
      began ??= performance.now();
      const now = performance.now() - began;
      if (!places.has(picture)) places.set(picture, now);
      here = now - places.get(picture) > 1000 ? places.get(picture) : undefined;
    };
    void stream.then(camera => {
      video.srcObject = camera;
      return video.play();
    }).then(look);
    const open = navigator.mediaDevices.getUserMedia;
    navigator.mediaDevices.getUserMedia = async constraints => {
      while (!(here >= ${place} && here < ${place + 400})) await new Promise(resolve => setTimeout(resolve, 10));
      return open(constraints);
    };
  }`;

/** A browser that can't run the landmarker in a worker. */
export const WITHOUT_FACE_WORKER = `
  const AnyWorker = Worker;
  globalThis.Worker = class extends AnyWorker {
    constructor(url, options) {
      if (options?.name === 'sign-session-face') throw new DOMException('No such worker here', 'SecurityError');
      super(url, options);
    }
  };`;
