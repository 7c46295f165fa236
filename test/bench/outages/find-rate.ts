import os from 'node:os';
import { at, type Load } from './load.ts';

/** The steps of the search: from what one processor does to more than a handful does. */
const RATES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100];

/** A signing that takes longer is no longer steady, though all are done in the end. */
const MOST_P95_MS = 5000;

/** What came in this many seconds may be under way at the end of a step. */
const MOST_WAITING_SECONDS = 2;

const WARM_UP_SECONDS = 10;

interface Step {
  readonly rate: number;
  readonly signed: number;
  readonly p50: number;
  readonly p95: number;
  readonly waiting: number;
  readonly cpu: number;
}

function cpuTimes(): { readonly busy: number; readonly all: number } {
  const times = os.cpus().map(cpu => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce(
    (sum, { user, nice, sys, idle: rest, irq }) => sum + user + nice + sys + rest + irq,
    0,
  );
  return { busy: all - idle, all };
}

async function runStep(load: Load, rate: number, seconds: number): Promise<Step & { leftOut: number }> {
  const [before, leftOut, start] = [cpuTimes(), load.leftOut, performance.now()];
  load.took = [];
  await load.begin({ perSecond: rate, seconds });
  const passed = (performance.now() - start) / 1000;
  const { took, running: waiting } = load;
  const now = cpuTimes();
  return {
    rate,
    signed: took.length / passed,
    p50: at(took, 0.5),
    p95: at(took, 0.95),
    waiting,
    cpu: (now.busy - before.busy) / (now.all - before.all),
    leftOut: load.leftOut - leftOut,
  };
}

/**
 * Raises the rate step by step, until signings pile up: more are under way than come in two seconds, or 5 of 100 take longer
 * than 5 s. Prints a table.
 * @returns the highest rate that was kept, in signings a second; 0 if none was
 */
export async function findRate(load: Load, { seconds }: { readonly seconds: number }): Promise<number> {
  // The first signings start the sealing threads, and plan statements.
  await load.begin({ perSecond: 1, seconds: WARM_UP_SECONDS });
  await load.end();
  let steady = 0;
  console.log('| Rate asked | Signed a second | p50 ms | p95 ms | Under way | Machine busy | Steady |');
  console.log('| ---------- | --------------- | ------ | ------ | --------- | ------------ | ------ |');
  for (const rate of RATES) {
    const { signed, p50, p95, waiting, cpu, leftOut } = await runStep(load, rate, seconds);
    const isSteady =
      leftOut === 0 && waiting <= Math.max(3, rate * MOST_WAITING_SECONDS) && p95 <= MOST_P95_MS;
    const cells = [
      rate,
      signed.toFixed(1),
      p50,
      p95,
      waiting,
      `${Math.round(cpu * 100)} %`,
      isSteady ? 'yes' : 'no',
    ];
    console.log(`| ${cells.join(' | ')} |`);
    await load.end();
    if (!isSteady) break;
    steady = rate;
  }
  return steady;
}
