import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { TASKS_FROM, TASKS_TO } from './task-marks.ts';

const traceEvent = z.object({
  ph: z.string(),
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Begin and wall time, µs. */
  ts: z.number(),
  dur: z.optional(z.number()),
  /** What the thread itself worked, µs: others on the machine do not count. */
  tdur: z.optional(z.number()),
});
type TraceEvent = z.infer<typeof traceEvent>;

const trace = z.object({ traceEvents: z.array(z.unknown()) });

/** Tasks of the page's own thread, ms of the thread's own time. */
export interface LongestTask {
  /** Of what the page does. */
  readonly work: number;
  /** With the browser's collection of garbage, which comes in whatever task runs when its time has come. */
  readonly withCollection: number;
}

/**
 * The longest task of the page's own thread while something is done in it, by the thread's own time: what else the
 * machine does makes every task last longer, but not work more.
 *
 * @param act marks its begin and end in the page (`TASKS_FROM`, `TASKS_TO`).
 */
export async function longestTaskOf(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const browser: Browser | null = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace.');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'v8'] });
  await act();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  return longestBetweenMarks(traceEvents.flatMap(event => traceEvent.safeParse(event).data ?? []));
}

function longestBetweenMarks(events: readonly TraceEvent[]): LongestTask {
  const from = events.find(({ name }) => name === TASKS_FROM);
  const to = events.findLast(({ name }) => name === TASKS_TO);
  if (from === undefined || to === undefined) throw new Error('The trace has no marks.');
  const whole = events.filter(
    ({ ph, pid, tid, ts, dur = 0 }) =>
      ph === 'X' && pid === from.pid && tid === from.tid && ts + dur > from.ts && ts < to.ts,
  );
  const collections = whole.filter(({ name }) => name === 'MajorGC' || name === 'MinorGC');
  const tasks = whole.filter(({ name }) => name.endsWith('RunTask'));
  return {
    work: longest(tasks.map(task => worked(task) - sum(collections.filter(part => isWithin(part, task))))),
    withCollection: longest(tasks.map(worked)),
  };
}

/** @returns ms */
function longest(times: readonly number[]): number {
  return Math.max(0, ...times) / 1000;
}

/** @returns µs */
function worked({ tdur = 0 }: TraceEvent): number {
  return tdur;
}

function sum(events: readonly TraceEvent[]): number {
  return events.reduce((total, event) => total + worked(event), 0);
}

function isWithin(part: TraceEvent, task: TraceEvent): boolean {
  return part.ts >= task.ts && part.ts < task.ts + (task.dur ?? 0);
}
