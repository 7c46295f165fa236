/** A signer before a camera that shows a film, on the hosted page of a real service. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { judgeLiveness, type LivenessVerdict } from '../../demo/service/src/biometrics/liveness-judgement.ts';
import {
  livenessReportSchema,
  type LivenessAction,
} from '../../demo/service/src/biometrics/liveness-challenge.ts';
import { readFilmPage, WATCH_CAMERA, WITHOUT_FACE_WORKER } from './film-page.ts';
import { cameraFilm, type CameraFilm } from './films.ts';
import { Integrator } from './integrator.ts';
import { openChromium, type LiveBrowser } from './live-browser.ts';
import type { ViewportSize } from './live-page.ts';
import { Signer } from './signer.ts';
import { onePagePdf } from './small-pdf.ts';

/** A film plays at its own pace, and a busy machine makes it slower. */
const PATIENCE = 120_000;

export interface FilmOptions {
  /** Where the films are; default: those of the repository. */
  readonly films?: string | undefined;
  /** The browser can't run the landmarker in a worker. */
  readonly withoutWorker?: boolean;
  readonly viewport?: ViewportSize;
  /** Runs in the page before its own scripts. */
  readonly script?: string;
}

export class FilmSigner {
  readonly browser: LiveBrowser;
  readonly page: Page;
  readonly #requests: Request[] = [];
  readonly #film: CameraFilm;
  readonly #options: FilmOptions;
  /** What the service asked for, in place of chance. */
  #actions: readonly LivenessAction[] | undefined;

  private constructor(browser: LiveBrowser, page: Page, film: CameraFilm, options: FilmOptions) {
    this.browser = browser;
    this.page = page;
    this.#film = film;
    this.#options = options;
    page.on('request', request => this.#requests.push(request));
  }

  /** Opens a browser whose camera shows a film. Close it. */
  static async launch(name: string, options: FilmOptions = {}): Promise<FilmSigner> {
    const { films, withoutWorker = false, script = '', viewport } = options;
    const film = await cameraFilm(name, films);
    const { browser, page } = await openChromium({ film: film.file, ...(viewport && { viewport }) });
    const signer = new FilmSigner(browser, page, film, options);
    const scripts = [WATCH_CAMERA, withoutWorker ? WITHOUT_FACE_WORKER : '', script];
    await page.addInitScript({ content: scripts.join('\n') });
    return signer;
  }

  /** Opens a browser whose camera shows a film, at the liveness step of a new session. */
  static async open(service: string, film: string, options: FilmOptions = {}): Promise<FilmSigner> {
    const signer = await FilmSigner.launch(film, options);
    try {
      const session = await new Integrator(service).createSession(onePagePdf('Contrato'), {
        policy: { profile: 'BIOMETRIC' },
        locale: 'en',
      });
      const person = new Signer(signer.browser);
      await person.open(session.link);
      await person.seesDocument();
      await person.accepts();
      await signer.reads('Show that it is you');
      return signer;
    } catch (error) {
      await signer.close();
      throw error;
    }
  }

  /** From now on the page is asked for these actions: chance would rarely choose those of a film. */
  async asked(...actions: readonly LivenessAction[]): Promise<void> {
    this.#actions = actions;
    await this.page.route('**/advance', async route => {
      if (!(route.request().postData() ?? '').includes('start_liveness')) return route.continue();
      const response = await route.fetch();
      const answer: unknown = await response.json();
      const { liveness, ...rest } = Object(answer);
      return route.fulfill({ response, json: { ...rest, liveness: { ...Object(liveness), actions } } });
    });
  }

  /** Turns the camera on: with a page that would find a face at once, as most signers have read for long enough. */
  async starts(words = 'Turn the camera on'): Promise<void> {
    if (this.#options.withoutWorker !== true) await this.isWarm();
    await this.browser.click({ selector: 'button', text: words });
  }

  /** Waits until the worker would find a face at once. */
  async isWarm(): Promise<void> {
    await this.browser.waitFor(() => Object(Reflect.get(globalThis, 'film')).ready, undefined, PATIENCE);
  }

  /** How much of the model came over the network to the page as it was loaded last, bytes. */
  fetchedModelBytes(): Promise<number> {
    return this.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/face_landmarker.task'))
        .reduce(
          (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0),
          0,
        ),
    );
  }

  /** Waits until the step says something. */
  async reads(words: string): Promise<void> {
    await this.browser.waitFor(
      wanted => {
        const screen = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
        return screen?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').includes(wanted);
      },
      words,
      PATIENCE,
    );
  }

  /** The states of all camera tracks that the page was given. */
  async tracks(): Promise<readonly string[]> {
    return (await this.browser.evaluate(readFilmPage)).tracks;
  }

  /** Does a worker find the faces? */
  async hasWorker(): Promise<boolean> {
    return (await this.browser.evaluate(readFilmPage)).ready;
  }

  /** Where the page and its workers asked. */
  get origins(): string[] {
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

  /** What the service's own judgement says of what was sent, had it asked for these actions. */
  verdict(): LivenessVerdict {
    const frames = this.#requests
      .filter(request => request.method() === 'PUT')
      .map((request, index) => {
        const picture = request.postDataBuffer();
        assert(picture !== null);
        assert.equal(picture.subarray(0, 2).toString('hex'), 'ffd8', 'a JPEG image');
        return { index, sha256: createHash('sha256').update(picture).digest('hex') };
      });
    const completion = this.#requests.find(request => request.postData()?.includes('complete_liveness'));
    const body: unknown = completion?.postDataJSON();
    const { liveness } = Object(body);
    const report = livenessReportSchema.parse(liveness);
    const now = new Date();
    const attempt = {
      livenessSessionId: 'liv_test',
      sessionId: 'ss_test',
      mode: 'LIVE' as const,
      nonce: report.nonce,
      actions: this.#actions ?? [],
      startedAt: new Date(now.getTime() - PATIENCE),
    };
    return judgeLiveness(attempt, report, frames, now);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#film.remove();
  }
}
