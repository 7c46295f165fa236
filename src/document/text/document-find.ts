import { isRun } from './page-text.ts';
import type { PageSource } from '../pages/page-source.ts';
import { FoldedText, findIn, foldQuery } from './searchable-text.ts';
import { readVisibleText } from './visible-text.ts';

/** How far a search has come. */
export interface FindState {
  /** As the reader typed it; empty when nothing is looked for. */
  readonly query: string;
  /** Whether pages are still to be searched: `total` may grow. */
  readonly searching: boolean;
  /** How many places have been found. */
  readonly total: number;
  /** Which of them is shown, from 1 in the document's order; 0 when there is none. */
  readonly current: number;
}

/** A found place: the page's index, and the how manieth of that page, from 0. */
export interface Match {
  readonly index: number;
  readonly nth: number;
}

export interface FindEvents {
  readonly onChange: (state: FindState) => void;
  /** What is to be marked on the pages; `undefined` for nothing. `query` is folded. */
  readonly onMatch: (query: string | undefined, match: Match | undefined) => void;
  /** The index of the page in sight: the search begins there. */
  readonly pageInSight: () => number;
}

/** Folded words that are kept for the next search, characters of all pages; others are read again. */
const KEPT = 8_000_000;

/** How long words are folded before the page's thread gets a turn, ms. */
const AT_ONCE = 10;

const NOTHING: FindState = { query: '', searching: false, total: 0, current: 0 };

/**
 * Finds words in all pages without drawing them, page by page from the one in sight on. A later search ends an
 * earlier one.
 */
export class DocumentFind {
  readonly #source: PageSource;
  readonly #events: FindEvents;
  /** Folded words by page index. */
  readonly #folded = new Map<number, string>();
  #kept = 0;
  #search: AbortController | undefined;
  /** How many places each page has; empty where it has not been searched. */
  #counts: number[] = [];
  #query = '';
  #total = 0;
  #match: Match | undefined;
  /** How many places lie on the pages before the shown one's. */
  #before = 0;
  #state = NOTHING;

  constructor(source: PageSource, events: FindEvents) {
    this.#source = source;
    this.#events = events;
  }

  get state(): FindState {
    return this.#state;
  }

  /**
   * Looks for words, without regard to case and accents, and shows the first place from the page in sight on.
   *
   * @returns what there is when all pages have been searched, or a later search has taken over.
   */
  async search(query: string): Promise<FindState> {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    this.#query = foldQuery(query);
    this.#counts = [];
    this.#total = 0;
    this.#match = undefined;
    if (this.#query === '') {
      this.#events.onMatch(undefined, undefined);
      return this.#tell({ ...NOTHING, query });
    }
    this.#events.onMatch(this.#query, undefined);
    this.#tell({ query, searching: true, total: 0, current: 0 });
    await this.#searchPages(query, search.signal);
    if (search.signal.aborted) return this.#state;
    return this.#tell({ ...this.#count(query), searching: false });
  }

  /** Shows the next place; after the last the first. */
  next(): void {
    this.#step(1);
  }

  /** Shows the place before; before the first the last. */
  previous(): void {
    this.#step(-1);
  }

  /** Ends the search and takes its marks away. */
  clear(): void {
    void this.search('');
  }

  async #searchPages(query: string, signal: AbortSignal): Promise<void> {
    const { numPages } = this.#source.document;
    const from = this.#events.pageInSight();
    for (let step = 0; step < numPages; step += 1) {
      const index = (from + step) % numPages;
      // oxlint-disable-next-line no-await-in-loop -- one page at a time: what is being drawn comes first
      const words = await this.#wordsOf(index, signal);
      if (signal.aborted) return;
      const count = findIn(words, this.#query).length;
      if (count > 0) this.#add(index, count);
      if (count > 0) this.#tell({ ...this.#count(query), searching: true });
    }
  }

  #add(index: number, count: number): void {
    this.#counts[index] = count;
    this.#total += count;
    if (this.#match === undefined) this.#show({ index, nth: 0 });
    else if (index < this.#match.index) this.#before += count;
  }

  /** The folded words of a page; none where they can't be read. */
  async #wordsOf(index: number, signal: AbortSignal): Promise<string> {
    const known = this.#folded.get(index);
    if (known !== undefined) return known;
    const words = await readFolded(this.#source, index, signal).catch(() => '');
    if (!signal.aborted && this.#kept + words.length <= KEPT) {
      this.#folded.set(index, words);
      this.#kept += words.length;
    }
    return words;
  }

  #step(direction: 1 | -1): void {
    const match = this.#match;
    if (match === undefined) return;
    const nth = match.nth + direction;
    if (nth >= 0 && nth < this.#countOf(match.index)) {
      this.#show({ index: match.index, nth });
    } else {
      const { numPages } = this.#source.document;
      let index = match.index;
      do index = (index + direction + numPages) % numPages;
      while (this.#countOf(index) === 0);
      this.#show({ index, nth: direction === 1 ? 0 : this.#countOf(index) - 1 });
    }
    this.#tell({ ...this.#count(this.#state.query), searching: this.#state.searching });
  }

  #countOf(index: number): number {
    return this.#counts[index] ?? 0;
  }

  #count(query: string): Omit<FindState, 'searching'> {
    const current = this.#match === undefined ? 0 : this.#before + this.#match.nth + 1;
    return { query, total: this.#total, current };
  }

  #show(match: Match): void {
    if (match.index !== this.#match?.index) {
      // Pages that have not been searched are empty places.
      this.#before = this.#counts.slice(0, match.index).reduce((sum, count) => sum + count, 0);
    }
    this.#match = match;
    this.#events.onMatch(this.#query, match);
  }

  #tell(state: FindState): FindState {
    this.#state = state;
    this.#events.onChange(state);
    return state;
  }
}

async function readFolded(source: PageSource, index: number, signal: AbortSignal): Promise<string> {
  const { items } = await source.read(index, page => readVisibleText(source.document, page));
  const folded = new FoldedText();
  let began = performance.now();
  for (const item of items) {
    if (isRun(item)) folded.add(item);
    if (performance.now() - began < AT_ONCE) continue;
    // oxlint-disable-next-line no-await-in-loop -- that is the purpose
    await new Promise(resolve => setTimeout(resolve));
    if (signal.aborted) return '';
    began = performance.now();
  }
  return folded.text;
}
