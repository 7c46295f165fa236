/** What many signatures with chains and timestamps of their own need; each costs some 2 ms at the most. */
const MOST_CHECKS = 2000;

/** How many certificates' signatures may still be checked for a document, whatever it is made of. */
export class CheckBudget {
  #left: number;

  constructor(checks = MOST_CHECKS) {
    this.#left = checks;
  }

  /** @returns false when nothing is left: the check is not to be made */
  spend(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
