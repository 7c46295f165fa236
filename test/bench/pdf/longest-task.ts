import type { Browser, Page } from 'playwright-core';
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

/**
 * The longest task of the page's own thread while something is done in it, ms of the thread's own time: what else
 * the machine does makes every task last longer, but not work more.
 *
 * @param act marks its begin and end in the page (`TASKS_FROM`, `TASKS_TO`).
 */
export async function longestTaskOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser: Browser | null = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace.');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await act();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  return longestBetweenMarks(traceEvents.flatMap(event => traceEvent.safeParse(event).data ?? []));
}

function longestBetweenMarks(events: readonly TraceEvent[]): number {
  const from = events.find(({ name }) => name === TASKS_FROM);
  const to = events.findLast(({ name }) => name === TASKS_TO);
  if (from === undefined || to === undefined) throw new Error('The trace has no marks.');
  const tasks = events.filter(
    ({ ph, name, pid, tid, ts, dur = 0 }) =>
      ph === 'X' &&
      name.endsWith('RunTask') &&
      pid === from.pid &&
      tid === from.tid &&
      ts + dur > from.ts &&
      ts < to.ts,
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
