/**
 * `npm run bench:liveness`: ten attempts before a film, in Chromium on the hosted page. Fails when the page's main
 * thread works for more than 50 ms at a time while the signer is guided, when guidance comes less than 10 times a
 * second (15 is the aim), or when memory after the tenth attempt is more than 10 % above that after the second: the
 * page's own heap, and all that its process holds, the worker's included.
 *
 * `npm run bench:liveness -- --first-frame` measures on 4G from the camera's permission to the first frame that is judged.
 *
 * `npm run bench:liveness -- --films <folder>` shows other films: the folder has to have `live-turn-right.mjpeg`, where
 * somebody who looked at the camera turns their head to their own right (640 × 480, 30 frames a second, Motion JPEG).
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compressFolder } from '../../build/compress.ts';
import { ensureBuild } from '../support/builds.ts';
import { launchChromium } from '../support/chromium.ts';
import { cameraFilm } from '../support/films.ts';
import { FilmSigner } from '../support/film-signer.ts';
import { Integrator } from '../support/integrator.ts';
import { setBiometrics } from '../support/set-biometrics.ts';
import { startService } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { firstFrame } from './liveness/first-frame.ts';
import { tasksDuring, type Task } from './liveness/main-thread.ts';
import { measureMemory, type Memory } from './liveness/memory.ts';

const ATTEMPTS = 10;
const AIM = 15;
const LEAST_RATE = 10;
const MOST_GROWTH = 1.1;
const LONG_MS = 50;

/** Frames after which the landmarker and the page's code are warm. */
const START_UP = 10;

/** Runs in the page: notes and marks each frame that is given to the tracker. */
const WATCH = `
  globalThis.guided = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, transfer) {
    if (message?.task?.kind === 'track') {
      globalThis.guided.push(performance.now());
      performance.mark('guided');
    }
    return post.call(this, message, transfer);
  };`;

/** Frames a second, by the times in ms at which they were read since this was last asked. */
async function rateOf(signer: FilmSigner): Promise<number> {
  const guided = await signer.page.evaluate<number[]>(() => Reflect.get(globalThis, 'guided').splice(0));
  const seconds = ((guided.at(-1) ?? 0) - (guided[0] ?? 0)) / 1000;
  return (guided.length - 1) / seconds;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Figures {
  readonly rates: readonly number[];
  readonly longTasks: readonly Task[];
  readonly memories: readonly Memory[];
}

/** The film turns right where a turn to the left is asked for, which ends each attempt at the service's cost of none. */
async function attempts(signer: FilmSigner): Promise<Figures> {
  await signer.asked('CENTER', 'TURN_LEFT');
  const [rates, longTasks, memories]: [number[], Task[], Memory[]] = [[], [], []];
  for (let count = 1; count <= ATTEMPTS; count += 1) {
    const tasks = await tasksDuring(signer.page, 'guided', count === 1 ? START_UP : 0, async () => {
      await signer.starts(count === 1 ? 'Turn the camera on' : 'Try again');
      await signer.reads('Stop');
      await signer.reads('The movement was not the one requested');
    });
    const rate = await rateOf(signer);
    const memory = await measureMemory(signer.page);
    rates.push(rate);
    longTasks.push(...tasks.filter(({ lasted }) => lasted > LONG_MS));
    memories.push(memory);
    const [longest] = tasks;
    console.log(
      `Attempt ${count}: ${rate.toFixed(1)} frames a second; longest task ${longest?.lasted.toFixed(0)} ms, ` +
        `${longest?.worked.toFixed(0)} of them at work; heap ${mb(memory.heap)}, process ${mb(memory.process)}`,
    );
  }
  return { rates, longTasks, memories };
}

/** @returns whether a figure misses its bar */
function judge({ rates, longTasks, memories }: Figures): boolean {
  const [second, last] = [memories[1], memories.at(-1)];
  const growth = (part: keyof Memory) => (last?.[part] ?? 0) / (second?.[part] ?? 1);
  const rate = median(rates);
  const own = longTasks.filter(({ worked }) => worked > LONG_MS);
  console.log(`Guidance: ${rate.toFixed(1)} a second (aim ${AIM}, least ${LEAST_RATE})`);
  console.log(
    `Tasks above ${LONG_MS} ms on the main thread while guiding: ${own.length}; ` +
      `${longTasks.length - own.length} more lasted as long because other programs had their turn`,
  );
  console.log(
    `Memory after attempt ${ATTEMPTS} to that after 2: heap × ${growth('heap').toFixed(3)}, ` +
      `process × ${growth('process').toFixed(3)} (at most ${MOST_GROWTH})`,
  );
  const grew = Math.max(growth('heap'), growth('process')) > MOST_GROWTH;
  return rate < LEAST_RATE || own.length > 0 || grew;
}

/** ms for which the signer reads before the camera step. */
const READINGS = [
  { contract: 0, camera: 0, cellular: false },
  { contract: 5000, camera: 0, cellular: false },
  { contract: 15_000, camera: 0, cellular: false },
  { contract: 5000, camera: 0, cellular: true },
  { contract: 5000, camera: 4000, cellular: true },
];

const { values } = parseArgs({
  options: { films: { type: 'string' }, 'first-frame': { type: 'boolean', default: false } },
});
const films = values.films === undefined ? undefined : path.resolve(values.films);

await ensureBuild('script-tag');
await ensureBuild('pages');
await ensureBuild('console');
// As installations serve them.
for (const folder of ['dist/script-tag', 'dist/pages']) await compressFolder(folder, { quality: 9 });
const service = await startService({ pages: true });
try {
  await setBiometrics(service.url, 'LIVE');
  if (values['first-frame']) await measureFirstFrames();
  else await measureAttempts();
} finally {
  await service.stop();
}

async function measureFirstFrames(): Promise<void> {
  for (const reading of READINGS) {
    const { shown, wasm, model, judged } = await firstFrame(service.url, reading);
    const { contract, camera, cellular } = reading;
    const after = Object.entries({ picture: shown, WebAssembly: wasm, model, judged })
      .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
      .join(', ');
    console.log(
      `On 4G${cellular ? ', metered' : ''}, after ${contract / 1000} s with the contract and ${camera / 1000} s before the camera, in ms after permission: ${after}`,
    );
  }
}

async function measureAttempts(): Promise<void> {
  const session = await new Integrator(service.url).createSession(onePagePdf('Contrato'), {
    policy: { profile: 'BIOMETRIC' },
    locale: 'en',
  });
  const film = await cameraFilm('live-turn-right', films);
  const browser = await launchChromium(film.file);
  try {
    const context = await browser.newContext();
    await Signer.prepare(context);
    const signer = await FilmSigner.before(await context.newPage(), { script: WATCH });
    await signer.open(session);
    await signer.accepts();
    await signer.reads('Confirm that it is you');
    process.exitCode = judge(await attempts(signer)) ? 1 : 0;
  } finally {
    await browser.close();
    await film.remove();
  }
}
