import { launchChromium } from '../support/chromium.ts';
import { FilmSigner } from '../support/film-signer.ts';
import { cameraFilm } from '../support/films.ts';
import { startService } from '../support/service-process.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { test as base, type StartServer } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** What the film shows, in its order. */
const ACTIONS = ['TURN_LEFT', 'TURN_RIGHT', 'SMILE'];

interface CameraFixtures {
  /** Signs before the film. */
  readonly filmSigner: FilmSigner;
  /** Starts the examples' server for sessions with a camera step. */
  readonly startCameraServer: StartServer;
}

/** A page whose camera shows the film of a live person, and a service that asks for what the film shows. */
export const test = base.extend<CameraFixtures>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({
        pages: true,
        script: 'test/support/asking-service.ts',
        env: { ASKED_ACTIONS: ACTIONS.join() },
      });
      await setBiometrics(service.url, 'LIVE');
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  browser: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const film = await cameraFilm('live-sequence');
      const browser = await launchChromium(film.file);
      await use(browser);
      await browser.close();
      await film.remove();
    },
    { scope: 'worker' },
  ],

  filmSigner: async ({ page }, use) => use(await FilmSigner.before(page)),

  startCameraServer: ({ startServer }, use) =>
    use((options = {}) => startServer({ ...options, profile: 'BIOMETRIC' })),
});
