/** ms for which a hint stands: what changes faster can't be read. */
const STANDS_FOR = 700;

/** Shows hints one at a time, each long enough to be read. */
export class StandingHint<Hint> {
  #shown: Hint | undefined;
  #since = Number.NEGATIVE_INFINITY;

  /** @param at now, ms. @returns the hint to show for the one that holds. */
  show(hint: Hint, at: number): Hint {
    if (this.#shown !== undefined && (hint === this.#shown || at - this.#since < STANDS_FOR)) {
      return this.#shown;
    }
    this.#shown = hint;
    this.#since = at;
    return hint;
  }
}
