import { launchChromium } from '../../support/chromium.ts';
import { cameraFilm } from '../../support/films.ts';
import { FilmSigner } from '../../support/film-signer.ts';
import { Integrator } from '../../support/integrator.ts';
import { Signer } from '../../support/signer.ts';
import { onePagePdf } from '../../support/small-pdf.ts';
import { startSlowProxy } from './slow-proxy.ts';

/** 4G, as bench:network has it. */
const LINE = { down: 9e6, latency: 85 };

/** Runs in the page: when the camera was given, and when the first frame of it was judged. */
const WATCH = `{
  globalThis.judged = {};
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async constraints => {
    const stream = await ask(constraints);
    judged.given ??= performance.now();
    return stream;
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, transfer) {
    const { number, task } = message ?? {};
    if (task?.kind === 'track') this.addEventListener('message', ({ data }) => {
      if (data.number === number) judged.first ??= performance.now();
    });
    return post.call(this, message, transfer);
  };
}`;

/**
 * From the camera's permission to the first frame that was judged, on 4G, in ms.
 *
 * @param reads how long the signer reads the contract before, in ms: meanwhile what judges is loaded.
 */
export async function firstFrame(service: string, reads: number): Promise<number> {
  const session = await new Integrator(service).createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC' },
    locale: 'en',
  });
  const film = await cameraFilm('live-turn-right');
  const browser = await launchChromium(film.file);
  const proxy = await startSlowProxy(LINE);
  try {
    const context = await browser.newContext({ proxy: { server: proxy.server } });
    await Signer.prepare(context);
    const page = await context.newPage();
    const signer = await FilmSigner.before(page, { script: WATCH });
    await signer.open(session);
    await page.locator('sign-session[data-ready]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(reads);
    await signer.widget.getByRole('checkbox').check();
    await signer.screen.locator('button[type=submit]').click();
    await signer.reads('Confirm that it is you');
    // Not when everything is there, as FilmSigner does: a signer does not wait for that.
    await signer.presses('Turn the camera on');
    for (;;) {
      const took = await page.evaluate<number>('judged.first - judged.given');
      if (took > 0) return took;
      await page.waitForTimeout(100);
    }
  } finally {
    await browser.close();
    proxy.close();
    await film.remove();
  }
}
