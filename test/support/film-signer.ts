import { expect, type Page, type Request } from '@playwright/test';
import type { LivenessAction } from '../../packages/service/src/domain/liveness-challenge.ts';
import { Signer } from './signer.ts';

/** A film plays at its own pace, and a busy machine makes it slower. */
const FILM_MS = 90_000;

export interface FilmOptions {
  /** The browser can't run the landmarker in a worker. */
  readonly withoutWorker?: boolean;
  /** Runs in the page before its own scripts. */
  readonly script?: string;
}

/* Scripts that run in the page before its own. What they see is in `globalThis.film`. */

/** Keeps every track that the page was given, and notes when the worker that finds faces has begun. */
const WATCH_CAMERA = `
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

const WITHOUT_FACE_WORKER = `
  const AnyWorker = Worker;
  globalThis.Worker = class extends AnyWorker {
    constructor(url, options) {
      if (options?.name === 'sign-session-face') throw new DOMException('No such worker here', 'SecurityError');
      super(url, options);
    }
  };`;

/** A signer before a camera that shows a film. */
export class FilmSigner extends Signer {
  readonly #requests: Request[] = [];
  readonly #hasWorker: boolean;

  private constructor(page: Page, hasWorker: boolean) {
    super(page);
    this.#hasWorker = hasWorker;
    page.on('request', request => this.#requests.push(request));
  }

  /** @param page which has not opened the session yet */
  static async before(
    page: Page,
    { withoutWorker = false, script = '' }: FilmOptions = {},
  ): Promise<FilmSigner> {
    const scripts = [WATCH_CAMERA, withoutWorker ? WITHOUT_FACE_WORKER : '', script];
    await page.addInitScript({ content: scripts.join('\n') });
    return new FilmSigner(page, !withoutWorker);
  }

  /** From now on the page is asked for these actions: chance would rarely choose those of a film. */
  async asked(...actions: readonly LivenessAction[]): Promise<void> {
    await this.page.route('**/advance', async route => {
      if (!(route.request().postData() ?? '').includes('start_liveness')) return route.continue();
      const response = await route.fetch();
      const { liveness, ...rest }: { liveness: object } = await response.json();
      return route.fulfill({ response, json: { ...rest, liveness: { ...liveness, actions } } });
    });
  }

  /** Turns the camera on: with a page that would find a face at once, as most signers have read for long enough. */
  async starts(words = 'Turn the camera on'): Promise<void> {
    if (this.#hasWorker) {
      await expect.poll(async () => (await this.#film()).ready, { timeout: FILM_MS }).toBe(true);
    }
    await this.presses(words);
  }

  override async reads(words: string | RegExp): Promise<void> {
    await expect(this.screen).toContainText(words, { timeout: FILM_MS });
  }

  /** The states of all camera tracks that the page was given. */
  async tracks(): Promise<readonly string[]> {
    return (await this.#film()).tracks;
  }

  /** Where the page and its workers asked. */
  get origins(): readonly string[] {
    return [...new Set(this.#requests.map(request => new URL(request.url()).origin))];
  }

  /** How many attempts were begun at the service. */
  get begun(): number {
    return this.#requests.filter(request => request.postData()?.includes('start_liveness')).length;
  }

  /** How many frames were sent. */
  get sent(): number {
    return this.#requests.filter(request => request.method() === 'PUT').length;
  }

  #film(): Promise<{ tracks: readonly string[]; ready: boolean }> {
    return this.page.evaluate(() => {
      const film: { tracks: readonly MediaStreamTrack[]; ready: boolean } = Reflect.get(globalThis, 'film');
      return { tracks: film.tracks.map(track => track.readyState), ready: film.ready };
    });
  }
}
