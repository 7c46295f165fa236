/** ms for which a hint is shown at least: faster changes can't be read. */
const STANDS_FOR = 700;

/** Shows hints one at a time, each long enough to be read. */
export class StandingHint<Hint> {
  #shown: Hint | undefined;
  #since = Number.NEGATIVE_INFINITY;

  /** @param hint the current hint. @param at now, ms. @returns the hint to show. */
  show(hint: Hint, at: number): Hint {
    if (this.#shown !== undefined && (hint === this.#shown || at - this.#since < STANDS_FOR)) {
      return this.#shown;
    }
    this.#shown = hint;
    this.#since = at;
    return hint;
  }
}
