/** What lies over a page: links, text and matches of a search. */
import { nextTask } from '../../support/turns.ts';
import { isUnseen } from '../checks/check-document.ts';
import { type Destination, findDestination } from '../links/destination.ts';
import type { PageSource } from '../pdf/page-source.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';
import { locateMatches, type MatchSpan } from '../text/searchable-text.ts';
import { type LaidText, layText } from '../text/text-layer.ts';
import { type PageArea, placeOver } from './canvas-size.ts';

/** Maximum number of boxes on a page. */
const MOST_MATCHES = 500;

/** The highlighted matches of a page. */
interface PageMarks {
  /** Removes the boxes. */
  remove(): void;
  /** Marks the nth match as current. */
  readonly setCurrent: (nth: number | undefined) => void;
  /** The nth match's rectangle in the browser's window; `undefined` when it has no box. */
  readonly rectOf: (nth: number) => DOMRect | undefined;
}

/**
 * Adds a box over each match of a folded query. The boxes are measured once and positioned in percent of the page, so
 * zooming needs no new ones. (Elements, because Safari 16.4 has no CSS highlights.)
 */
function markMatches(page: HTMLElement, words: LaidText, query: string): PageMarks {
  const layer = document.createElement('div');
  layer.className = 'marks';
  layer.setAttribute('aria-hidden', 'true');
  const whole = page.getBoundingClientRect();
  const boxes = locateMatches(words.runs, query)
    .slice(0, MOST_MATCHES)
    .map(span => rectsOf(words, span).map(rect => boxFor(rect, whole)));
  layer.append(...boxes.flat());
  page.append(layer);
  return {
    remove: () => layer.remove(),
    setCurrent: nth => {
      boxes.forEach((parts, at) => {
        for (const box of parts) box.classList.toggle('current', at === nth);
      });
    },
    rectOf: nth => boxes[nth]?.[0]?.getBoundingClientRect(),
  };
}

function rectsOf({ elements }: LaidText, { start, end }: MatchSpan): DOMRect[] {
  const rects: DOMRect[] = [];
  for (let run = start.run; run <= end.run; run += 1) {
    const text = elements[run]?.firstChild;
    if (!(text instanceof Text) || !text.isConnected) continue;
    const range = document.createRange();
    range.setStart(text, run === start.run ? Math.min(start.offset, text.length) : 0);
    range.setEnd(text, run === end.run ? Math.min(end.offset, text.length) : text.length);
    rects.push(...range.getClientRects());
  }
  return rects.filter(({ width, height }) => width > 0 && height > 0);
}

function boxFor(rect: DOMRect, whole: DOMRect): HTMLElement {
  const box = document.createElement('div');
  box.className = 'mark';
  const { left, top, width, height } = rect;
  placeOver(box, { left: left - whole.left, top: top - whole.top, width, height }, whole);
  return box;
}

/** A link of a page, to a web address or to a destination in the same file. */
interface PageLink {
  /** Its label: the text under it, if there is any. */
  readonly name: string;
  readonly target: { readonly url: string } | { readonly destination: Destination };
  /** Its rectangle, as fractions of the rotated page. */
  readonly area: PageArea;
}

/** Maximum number of links on a page. */
const MOST_LINKS = 500;

/** The fields of pdf.js's link annotations that are used here; never `unsafeUrl`. */
interface LinkAnnotation {
  readonly subtype?: unknown;
  readonly rect?: unknown;
  readonly annotationFlags?: unknown;
  readonly url?: unknown;
  readonly dest?: unknown;
  readonly overlaidText?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
}

/** The links that may be followed: http and https, and those within the file. Other actions are ignored. */
async function readLinks(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<readonly PageLink[]> {
  const annotations: readonly LinkAnnotation[] = await page.getAnnotations();
  const links = annotations.filter(one => one.subtype === 'Link' && !isUnseen(one)).slice(0, MOST_LINKS);
  const read = await Promise.all(links.map(link => readLink(pdf, page, link)));
  return read.filter(link => link !== undefined);
}

async function readLink(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  { rect, url, dest, overlaidText, contentsObj }: LinkAnnotation,
): Promise<PageLink | undefined> {
  const area = areaOf(page, rect);
  if (area === undefined) return undefined;
  const name = textOf(contentsObj?.str) || textOf(overlaidText);
  const address = webAddress(url);
  if (address !== undefined) return { name: name || address, target: { url: address }, area };
  if (dest === undefined || dest === null) return undefined;
  const destination = await findDestination(pdf, dest);
  return destination && { name, target: { destination }, area };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

/** The normalised address; `undefined` for anything but http and https. */
function webAddress(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** A rectangle of the file as fractions of the rotated page; `undefined` if it is invalid. */
function areaOf(page: PDFPageProxy, rect: unknown): PageArea | undefined {
  if (!Array.isArray(rect) || !rect.every(side => typeof side === 'number')) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0]: readonly number[] = rect;
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top);
  const area = {
    left: Math.min(x1, x2) / viewport.width,
    top: Math.min(y1, y2) / viewport.height,
    width: Math.abs(x1 - x2) / viewport.width,
    height: Math.abs(y1 - y2) / viewport.height,
  };
  return area.width > 0 && area.height > 0 ? area : undefined;
}

/** What links need from the viewer. */
export interface LinkDestinations {
  readonly source: PageSource;
  /** The label of a link to a page of the file. */
  readonly pageLabel: (page: number) => string;
  readonly goTo: (destination: Destination) => void;
}

/** Creates the elements of links, for a layer over the page's picture. */
function linkElements(
  links: readonly PageLink[],
  pageLabel: LinkDestinations['pageLabel'],
  goTo: LinkDestinations['goTo'],
): readonly HTMLElement[] {
  return links.map(({ name, target, area }) => {
    const element = 'url' in target ? linkToWeb(target.url) : linkToPage(target.destination, goTo);
    const where = 'url' in target ? target.url : pageLabel(target.destination.page);
    element.className = 'link';
    // The tooltip says where the link leads; it is the name, too, where the file has none.
    element.title = where;
    if (name !== '') element.setAttribute('aria-label', name);
    placeOver(element, area, { width: 1, height: 1 });
    return element;
  });
}

function linkToWeb(url: string): HTMLElement {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.referrerPolicy = 'no-referrer';
  return link;
}

/** A button, because following a `#` address would change the host page's. */
function linkToPage(destination: Destination, goTo: LinkDestinations['goTo']): HTMLElement {
  const link = document.createElement('button');
  link.type = 'button';
  link.addEventListener('click', () => goTo(destination));
  return link;
}

/** A search: the folded query, and which match of this page is the current one. */
interface Sought {
  readonly query: string;
  readonly nth: number | undefined;
}

/** The layers over a page's picture: text, highlights of matches, links. */
export class PageOverlay {
  readonly #page: HTMLElement;
  readonly #links: LinkDestinations;
  #laid: AbortController | undefined;
  /** CSS px per PDF unit. */
  #scale = 1;
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

  /** Follows the page to another size: CSS px per PDF unit. Links and highlights are placed in percent of it. */
  rescale(scale: number): void {
    this.#scale = scale;
    void this.#text.then(text => text?.rescale(scale));
  }

  /** Adds text and links, unless they are there. */
  lay(page: PDFPageProxy): void {
    if (this.#laid !== undefined) return;
    const laid = new AbortController();
    this.#laid = laid;
    this.#text = this.#layText(page, laid.signal);
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

  async #layText(page: PDFPageProxy, signal: AbortSignal): Promise<LaidText | undefined> {
    const { source } = this.#links;
    try {
      return await source.read(page.pageNumber - 1, one =>
        layText(source.document, one, this.#page, this.#scale, signal),
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
