import type { LivenessAction } from '../../packages/service/src/domain/liveness-challenge.ts';
import { cameraFilm } from '../support/films.ts';
import { FilmSigner } from '../support/film-signer.ts';
import { Integrator } from '../support/integrator.ts';
import { readQrOnScreen } from '../support/qr-on-screen.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import type { Signer } from '../support/signer.ts';
import { expect, START_TIMEOUT_MS, test as base } from './fixtures.ts';

const PHONE = { width: 390, height: 844 };
/** What the film shows, in its order: each for longer than a busy machine takes to read a frame. */
const ACTIONS = ['TURN_LEFT', 'TURN_RIGHT', 'SMILE'] as const satisfies readonly LivenessAction[];

const test = base.extend<{ askingService: ServiceProcess }>({
  /** Asks for what the film shows, and judges by itself what it is sent. */
  askingService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const service = await startService({
        pages: true,
        script: 'test/support/asking-service.ts',
        env: { ASKED_ACTIONS: ACTIONS.join() },
      });
      await use(service);
      await service.stop();
    },
    { timeout: START_TIMEOUT_MS },
  ],
});

/** Reads the document, accepts, and comes to the camera step. */
async function comesToCamera(signer: Signer, integrator: Integrator): Promise<{ sessionId: string }> {
  const session = await integrator.createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC' },
    locale: 'en',
  });
  await signer.open(session);
  await signer.accepts();
  await signer.reads('Confirm that it is you');
  return session;
}

/** The camera is off, and nobody but the service was asked for anything. */
async function expectNothingLeft(signer: FilmSigner, service: string): Promise<void> {
  expect([...new Set(await signer.tracks())]).toEqual(['ended']);
  expect(signer.origins.filter(origin => origin !== 'null')).toEqual([service]);
}

test('a phone that reads the code off the screen passes the check, and the first page goes on by itself', async ({
  askingService,
  openDevice,
  signer,
}) => {
  await setBiometrics(askingService.url, 'LIVE');
  const film = await cameraFilm('live-sequence');
  const integrator = new Integrator(askingService.url);
  const { sessionId } = await comesToCamera(signer, integrator);
  await signer.presses('Continue on your phone');
  const link = await readQrOnScreen(signer.screen.locator('svg.qr'));
  expect(new URL(link).pathname).toBe(`/s/${sessionId}`);

  const phone = await FilmSigner.before(await openDevice({ film: film.file, viewport: PHONE }));
  await phone.open({ link });
  await phone.starts();
  await phone.reads('Document signed');
  await signer.reads('Document signed');
  expect(phone.begun).toBe(1);
  await expectNothingLeft(phone, askingService.url);
  const { steps } = await integrator.evidence(sessionId);
  const frames = ['CENTER', ...ACTIONS].map(action => ({ action }));
  expect(steps).toMatchObject([{}, { result: { liveness: { captureMode: 'LIVE', frames } } }, {}]);
  await film.remove();
});

test('a photo that is held before the camera is refused, and nothing of it is sent @full', async ({
  integrator,
  openDevice,
  service,
  setFaces,
}) => {
  await setFaces('LIVE');
  const signer = await FilmSigner.before(await openDevice({ film: (await cameraFilm('static-photo')).file }));
  await comesToCamera(signer, integrator);
  await signer.asked('CENTER', 'BLINK');
  await signer.starts();
  await signer.reads('The time ran out before the movement was recognised.');
  expect([signer.begun, signer.sent]).toEqual([1, 0]);
  await expectNothingLeft(signer, service.url);
});

test('a covered camera begins no attempt and is told why, also where no worker can look at its pictures @full', async ({
  integrator,
  openDevice,
  service,
  setFaces,
}) => {
  await setFaces('LIVE');
  const page = await openDevice({ film: (await cameraFilm('camera-covered')).file });
  const signer = await FilmSigner.before(page, { withoutWorker: true });
  await comesToCamera(signer, integrator);
  await signer.starts();
  await signer.reads('The camera is covered.');
  expect(signer.begun).toBe(0);
  await signer.presses('Stop');
  await signer.reads('Turn the camera on');
  await expectNothingLeft(signer, service.url);
});

test('a page whose policy keeps the camera says so, and leaves other ways @full', async ({
  integrator,
  page,
  setFaces,
  signer,
}) => {
  await setFaces('LIVE');
  await page.route('**/s/*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'camera=()' } });
  });
  await comesToCamera(signer, integrator);
  await signer.presses('Turn the camera on');
  await signer.reads('The site that shows this page does not allow the camera.');
  await expect(signer.screen.getByRole('button', { name: 'Continue on your phone' })).toBeVisible();
  await expect(signer.screen.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});
