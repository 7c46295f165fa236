/**
 * `npm run bench:network [-- --quick --timeline]`: from the navigation to the first page of a contract, the widget beside bare pdf.js,
 * both from one server, on throttled networks. Pairs in turn, of which the median ratio counts: times are of this machine.
 * `--quick` measures one document on one network in two pairs, `--large` a scan of 7 MB beside one of 1 MB on 4G,
 * `--processor` the main thread's tasks until the first page, on processors that are as fast as this one and slower;
 * `--pages` a contract in a page without the README's line and in a prepared one,
 * `--film FILE [--before FOLDER]` films slow 4G, beside an earlier script-tag build, not compressed, as it was served. Ends with
 * code 1 above a limit.
 */
import { execFileSync } from 'node:child_process';
import type { Browser, CDPSession } from '@playwright/test';
import { build } from 'esbuild';
import { ensureBuild } from '../support/builds.ts';
import { launchChromium } from '../support/chromium.ts';
import { Integrator } from '../support/integrator.ts';
import { startService } from '../support/service-process.ts';
import { startBenchServer } from './network/bench-server.ts';
import { embeddedFont } from './network/embedded-font.ts';
import { writeFilmStrip, type FilmRow } from './network/film-strip.ts';
import { contract } from './pdf/bench-files.ts';
import { median } from './pdf/median.ts';

/** Bits a second, ms, and how many times slower than this machine the processor is. */
const NETWORKS = [
  { name: 'slow 4G', down: 1.6e6, up: 0.75e6, latency: 150, processor: 4 },
  { name: '4G', down: 9e6, up: 9e6, latency: 85, processor: 2 },
  { name: 'cable', down: 40e6, up: 10e6, latency: 20, processor: 1 },
] as const;

const DOCUMENTS = ['3 pages', '1 page', '50 pages', '7 MB scan'] as const;

const quick = process.argv.includes('--quick');
const PAIRS = quick ? 2 : 5;

/** The first page, in times bare pdf.js. */
const LIMIT = 1.1;

/** The same from the secret on, in a page that has preloaded. */
const PREPARED_LIMIT = 0.7;

/** The main thread's tasks until the first page, in times those of bare pdf.js. */
const TASKS_LIMIT = 1.5;

/** How many times slower than this machine. */
const PROCESSORS = [1, 4, 6] as const;

/** The first page of a scan of 7 MB, in times that of one of 1 MB. The service accepts no larger file than 7.8 MB. */
const LARGE_LIMIT = 1.3;
const [, LARGE_NETWORK] = NETWORKS;

interface Network {
  readonly name: string;
  readonly down: number;
  readonly up: number;
  readonly latency: number;
  readonly processor: number;
}

await ensureBuild('script-tag');
await ensureBuild('pages');
execFileSync('node', ['--import', 'tsx', 'build/compress-folders.ts', 'dist/script-tag', 'dist/pages']);
const service = await startService({ pages: true });
const server = await startBenchServer(service.url, argumentOf('--before'));
const browser = await launchChromium();
const integrator = new Integrator(service.url);
let missed = false;
/** What the main thread had to do in the last page that was opened. */
let tasks = 0;
try {
  const strip = argumentOf('--film');
  if (strip !== undefined) await filmSlow4g(strip);
  else if (process.argv.includes('--large')) await compareScans();
  else if (process.argv.includes('--pages')) await comparePages();
  else if (process.argv.includes('--processor')) await compareTasks();
  else {
    await compareWithBare();
    await compareTasks();
  }
} finally {
  await browser.close();
  server.close();
  await service.stop();
}
process.exitCode = missed ? 1 : 0;

function argumentOf(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

async function filmSlow4g(file: string): Promise<void> {
  const rows = argumentOf('--before') === undefined ? [] : [await filmRow('Before', '/earlier')];
  await writeFilmStrip(browser, [...rows, await filmRow('Now', '/widget')], file);
}

async function filmRow(label: string, path: string): Promise<FilmRow> {
  const { clientSecret } = await integrator.createSession(await documentOf('3 pages'), { locale: 'pt-BR' });
  return {
    label,
    open: async page => {
      await throttle(await page.context().newCDPSession(page), NETWORKS[0]);
      await page.goto(`${server.origin}${path}#${encodeURIComponent(clientSecret)}`);
    },
  };
}

/** The same contract in a page without the README's line, and in one that has preloaded. */
async function comparePages(): Promise<void> {
  const bytes = await documentOf('3 pages');
  for (const network of quick ? NETWORKS.slice(0, 1) : NETWORKS) {
    for (const [label, path, limit] of [
      ['without the line in the head', '/plain', LIMIT],
      ['prepared, from the secret on', '/prepared', PREPARED_LIMIT],
    ] as const) {
      await compare(
        { label: `${network.name}, 3 pages, ${label}`, beside: 'bare pdf.js', limit },
        () => widget(network, bytes, path),
        () => bare(network, bytes),
      );
    }
  }
}

async function compareWithBare(): Promise<void> {
  for (const name of quick ? DOCUMENTS.slice(0, 1) : DOCUMENTS) {
    const bytes = await documentOf(name);
    for (const network of quick ? NETWORKS.slice(0, 1) : NETWORKS) {
      await compare(
        { label: `${network.name}, ${name}`, beside: 'bare pdf.js', limit: LIMIT },
        () => widget(network, bytes, name === '7 MB scan' ? '/widget?scan' : '/widget'),
        () => bare(network, bytes),
      );
    }
  }
}

/** Milliseconds of the main thread's tasks until the first page of 3, on cable, on one line. */
async function compareTasks(): Promise<void> {
  const bytes = await documentOf('3 pages');
  const parts: string[] = [];
  for (const processor of quick ? PROCESSORS.slice(0, 1) : PROCESSORS) {
    const network = { ...NETWORKS[2], processor };
    const [ours, bares, ratios]: [number[], number[], number[]] = [[], [], []];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const one = await tasksOf(() => widget(network, bytes, '/widget'));
      const other = await tasksOf(() => bare(network, bytes));
      ours.push(one);
      bares.push(other);
      ratios.push(one / other);
    }
    missed ||= median(ratios) > TASKS_LIMIT;
    const times = `${median(ours).toFixed(0)} ms, bare ${median(bares).toFixed(0)} ms`;
    parts.push(`CPU × ${processor} ${times}: ${median(ratios).toFixed(2)} ×`);
  }
  console.log(`tasks until the first page of 3: ${parts.join('; ')}; at most ${TASKS_LIMIT} ×`);
}

async function tasksOf(open: () => Promise<number>): Promise<number> {
  await open();
  return tasks;
}

async function compareScans(): Promise<void> {
  const [large, small] = [await scanOf(browser, 7_000_000), await scanOf(browser, 1_000_000)];
  const label = `${LARGE_NETWORK.name}, scan of ${(large.length / 1e6).toFixed(1)} MB`;
  await compare(
    { label, beside: `one of ${(small.length / 1e6).toFixed(1)} MB`, limit: LARGE_LIMIT },
    () => widget(LARGE_NETWORK, large, '/widget?scan'),
    () => widget(LARGE_NETWORK, small, '/widget?scan'),
  );
}

/** Measures both in turn, and prints the median of their ratios. */
async function compare(
  { label, beside, limit }: { readonly label: string; readonly beside: string; readonly limit: number },
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<void> {
  const [ones, others, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const before = pair % 2 === 0 ? await other() : undefined;
    const mine = await one();
    const theirs = before ?? (await other());
    ones.push(mine);
    others.push(theirs);
    ratios.push(mine / theirs);
  }
  const ratio = median(ratios);
  missed ||= ratio > limit;
  console.log(
    `${label}: ${median(ones).toFixed(0)} ms, ${beside} ${median(others).toFixed(0)} ms: ` +
      `${ratio.toFixed(2)} × (${ratios.map(each => each.toFixed(2)).join(' ')}), at most ${limit} ×`,
  );
}

/** The widget's first page of a new session. */
async function widget(network: Network, bytes: Uint8Array, path: string): Promise<number> {
  const { clientSecret } = await integrator.createSession(bytes, { locale: 'pt-BR' });
  return firstPage(network, `${path}#${encodeURIComponent(clientSecret)}`);
}

async function bare(network: Network, bytes: Uint8Array): Promise<number> {
  const { sessionId, clientSecret } = await integrator.createSession(bytes, { locale: 'pt-BR' });
  return firstPage(network, `/bare#${encodeURIComponent(await presignedUrl(sessionId, clientSecret))}`);
}

/** The document's address, at the server that both use. */
async function presignedUrl(sessionId: string, clientSecret: string): Promise<string> {
  const answer = await fetch(`${service.url}/v1/signing-sessions/${sessionId}`, {
    headers: { Authorization: `Bearer ${clientSecret}` },
  });
  const { document }: { document: { presignedUrl: string } } = await answer.json();
  const { pathname, search } = new URL(document.presignedUrl);
  return pathname + search;
}

/** Milliseconds from the navigation to the first page, with an empty cache and no connection. */
async function firstPage(network: Network, address: string): Promise<number> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session, network);
    // By the thread's own clock, which other programs don't move.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const isPrepared = address.startsWith('/prepared');
    await page.goto(server.origin + address, { waitUntil: isPrepared ? 'networkidle' : 'load' });
    if (isPrepared) await page.evaluate('window.begin()');
    await page.waitForFunction('window.shownAt', undefined, { polling: 20, timeout: 120_000 });
    // Until it is on the screen: what was drawn into a canvas is made into pixels only with the frame.
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { metrics } = await session.send('Performance.getMetrics');
    tasks = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    if (process.argv.includes('--timeline'))
      console.log(await page.evaluate(timeline), await page.evaluate('[shownAt, window.readyAt]'));
    return Number(await page.evaluate(isPrepared ? 'shownAt - beganAt' : 'shownAt'));
  } finally {
    await context.close();
  }
}

/** Runs in the page: when each file was asked for and there, ms. */
function timeline(): string {
  return performance
    .getEntriesByType('resource')
    .map(
      entry =>
        `  ${entry.startTime.toFixed(0)} to ${(entry.startTime + entry.duration).toFixed(0)} ${new URL(entry.name).pathname}`,
    )
    .join('\n');
}

async function throttle(session: CDPSession, { down, up, latency, processor }: Network): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down / 8,
    uploadThroughput: up / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
}

async function documentOf(name: (typeof DOCUMENTS)[number]): Promise<Uint8Array> {
  return name === '7 MB scan'
    ? scanOf(browser, 7_000_000)
    : contract(Number.parseInt(name, 10), await embeddedFont());
}

/** Only a browser has what draws the scan. */
async function scanOf(running: Browser, size: number): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: ['test/bench/pdf/bench-files.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'benchFiles',
  });
  const page = await running.newPage();
  try {
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const base64 = await page.evaluate(`benchFiles.scan(${size}).then(bytes => bytes.toBase64())`);
    return Buffer.from(String(base64), 'base64');
  } finally {
    await page.close();
  }
}
