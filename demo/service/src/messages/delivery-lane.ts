/** A slow server keeps its own channel waiting, and takes no more of this process than this. */
const ROUNDS = 2;

/** The rounds of one channel: a few beside each other, and after them one more for what came meanwhile. */
export class DeliveryLane {
  readonly #work: () => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  #next: Promise<void> | undefined;

  /** @param work sends until nothing is due; never rejects */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when nothing is being sent any more, by this round, one before, or one that began beside it. */
  async run(): Promise<void> {
    await (this.#running.size < ROUNDS ? this.#start() : this.#afterwards());
    // With a connection of its own, a round that began later may have taken what this one was to find.
    await Promise.all(this.#running);
  }

  async #start(): Promise<void> {
    const round = this.#work();
    this.#running.add(round);
    await round;
    this.#running.delete(round);
  }

  /** Whoever comes while all rounds run shares the one after: it finds everything that waits. */
  #afterwards(): Promise<void> {
    this.#next ??= Promise.race(this.#running).then(() => {
      this.#next = undefined;
      return this.run();
    });
    return this.#next;
  }
}
