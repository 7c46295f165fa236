import type { ServiceRun } from '../../../packages/service/test/support/service-run.ts';

const faultsOf = (run: ServiceRun): number => run.output().match(/ 500 \d+ ms/g)?.length ?? 0;

/** The instances, each on a port that it keeps. */
export class Instances {
  readonly ports: readonly number[];
  readonly #runs = new Map<number, ServiceRun>();
  #earlierFaults = 0;
  readonly #start: (port: number) => Promise<ServiceRun>;

  constructor(ports: readonly number[], start: (port: number) => Promise<ServiceRun>) {
    this.ports = ports;
    this.#start = start;
  }

  async start(): Promise<void> {
    for (const port of this.ports) this.#runs.set(port, await this.#start(port));
  }

  async restart(port: number, signal: NodeJS.Signals): Promise<void> {
    const run = this.#runs.get(port);
    await run?.end(signal);
    if (run !== undefined) this.#earlierFaults += faultsOf(run);
    this.#runs.set(port, await this.#start(port));
  }

  get pids(): readonly number[] {
    return [...this.#runs.values()].map(({ pid }) => pid);
  }

  /** Answers 500 in all their logs so far. */
  get faults(): number {
    return [...this.#runs.values()].reduce((sum, run) => sum + faultsOf(run), this.#earlierFaults);
  }

  async stop(): Promise<void> {
    for (const run of this.#runs.values()) await run.end('SIGTERM');
  }
}
