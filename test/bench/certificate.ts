/**
 * `npm run bench:certificate`: opening PKCS#12 files, ours beside node-forge, in turn in one Chromium. Fails when
 * ours is slower for a file that both open, less than 4 times as fast for 600,000 iterations, or keeps the page
 * from drawing. Times are of this machine: the ratios are what to judge.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { build } from 'vite';
import { assetScript } from '../../build/vite/widget.ts';
import { certificateFile, CertificateWorkshop, PASSWORD } from '../support/certificate-files.ts';
import { launchChromium } from '../support/chromium.ts';

/** Odd: the median is one of them. A file of some milliseconds takes many until what else the machine does is out. */
const RUNS = 21;
const SLOW_RUNS = 5;
const SLOW_FILE = 'modern-100k.p12';
const LEAST_RATIO = 4;

interface BenchFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly runs: number;
  /** How many times as fast ours has to be. */
  readonly ratio: number;
}

async function pageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: 'test/bench/certificate/bench-page.ts' } },
  });
  const outputs = [result].flat().flatMap(part => ('output' in part ? part.output : []));
  return outputs.find(output => output.type === 'chunk')?.code ?? '';
}

function benchFiles(): BenchFile[] {
  const plain = [
    '3des-3des-sha1.p12',
    'legacy-rc2_40-3des-sha1.p12',
    'rc2_40-rc2_40-sha1.p12',
    'aes128-sha1mac.p12',
    'modern-default.p12',
    SLOW_FILE,
    'modern-ec.p12',
  ].map(name => ({
    name,
    bytes: certificateFile(name),
    password: PASSWORD,
    runs: name === SLOW_FILE ? SLOW_RUNS : RUNS,
    ratio: 1,
  }));
  const workshop = new CertificateWorkshop();
  try {
    workshop.selfSigned('rsa', ['rsa:2048']);
    const bytes = workshop.pkcs12('rsa', PASSWORD, '-iter', '600000', '-macalg', 'sha256');
    return [...plain, { name: '600,000 iterations', bytes, password: PASSWORD, runs: 1, ratio: LEAST_RATIO }];
  } finally {
    workshop.remove();
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const [page, worker] = await Promise.all([pageScript(), assetScript('certificate/worker.js')]);
const files: Readonly<Record<string, string | undefined>> = {
  '/page.js': page,
  '/assets/certificate/worker.js': worker,
};
const server = createServer(({ url = '/' }, response) => {
  const script = files[url];
  response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
  response.end(script ?? '<!doctype html><script type="module" src="/page.js"></script>');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('No TCP port was given.');
const browser = await launchChromium();
let missed = false;
try {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${address.port}/`);
  await tab.waitForFunction(() => window.bench !== undefined);
  for (const { name, bytes, password, runs, ratio } of benchFiles()) {
    const [ours, theirs]: [number[], (number | undefined)[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      const request = { file: [...bytes], password };
      ours.push(
        await tab.evaluate(({ file, password: word }) => window.bench?.ours(file, word) ?? 0, request),
      );
      theirs.push(await tab.evaluate(({ file, password: word }) => window.bench?.forge(file, word), request));
    }
    const times = theirs.filter(time => time !== undefined);
    const factor = median(times) / median(ours);
    const beside =
      times.length === 0 ? 'does not open' : `${median(times).toFixed(0)} ms, ${factor.toFixed(1)} ×`;
    console.log(`${name.padEnd(30)} ${median(ours).toFixed(0).padStart(6)} ms; node-forge ${beside}`);
    missed ||= factor < ratio;
  }
  const longTasks = await tab.evaluate(() => window.bench?.longTasks ?? []);
  console.log(`Tasks above 50 ms on the page's main thread while ours worked: ${longTasks.length}`);
  missed ||= longTasks.length > 0;
} finally {
  await browser.close();
  server.close();
}
process.exitCode = missed ? 1 : 0;
