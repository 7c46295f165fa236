import { launchChromium } from '../../support/chromium.ts';
import { cameraFilm } from '../../support/films.ts';
import { FilmSigner } from '../../support/film-signer.ts';
import { Integrator } from '../../support/integrator.ts';
import { Signer } from '../../support/signer.ts';
import { onePagePdf } from '../../support/small-pdf.ts';
import { startSlowProxy } from './slow-proxy.ts';

/** 4G, as bench:network has it. */
const LINE = { down: 9e6, latency: 85 };

/** Runs in the page: when the camera was given and its picture shown, and when the first frame of it was judged. */
const WATCH = `{
  globalThis.judged = {};
  const { play } = HTMLVideoElement.prototype;
  HTMLVideoElement.prototype.play = function () {
    this.requestVideoFrameCallback(() => { judged.shown ??= performance.now(); });
    return play.call(this);
  };
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

/** Read in the page. */
const TIMES = `(() => {
  const there = ending => performance.getEntriesByType('resource').find(({ name }) => name.endsWith(ending));
  const times = { shown: judged.shown, wasm: there('.wasm')?.responseEnd, model: there('.task')?.responseEnd, judged: judged.first };
  return Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at - judged.given]));
})()`;

/** As Chrome says on a phone that is not in a WLAN. */
const CELLULAR = `Object.defineProperty(navigator, 'connection', { value: { type: 'cellular', effectiveType: '4g' } });`;

/** In ms from the camera's permission on. */
interface FirstFrame {
  /** When the signer sees themselves. */
  readonly shown: number;
  /** When the WebAssembly and the model were there; below 0 where that was before. */
  readonly wasm: number;
  readonly model: number;
  /** When the first frame was judged. */
  readonly judged: number;
}

interface Reading {
  /** How long the signer reads the contract before, in ms: meanwhile what judges is loaded. */
  readonly contract: number;
  /** How long they read what the camera is for. */
  readonly camera: number;
  /** Whether the browser says that the connection may be metered. */
  readonly cellular: boolean;
}

/** What the signer waits for at the camera, on 4G. */
export async function firstFrame(
  service: string,
  { contract, camera, cellular }: Reading,
): Promise<FirstFrame> {
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
    const signer = await FilmSigner.before(page, { script: cellular ? WATCH + CELLULAR : WATCH });
    await signer.open(session);
    await page.locator('sign-session[data-ready]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(contract);
    await signer.widget.getByRole('checkbox').check();
    await signer.screen.locator('button[type=submit]').click();
    await signer.reads('Confirm that it is you');
    // Not when everything is there, as FilmSigner does: a signer does not wait for that.
    await page.waitForTimeout(camera);
    await signer.presses('Turn the camera on');
    for (;;) {
      const times = await page.evaluate<FirstFrame>(TIMES);
      if (times.judged > 0) return times;
      await page.waitForTimeout(100);
    }
  } finally {
    await browser.close();
    proxy.close();
    await film.remove();
  }
}
