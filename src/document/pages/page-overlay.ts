import { nextTask } from '../../support/turns.ts';
import { linkElements, readLinks, type LinkDestinations } from './page-links.ts';
import { markMatches, type PageMarks } from './highlights.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { layText, type LaidText } from '../text/text-layer.ts';

/** A search: the folded query, and which match of this page is the current one. */
export interface Sought {
  readonly query: string;
  readonly nth: number | undefined;
}

/** The layers over a page's picture: text, highlights of matches, links. */
export class PageOverlay {
  readonly #page: HTMLElement;
  readonly #links: LinkDestinations;
  #laid: AbortController | undefined;
  #text: Promise<LaidText | undefined> = Promise.resolve(undefined);
  #sought: Sought | undefined;
  #marks: { readonly query: string; readonly boxes: PageMarks } | undefined;
  #marking: AbortController | undefined;
  /** Resumes a search that waits for the text. */
  #whenLaid: (() => void) | undefined;

  constructor(page: HTMLElement, links: LinkDestinations) {
    this.#page = page;
    this.#links = links;
  }

  /**
   * Adds text and links, unless they are there.
   *
   * @param scale current CSS px per PDF unit.
   */
  lay(page: PDFPageProxy, scale: number): void {
    if (this.#laid !== undefined) return;
    const laid = new AbortController();
    this.#laid = laid;
    this.#text = this.#layText(page, scale, laid.signal);
    void this.#layLinks(page, laid.signal);
    if (this.#whenLaid !== undefined) this.#whenLaid();
    else if (this.#sought !== undefined) void this.seek(this.#sought);
    this.#whenLaid = undefined;
  }

  /** Settles when the text is there, or there will be none. */
  async laid(): Promise<void> {
    await this.#text;
  }

  /** Whether the page has text; `undefined` if it can't be read, or is no longer wanted. */
  async hasWords(): Promise<boolean | undefined> {
    return (await this.#text)?.runs.some(({ str }) => str.trim() !== '');
  }

  /**
   * Highlights the matches as soon as the text is there; a page with the current match waits for its text.
   *
   * @returns the current match's rectangle in the browser's window; `undefined` when it is not on this page, or another
   *   search has started.
   */
  async seek(sought: Sought | undefined): Promise<DOMRect | undefined> {
    this.#sought = sought;
    this.#marking?.abort();
    const marking = new AbortController();
    this.#marking = marking;
    if (sought?.query !== this.#marks?.query) this.#dropMarks();
    this.#whenLaid = undefined;
    if (sought === undefined) return undefined;
    if (this.#laid === undefined && sought.nth === undefined) return undefined;
    if (this.#laid === undefined) await new Promise<void>(resolve => (this.#whenLaid = resolve));
    const text = await this.#text;
    // A page with many matches is a task of its own.
    if (this.#marks === undefined) await nextTask();
    if (marking.signal.aborted || text === undefined) return undefined;
    this.#marks ??= { query: sought.query, boxes: markMatches(this.#page, text, sought.query) };
    const { boxes } = this.#marks;
    boxes.setCurrent(sought.nth);
    return sought.nth === undefined ? undefined : boxes.rectOf(sought.nth);
  }

  /** Removes everything, but remembers the search. */
  clear(): void {
    this.#marking?.abort();
    this.#laid?.abort();
    this.#laid = undefined;
    this.#text = Promise.resolve(undefined);
    this.#dropMarks();
  }

  #dropMarks(): void {
    this.#marks?.boxes.remove();
    this.#marks = undefined;
  }

  async #layText(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<LaidText | undefined> {
    const { source } = this.#links;
    try {
      return await source.read(page.pageNumber - 1, one =>
        layText(source.document, one, this.#page, scale, signal),
      );
    } catch (error) {
      // The picture stays even if the text can't be read.
      if (!signal.aborted) console.warn('sign-session: the text of a page could not be read.', error);
      return undefined;
    }
  }

  async #layLinks(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    const { source, pageLabel, goTo } = this.#links;
    const links = await readLinks(source.document, page).catch(() => []);
    if (signal.aborted || links.length === 0) return;
    await this.#text;
    if (signal.aborted) return;
    const elements = linkElements(links, pageLabel, goTo);
    signal.addEventListener('abort', () => {
      for (const element of elements) element.remove();
    });
    this.#page.append(...elements);
  }
}
