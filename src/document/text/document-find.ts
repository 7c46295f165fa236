/** Searching a document. */
import { nextTask } from '../../support/turns.ts';
import type { PageSource } from '../pdf/page-source.ts';
import { isRun, readVisibleText } from './page-text.ts';
import { FoldedText, findIn, foldQuery } from './searchable-text.ts';

/** The progress of a search. */
export interface FindState {
  /** As the reader typed it; empty when there is no search. */
  readonly query: string;
  /** Whether pages are still to be searched: `total` may grow. */
  readonly searching: boolean;
  /** Number of matches so far. */
  readonly total: number;
  /** The current match, from 1 in the document's order; 0 when there is none. */
  readonly current: number;
}

/** A match: the page's index, and the match's index on that page. */
export interface Match {
  readonly index: number;
  readonly nth: number;
}

interface FindEvents {
  readonly onChange: (state: FindState) => void;
  /** Highlights matches on the pages; `undefined` for none. `query` is folded. */
  readonly onMatch: (query: string | undefined, match: Match | undefined) => void;
  /** The index of the visible page, where the search begins. */
  readonly pageInSight: () => number;
}

/** Limit of the folded text that is kept for the next search, in characters; other pages are read again. */
const KEPT = 8_000_000;

/** ms for which text is folded before yielding to the page's thread. */
const AT_ONCE = 10;

/** ms to wait for another letter: the first letters of a word have hundreds of matches. */
const TYPING = 150;

const NOTHING: FindState = { query: '', searching: false, total: 0, current: 0 };

/**
 * Searches all pages without drawing them, one by one from the visible page on. A new search ends the previous one.
 */
export class DocumentFind {
  readonly #source: PageSource;
  readonly #events: FindEvents;
  /** Folded text by page index. */
  readonly #folded = new Map<number, string>();
  #kept = 0;
  #search: AbortController | undefined;
  /** Number of matches of each page; empty items for pages that were not searched. */
  #counts: number[] = [];
  #query = '';
  #total = 0;
  #match: Match | undefined;
  /** Number of matches on the pages before the current match's. */
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
   * Searches, ignoring case and accents, and goes to the first match from the visible page on.
   *
   * @returns the state when all pages have been searched, or a later search has replaced this one.
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
    this.#tell({ query, searching: true, total: 0, current: 0 });
    await new Promise(resolve => setTimeout(resolve, TYPING));
    if (search.signal.aborted) return this.#state;
    this.#events.onMatch(this.#query, undefined);
    await this.#searchPages(query, search.signal);
    if (search.signal.aborted) return this.#state;
    return this.#tell({ ...this.#count(query), searching: false });
  }

  /** Goes to the next match, and from the last to the first. */
  next(): void {
    this.#step(1);
  }

  /** Goes to the previous match, and from the first to the last. */
  previous(): void {
    this.#step(-1);
  }

  /** Ends the search and removes its highlights. */
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

  /** The folded text of a page; empty if it can't be read. */
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
      // `reduce` skips the empty items of pages that were not searched.
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
    await nextTask();
    if (signal.aborted) return '';
    began = performance.now();
  }
  return folded.text;
}
