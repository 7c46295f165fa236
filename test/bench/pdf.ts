/**
 * `npm run bench:pdf [-- --json FILE]`: our document pane beside bare pdf.js, in the same run, in turn. Documents
 * of 1, 50 and 300 pages and a scan of 7 MB; first page (worker running, and from nothing), jump to the last page,
 * canvases and memory after all 300 pages, longest tasks, and whether the worker really is one under Trusted Types and
 * from another origin. Ends with code 1 above the bars. Times are of this machine: the ratios are what to judge. Tasks
 * are judged by what the page's own thread worked, and only where bare pdf.js does not work as long: its drawing is in
 * both. The browser's collection of garbage is told apart: it comes in whatever task runs when its time has come.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { launchChromium } from '../support/chromium.ts';
import { BENCH_FILES, type BenchFile } from './pdf/bench-files.ts';
import type { Opened, OpenRequest, ReadThrough } from './pdf/bench-page.ts';
import { buildBenchPage, startBenchServer } from './pdf/bench-server.ts';
import { longestTaskOf, type LongestTask } from './pdf/longest-task.ts';
import { median } from './pdf/median.ts';
import { memoryOf } from './pdf/memory.ts';

/** Openings of one kind, an odd number: the ratio of one pair varies by a fifth on a machine that does other things too. */
const RUNS = 11;

/** Tracing costs time of its own, so tasks are measured apart. */
const TRACED_RUNS = 7;

/** What fails the bench: first page in times bare pdf.js, ms, canvases, MB. */
const BARS = { firstPage: 1.3, longestTask: 50, canvases: 12, memory: 450 } as const;

type ReaderKind = OpenRequest['reader'];

/** The picture's width where no pane has chosen it, pixels. */
const WIDTH = 834;

/** How often the reader stops on the way through 300 pages. */
const STOPS = 60;

/** One run of each reader, right after one another. pdf.js as it comes is for comparison, with a running worker only. */
interface Round {
  readonly pane: Opened;
  readonly bare: Opened;
  readonly default: Opened | undefined;
}

interface Tasks {
  readonly pane: LongestTask;
  readonly bare: LongestTask;
}

await buildBenchPage();
const assets = await startBenchServer();
const strict = await startBenchServer(assets.origin);
const misses: string[] = [];
const figures: Record<string, unknown> = {};
try {
  for (const file of BENCH_FILES) {
    for (const warm of [true, false]) reportOpening(file, warm, await measureOpening(file, warm));
    reportTasks(file, await measureTasks(file));
  }
  reportReading(await measureReading());
  await checkWorker();
} finally {
  assets.close();
  strict.close();
}
const target = process.argv[process.argv.indexOf('--json') + 1];
if (process.argv.includes('--json') && target !== undefined) {
  await writeFile(target, `${JSON.stringify({ ...figures, misses }, null, 2)}\n`);
}
for (const miss of misses) console.log(`Above the bar: ${miss}`);
process.exitCode = misses.length === 0 ? 0 : 1;

/** A browser of its own for each measurement: nothing is cached, nobody else's memory is in it. */
async function inPage<Result>(origin: string, act: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    await page.waitForFunction(() => 'pdfBench' in window);
    return await act(page);
  } finally {
    await browser.close();
  }
}

function open(page: Page, request: Omit<OpenRequest, 'assetsUrl'>): Promise<Opened> {
  return page.evaluate(asked => window.pdfBench.open(asked), {
    ...request,
    assetsUrl: `${assets.origin}/assets/`,
  });
}

function read(file: BenchFile, warm: boolean, reader: ReaderKind, pictureWidth: number): Promise<Opened> {
  return inPage(assets.origin, page => open(page, { file, reader, warm, pictureWidth }));
}

/** The readers in turn, now one first and now the other, so that what else the machine does meets both. */
async function measureOpening(file: BenchFile, warm: boolean): Promise<Round[]> {
  const rounds: Round[] = [];
  const { pictureWidth } = await read(file, true, 'pane', 0);
  for (let run = 0; run < RUNS; run += 1) {
    const before = run % 2 === 0 ? undefined : await read(file, warm, 'bare', pictureWidth);
    const pane = await read(file, warm, 'pane', pictureWidth);
    const bare = before ?? (await read(file, warm, 'bare', pictureWidth));
    const asItComes = warm ? await read(file, warm, 'default', pictureWidth) : undefined;
    rounds.push({ pane, bare, default: asItComes });
  }
  return rounds;
}

function reportOpening(file: BenchFile, warm: boolean, rounds: readonly Round[]): void {
  const name = `${file}, worker ${warm ? 'running' : 'not started'}`;
  const firstPage = compare(rounds, 'firstPage');
  const lastPage = file === '1 page' ? undefined : compare(rounds, 'lastPage');
  const settled = median(rounds.map(({ pane }) => pane.settled));
  figures[name] = { firstPage, lastPage, settled };
  console.log(`${name}\n  first page ${inWords(firstPage)}`);
  if (lastPage !== undefined) console.log(`  last page  ${inWords(lastPage)}`);
  console.log(`  may be accepted after ${round(settled)} ms`);
  judge(`${name}: first page, times bare pdf.js`, firstPage.timesBare, BARS.firstPage);
}

/** With a worker from nothing: that is when most is done. */
async function measureTasks(file: BenchFile): Promise<Tasks> {
  const tasks: Record<keyof Tasks, LongestTask[]> = { pane: [], bare: [] };
  for (let run = 0; run < TRACED_RUNS; run += 1) {
    for (const reader of ['pane', 'bare'] as const) {
      const request = { file, reader, warm: false, pictureWidth: WIDTH };
      tasks[reader].push(await inPage(assets.origin, page => longestTaskOf(page, () => open(page, request))));
    }
  }
  return { pane: medianTask(tasks.pane), bare: medianTask(tasks.bare) };
}

function medianTask(tasks: readonly LongestTask[]): LongestTask {
  return {
    work: median(tasks.map(({ work }) => work)),
    withCollection: median(tasks.map(({ withCollection }) => withCollection)),
  };
}

function taskInWords({ work, withCollection }: LongestTask): string {
  return `${round(work)} ms of work (${round(withCollection)} ms with the browser's collection)`;
}

function reportTasks(file: BenchFile, tasks: Tasks): void {
  figures[`${file}, longest task`] = tasks;
  console.log(`${file}\n  longest task ${taskInWords(tasks.pane)}, bare ${taskInWords(tasks.bare)}`);
  // What bare pdf.js takes in one piece is not ours to cut.
  judge(`${file}: longest task, ms of work`, tasks.pane.work, Math.max(BARS.longestTask, tasks.bare.work));
}

/** Medians, ms, and medians of what each round compares: the machine's own changes are in both of its numbers. */
interface Comparison {
  readonly pane: number;
  readonly bare: number;
  readonly timesBare: number;
  /** `undefined` where it was not measured. */
  readonly timesDefault: number | undefined;
}

function compare(rounds: readonly Round[], figure: 'firstPage' | 'lastPage'): Comparison {
  const timesDefault = rounds.flatMap(({ pane, default: asItComes }) =>
    asItComes === undefined ? [] : [pane[figure] / asItComes[figure]],
  );
  return {
    pane: median(rounds.map(({ pane }) => pane[figure])),
    bare: median(rounds.map(({ bare }) => bare[figure])),
    timesBare: median(rounds.map(({ pane, bare }) => pane[figure] / bare[figure])),
    timesDefault: timesDefault.length === 0 ? undefined : median(timesDefault),
  };
}

function inWords({ pane, bare, timesBare, timesDefault }: Comparison): string {
  const asItComes =
    timesDefault === undefined ? '' : `, ${timesDefault.toFixed(2)} × with its default options`;
  return `${round(pane)} ms = ${timesBare.toFixed(2)} × bare pdf.js (${round(bare)} ms)${asItComes}`;
}

type Reading = ReadThrough & { readonly memory: number; readonly longestTask: LongestTask };

/** Once: it is the memory after a whole reading that counts, and it does not vary as times do. */
function measureReading(): Promise<Reading> {
  return inPage(assets.origin, async page => {
    await open(page, { file: '300 pages', reader: 'pane', warm: true, pictureWidth: 0 });
    const through = () => page.evaluate(stops => window.pdfBench.readThrough(stops), STOPS);
    const all = await through();
    const memory = await memoryOf(page);
    return { ...all, memory, longestTask: await longestTaskOf(page, through) };
  });
}

function reportReading(reading: Reading): void {
  figures['300 pages read through'] = reading;
  const { canvases, megapixels, longestTask, memory } = reading;
  console.log(
    `300 pages read through: ${round(memory)} MB, at most ${canvases} canvases (${round(megapixels)} Mpx), ` +
      `longest task ${taskInWords(longestTask)}`,
  );
  judge('300 pages read through: memory, MB', memory, BARS.memory);
  judge('300 pages read through: canvases', canvases, BARS.canvases);
  judge('300 pages read through: longest task, ms of work', longestTask.work, BARS.longestTask);
}

/** pdf.js falls back to the page's own thread without a word; its worker then lies on the page as a global. */
async function checkWorker(): Promise<void> {
  const real = await inPage(strict.origin, async page => {
    await open(page, { file: '1 page', reader: 'pane', warm: true, pictureWidth: 0 });
    return page.workers().length === 1 && (await page.evaluate(() => !('pdfjsWorker' in globalThis)));
  });
  figures['a real worker under Trusted Types and from another origin'] = real;
  console.log(`Under Trusted Types and from another origin: ${real ? 'a real worker' : 'no worker'}`);
  if (!real) misses.push('no worker under Trusted Types and from another origin');
}

function judge(what: string, figure: number, bar: number): void {
  if (figure > bar) misses.push(`${what}: ${figure.toFixed(2)}, at most ${bar}`);
}

function round(figure: number): string {
  return figure.toFixed(0);
}
