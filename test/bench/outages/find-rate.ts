import os from 'node:os';
import { at, type Load } from './load.ts';
import { processorTime } from './processor-time.ts';

/** The steps of the search: from what one processor does to more than a handful does. */
const RATES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100];

/** A signing that takes longer is no longer steady, though all are done in the end. */
const MOST_P95_MS = 5000;

/** What came in this many seconds may be under way at the end of a step. */
const MOST_WAITING_SECONDS = 2;

/** V8 has compiled what a signing needs after about a hundred. */
const WARM_UP = { perSecond: 4, seconds: 30 };

/** A service whose rate is looked for. */
export interface Candidate {
  readonly name: string;
  readonly load: Load;
  /** Of its instances. */
  readonly pids: () => readonly number[];
}

interface Step {
  readonly signed: number;
  readonly p50: number;
  readonly p95: number;
  readonly waiting: number;
  readonly machine: number;
  /** Milliseconds of the instances' processor time. */
  readonly each: number;
  readonly isSteady: boolean;
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

async function runStep({ load, pids }: Candidate, rate: number, seconds: number): Promise<Step> {
  const [before, leftOut, start] = [cpuTimes(), load.leftOut, performance.now()];
  const taken = await processorTime(pids());
  load.took = [];
  await load.begin({ perSecond: rate, seconds });
  const passed = (performance.now() - start) / 1000;
  const { took, running: waiting } = load;
  const now = cpuTimes();
  const [signed, p95] = [took.length / passed, at(took, 0.95)];
  const isSteady =
    load.leftOut === leftOut && waiting <= Math.max(3, rate * MOST_WAITING_SECONDS) && p95 <= MOST_P95_MS;
  await load.end();
  const each = ((await processorTime(pids())) - taken) / load.took.length;
  const machine = (now.busy - before.busy) / (now.all - before.all);
  return { signed, p50: at(took, 0.5), p95, waiting, machine, each, isSteady };
}

/**
 * Raises the rate step by step, until signings pile up: more are under way than come in two seconds, or 5 of 100 take longer
 * than 5 s. Candidates take turns at each rate, so that what else the machine does meets all of them. Prints a table.
 * @returns the highest rate that each has kept, in signings a second; 0 if none was
 */
export async function findRates(
  candidates: readonly Candidate[],
  { seconds }: { readonly seconds: number },
): Promise<ReadonlyMap<string, number>> {
  // The first signings start the sealing threads, and plan statements.
  for (const { load } of candidates) {
    await load.begin(WARM_UP);
    await load.end();
  }
  const steady = new Map(candidates.map(({ name }) => [name, 0]));
  let running = [...candidates];
  console.log(
    '| Service | Rate asked | Signed a second | p50 ms | p95 ms | Under way | Machine busy | CPU ms each | Steady |\n' +
      '| ------- | ---------- | --------------- | ------ | ------ | --------- | ------------ | ----------- | ------ |',
  );
  for (const rate of RATES) {
    const kept: Candidate[] = [];
    for (const candidate of running) {
      const { name } = candidate;
      const step = await runStep(candidate, rate, seconds);
      const { signed, p50, p95, waiting, machine, each, isSteady } = step;
      const busy = `${Math.round(machine * 100)} %`;
      const cells = [name, rate, signed.toFixed(1), p50, p95, waiting, busy, Math.round(each)];
      console.log(`| ${cells.join(' | ')} | ${isSteady ? 'yes' : 'no'} |`);
      if (!isSteady) continue;
      steady.set(name, rate);
      kept.push(candidate);
    }
    running = kept;
    if (running.length === 0) break;
  }
  return steady;
}
