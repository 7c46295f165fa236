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

/** A browser that can't run the landmarker in a worker. */
export const WITHOUT_FACE_WORKER = `
  const AnyWorker = Worker;
  globalThis.Worker = class extends AnyWorker {
    constructor(url, options) {
      if (options?.name === 'sign-session-face') throw new DOMException('No such worker here', 'SecurityError');
      super(url, options);
    }
  };`;
