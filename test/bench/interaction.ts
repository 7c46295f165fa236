/**
 * `npm run bench:interaction [-- --quick]`: how smooth a signing is on a phone whose processor is four times slower: from each
 * interaction to the next frame (INP), what moves without the signer (CLS), tasks above 50 ms that are not pdf.js's own,
 * and what memory 300 pages take. `--quick` walks once instead of three times. Ends with code 1 above the bars. Times are
 * of this machine, and of what else it does.
 */
import os from 'node:os';
import type { Browser, Route } from '@playwright/test';
import { ensureBuild } from '../support/builds.ts';
import { launchChromium } from '../support/chromium.ts';
import { Integrator } from '../support/integrator.ts';
import { startService } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { memoryOfReading } from './interaction/memory-of-reading.ts';
import { WATCH_PAGE, type Noticed } from './interaction/page-watch.ts';
import { ADDRESS, walk } from './interaction/walk.ts';
import { embeddedFont } from './network/embedded-font.ts';
import { contract } from './pdf/bench-files.ts';

/** ms, a share of the window moved, MB. */
const BARS = { interaction: 100, shift: 0, memory: 200 } as const;

const WALKS = process.argv.includes('--quick') ? 1 : 3;
const PROCESSOR = 4;

/** Whose tasks are not ours to cut. */
const PDFJS = /^pdfjs-/;

await ensureBuild('script-tag');
await ensureBuild('pages');
const misses: string[] = [];
console.log(
  `load average ${os
    .loadavg()
    .map(load => load.toFixed(1))
    .join(' ')}, processor ${PROCESSOR} × slower`,
);
const service = await startService({ pages: true });
const browser = await launchChromium();
try {
  const steps = new Map<string, Noticed[]>();
  for (let round = 0; round < WALKS; round += 1) {
    for (const [name, noticed] of await walkOnce(browser))
      steps.set(name, [...(steps.get(name) ?? []), noticed]);
  }
  for (const [name, noticed] of steps) report(name, noticed);
  const all = [...steps.values()].flat().flatMap(({ interactions }) => interactions);
  judge('INP (p98), ms', percentile98(all.map(({ duration }) => duration)), BARS.interaction);
} finally {
  await browser.close();
  await service.stop();
}
const { held, uncollected } = await memoryOfReading();
console.log(
  `300 pages read: ${held.toFixed(0)} MB held, ${uncollected.toFixed(0)} MB before the browser collected`,
);
judge('memory over 300 pages, MB', held, BARS.memory);
for (const miss of misses) console.log(`Above the bar: ${miss}`);
process.exitCode = misses.length === 0 ? 0 : 1;

/** One signing in a context of its own, and what was noticed in each step. */
async function walkOnce(running: Browser): Promise<[string, Noticed][]> {
  const integrator = new Integrator(service.url);
  const session = await integrator.createSession(contract(3, await embeddedFont()), {
    policy: { profile: 'CLICK_PLUS_OTP' },
    signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: ADDRESS },
    locale: 'en',
  });
  const context = await running.newContext({
    locale: 'en',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  try {
    await Signer.prepare(context);
    await context.addInitScript({ content: WATCH_PAGE });
    const own = `**/v1/signing-sessions/${session.sessionId}`;
    for (const address of [own, `${own}/advance`]) await page.route(address, asProduction);
    await page.route(`${own}/events`, route => route.fulfill({ status: 404 }));
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
    const noticed: [string, Noticed][] = [];
    for (const [name, act] of walk(page, session, integrator)) {
      await act();
      // Of what was begun, the frame and its entries.
      await page.waitForTimeout(500);
      noticed.push([name, await page.evaluate(() => window.takeNoticed())]);
    }
    return noticed;
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Without the strip that tells of a test session, which comes with the session and moves what is below it. */
async function asProduction(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer: unknown = await response.json();
  const { session, sandbox: _, ...rest } = Object(answer);
  const environment = 'production';
  const json =
    session === undefined ? { ...rest, environment } : { ...rest, session: { ...session, environment } };
  await route.fulfill({ response, json });
}

function report(name: string, rounds: readonly Noticed[]): void {
  const interactions = rounds.flatMap(each => each.interactions).toSorted((a, b) => b.duration - a.duration);
  const shifts = rounds.flatMap(each => each.shifts);
  const tasks = rounds.flatMap(each => each.tasks).toSorted((a, b) => b.duration - a.duration);
  const [worst] = interactions;
  console.log(
    `${name}: ${interactions.length} interactions${worst === undefined ? '' : `, longest ${worst.duration} ms (${worst.what})`}`,
  );
  for (const { value, what } of shifts) console.log(`  moved ${value.toFixed(4)}: ${what}`);
  for (const { duration, script } of tasks.slice(0, 5))
    console.log(`  task ${duration.toFixed(0)} ms: ${script}`);
  judge(
    `${name}: CLS`,
    Math.max(0, ...rounds.map(each => sum(each.shifts.map(({ value }) => value)))),
    BARS.shift,
  );
  const ours = tasks.filter(({ script }) => !PDFJS.test(script));
  if (ours.length > 0) misses.push(`${name}: ${ours.length} tasks above 50 ms that are not pdf.js's own`);
}

function percentile98(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.98))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function judge(what: string, figure: number, bar: number): void {
  console.log(`${what}: ${Number(figure.toFixed(3))}, at most ${bar}`);
  if (figure > bar) misses.push(`${what}: ${figure.toFixed(2)}, at most ${bar}`);
}
