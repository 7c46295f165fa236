/** Pages of a document that follow one another, from 1; both ends belong to them. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Which pages have not been looked through: all at first, and fewer as a survey goes on from the first to the last. */
export class UninspectedPages {
  readonly #pages: number;
  /** What was come to in vain. */
  #missed: readonly PageRange[] = [];
  #next = 1;

  /** @param pages how many there are. */
  constructor(pages: number) {
    this.#pages = pages;
  }

  get ranges(): readonly PageRange[] {
    const rest = { first: this.#next, last: this.#pages };
    return rest.first > rest.last ? this.#missed : joined(this.#missed, rest);
  }

  /** The next page has been looked through. */
  inspect(): void {
    this.#next += 1;
  }

  /** The next page can't be looked through, and is left out. */
  miss(): void {
    this.#missed = joined(this.#missed, { first: this.#next, last: this.#next });
    this.#next += 1;
  }
}

/** Puts pages behind others, into their last range where they follow it. */
function joined(ranges: readonly PageRange[], next: PageRange): readonly PageRange[] {
  const before = ranges.at(-1);
  if (before?.last !== next.first - 1) return [...ranges, next];
  return [...ranges.slice(0, -1), { first: before.first, last: next.last }];
}
