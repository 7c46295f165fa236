/** Does the works, as many at a time as there are clients. @returns milliseconds for one */
export async function time(
  works: number,
  clients: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let index = next++; index < works; index = next++) await work(index);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (performance.now() - start) / works;
}

/** The same with what each work needs made before, because making it is not to be measured. */
export function timeEach<T>(
  needs: readonly T[],
  clients: number,
  work: (need: T) => Promise<unknown>,
): Promise<number> {
  const waiting = needs.values();
  return time(needs.length, clients, async () => {
    const { value, done } = waiting.next();
    if (!done) await work(value);
  });
}

/** Milliseconds for one work of two kinds, and how many times as long one of them takes. */
export interface Comparison {
  readonly milliseconds: number;
  readonly beside: number;
  readonly ratio: number;
}

/** Prints how times compare, and keeps whether one took longer than it may. */
export class Verdicts {
  missed = false;

  judge(label: string, { milliseconds, beside, ratio }: Comparison, most: number): void {
    this.missed ||= ratio > most;
    const verdict = ratio > most ? 'MISSED' : 'held';
    const times = `${milliseconds.toFixed(2)} ms (${(1000 / milliseconds).toFixed(0)} a second)`;
    console.log(
      `  ${label}: ${times}, beside ${beside.toFixed(2)} ms: ${ratio.toFixed(2)} ×, at most ${most} × ${verdict}`,
    );
  }

  limit(label: string, milliseconds: number, most: number): void {
    this.missed ||= milliseconds > most;
    const verdict = milliseconds > most ? 'MISSED' : 'held';
    console.log(`  ${label}: ${milliseconds.toFixed(1)} ms, at most ${most} ms ${verdict}`);
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds for one work of each kind, round by round. */
export class Rounds {
  readonly #times = new Map<string, number[]>();

  add(kind: string, milliseconds: number): void {
    this.#times.set(kind, [...(this.#times.get(kind) ?? []), milliseconds]);
  }

  /** Of an odd number of rounds. */
  median(kind: string): number {
    return middle(this.#times.get(kind) ?? []);
  }

  /** The ratio is the median of what each round compares: what else the machine did then is in both of its numbers. */
  compare(kind: string, beside: string): Comparison {
    const others = this.#times.get(beside) ?? [];
    const ratios = this.#times.get(kind)?.map((one, round) => one / (others[round] ?? 0)) ?? [];
    return { milliseconds: this.median(kind), beside: this.median(beside), ratio: middle(ratios) };
  }
}
