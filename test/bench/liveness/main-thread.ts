import type { Page } from '@playwright/test';

/** A task of the page's main thread, ms. */
export interface Task {
  /** From its begin to its end, other programs' turns included. */
  readonly lasted: number;
  /** Of the processor. */
  readonly worked: number;
}

/** An event of Chromium's trace; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];

/**
 * Has Chromium note what the page's main thread does during some work.
 *
 * @param mark the name of the page's own marks (`performance.mark`).
 * @param skip marks at the beginning that do not count yet.
 * @returns the tasks between those marks, the longest first.
 */
export async function tasksDuring(
  page: Page,
  mark: string,
  skip: number,
  work: () => Promise<void>,
): Promise<Task[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const marks = traceEvents.filter(({ name }) => name === mark).toSorted((a, b) => a.ts - b.ts);
  const [first, last] = [marks[skip], marks.at(-1)];
  if (first === undefined || last === undefined) return [];
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .filter(({ ts }) => ts >= first.ts && ts <= last.ts)
    .map(({ dur = 0, tdur = 0 }) => ({ lasted: dur / 1000, worked: tdur / 1000 }))
    .toSorted((a, b) => b.lasted - a.lasted);
}
