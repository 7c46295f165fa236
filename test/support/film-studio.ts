/** What the tests of the camera step share: the service, one signer at a time, and what must hold after each film. */
import assert from 'node:assert/strict';
import { ensureBuild } from './builds.ts';
import { FilmSigner, type FilmOptions } from './film-camera.ts';
import { setBiometrics } from './set-biometrics.ts';
import { enginesToTest } from './live-browser.ts';
import { startService, type ServiceProcess } from './service-process.ts';

/** Why the films can't be shown here. */
export function withoutFilms(): string | false {
  return enginesToTest().includes('chromium') ? false : 'only Chromium’s camera can show a film';
}

export class FilmStudio {
  #service: ServiceProcess | undefined;
  #signer: FilmSigner | undefined;

  async start(): Promise<void> {
    await ensureBuild('script-tag');
    await ensureBuild('pages');
    this.#service = await startService({ pages: true });
    await setBiometrics(this.#service.url, 'LIVE');
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
  }

  /** A signer before a camera that shows a film. */
  async show(film: string, options: FilmOptions = {}): Promise<FilmSigner> {
    assert(this.#service !== undefined);
    this.#signer = await FilmSigner.open(this.#service.url, film, options);
    return this.#signer;
  }

  /** The film is over. */
  async clear(): Promise<void> {
    await this.#signer?.close();
    this.#signer = undefined;
  }

  /** Nobody but the page's own origin was asked for anything, nothing was refused, and the camera is off. */
  async leavesNothingOn(signer: FilmSigner): Promise<void> {
    const tracks = await signer.tracks();
    assert.ok(tracks.length > 0);
    assert.ok(
      tracks.every(state => state === 'ended'),
      tracks.join(),
    );
    const foreign = signer.origins.filter(origin => origin !== this.#service?.url && origin !== 'null');
    assert.deepEqual(foreign, []);
    assert.deepEqual(await signer.browser.policyViolations(), []);
    assert.deepEqual(await signer.browser.consoleErrors(), []);
  }
}
