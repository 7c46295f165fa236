/**
 * `npm run test:soak`: half an hour of signings of five kinds against `npm start` (`SOAK_ON=postgresql`: against the
 * service on PostgreSQL), with one webhook that answers and one that hangs; `SOAK_MINUTES` and `SOAK_RATE` (signings a
 * second) change it. Prints a line a minute and ends with code 1 when an answer was wrong, a completion was told not
 * exactly once, or memory, open files or times went on growing. Needs /proc.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { openReceiver, type WebhookReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { residentMegabytes, startAsImageDoes, startAsNpmDoes } from './service-starts.ts';
import { SoakSigner } from './soak-signer.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? '30');
const PER_SECOND = Number(process.env['SOAK_RATE'] ?? '2');
const ON_POSTGRES = process.env['SOAK_ON'] === 'postgresql';
/** More signings than this at once are not begun: a stalled service is to be seen, not to be buried. */
const MOST_AT_ONCE = 60;
/** MB of memory in use at the end. */
const MOST_MEMORY = ON_POSTGRES ? 250 : 450;
/** How many times as much as after a sixth of the time. */
const MOST_GROWTH = { memory: 1.2, files: 1.2, median: 1.5 } as const;
const TOLD_WITHIN_MS = 30_000;

interface Minute {
  readonly memory: number;
  readonly files: number;
  readonly median: number;
}

const at = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(part * values.length) - 1] ?? 0;

async function look(run: ServiceRun, signer: SoakSigner): Promise<Minute> {
  const accepts = signer.took.get('accept') ?? [];
  return {
    memory: await residentMegabytes(run),
    files: (await readdir(`/proc/${run.pid}/fd`)).length,
    median: at(accepts, 0.5),
  };
}

class Soak {
  readonly completed = new Set<string>();
  readonly problems: string[] = [];
  readonly #signer: SoakSigner;
  readonly #run: ServiceRun;
  readonly #minutes: Minute[] = [];
  #begun = 0;
  #left = 0;
  #running = 0;

  constructor(run: ServiceRun, signer: SoakSigner) {
    this.#signer = signer;
    this.#run = run;
  }

  async run(): Promise<void> {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const end = Date.now() + 60_000;
      while (Date.now() < end) {
        this.#begin();
        await delay(1000 / PER_SECOND);
      }
      await this.#tell(minute);
    }
    while (this.#running > 0) await delay(100);
    await delay(20_000);
    this.#judge(await look(this.#run, this.#signer));
  }

  #begin(): void {
    if (this.#running >= MOST_AT_ONCE) {
      this.#left += 1;
      return;
    }
    this.#running += 1;
    const work = this.#signer.sign(this.#begun++).then(
      transactions => transactions.forEach(id => this.completed.add(id)),
      (error: unknown) => this.problems.push(String(error)),
    );
    void work.finally(() => (this.#running -= 1));
  }

  async #tell(minute: number): Promise<void> {
    const seen = await look(this.#run, this.#signer);
    this.#minutes.push(seen);
    const times = [...this.#signer.took]
      .map(([kind, took]) => `${kind} ${at(took, 0.5).toFixed(0)}/${at(took, 0.95).toFixed(0)}`)
      .join(', ');
    this.#signer.took.clear();
    console.log(
      `${minute} min: ${this.completed.size} completed, ${this.#running} running, ${this.#left} left out, ` +
        `${this.#signer.busy} × busy, ${this.problems.length} problems; ${seen.memory.toFixed(0)} MB, ` +
        `${seen.files} files; ms p50/p95: ${times}`,
    );
  }

  #judge(end: Minute): void {
    const early = this.#minutes[Math.max(0, Math.floor(MINUTES / 6) - 1)] ?? end;
    const late = this.#minutes.at(-1) ?? end;
    console.log(`At rest: ${end.memory.toFixed(0)} MB, ${end.files} files.`);
    this.#expect('MB at rest', end.memory, MOST_MEMORY);
    this.#expect('memory', late.memory / early.memory, MOST_GROWTH.memory);
    this.#expect('open files', late.files / early.files, MOST_GROWTH.files);
    this.#expect('median of accept', late.median / early.median, MOST_GROWTH.median);
  }

  #expect(label: string, value: number, most: number): void {
    console.log(`${label}: ${value.toFixed(2)}, at most ${most}`);
    if (!(value <= most)) this.problems.push(`${label} is ${value.toFixed(2)}`);
  }
}

/** Whether each completion was told, and once. */
async function judgeDeliveries(completed: ReadonlySet<string>, receiver: WebhookReceiver): Promise<string[]> {
  const until = Date.now() + TOLD_WITHIN_MS;
  const told = () => new Set(receiver.bodies().map(({ transactionId = '' }) => transactionId));
  const untold = () => [...completed].filter(id => !told().has(id)).length;
  while (untold() > 0 && Date.now() < until) await delay(500);
  const events = new Set(receiver.bodies().map(({ id }) => id));
  console.log(`${receiver.received.length} deliveries of ${events.size} events, ${untold()} untold.`);
  const problems: string[] = [];
  if (untold() > 0) problems.push(`${untold()} completions were not told`);
  if (events.size !== told().size) problems.push(`${events.size} events of ${told().size} transactions`);
  return problems;
}

async function soak(run: ServiceRun): Promise<string[]> {
  const signer = new SoakSigner(run.url);
  const [healthy, hanging] = [await openReceiver(), await openReceiver()];
  hanging.answer(() => undefined);
  try {
    await signer.register(healthy.url, ['TRANSACTION.COMPLETED']);
    await signer.register(hanging.url, ['TRANSACTION.COMPLETED']);
    const work = new Soak(run, signer);
    await work.run();
    return [...work.problems, ...(await judgeDeliveries(work.completed, healthy))];
  } finally {
    await Promise.all([healthy.close(), hanging.close()]);
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-soak-'));
const server = ON_POSTGRES ? await startPostgres() : undefined;
const env = { ALLOW_LOCAL_WEBHOOKS: 'true' };
const run = await (server === undefined
  ? startAsNpmDoes(folder, env)
  : startAsImageDoes(folder, server.url, env));
try {
  const problems = await soak(run);
  const { code } = await run.end('SIGTERM');
  if (code !== 0) problems.push(`The service ended with ${code}.`);
  const faults = run.output().match(/ 500 \d+ ms /g)?.length ?? 0;
  if (faults > 0) problems.push(`${faults} answers 500`);
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(problems.length === 0 ? 'The soak held.' : `The soak found ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await run.end('SIGKILL');
  await server?.stop();
  await rm(folder, { recursive: true });
}
