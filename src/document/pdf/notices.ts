import type { PageRange } from './uninspected-pages.ts';

/**
 * What the pages may not show, or not as whoever made the file meant it. The names go into the evidence of a
 * signature and do not change.
 *
 * - `xfa`: the file holds an XFA form, whose fields and layout are not drawn.
 * - `hidden-content`: it has layers that are off, or content that is out of sight, until someone switches it on.
 * - `scripts`: it holds JavaScript, which never runs here; elsewhere it could change fields.
 * - `attachments`: files are attached to it, which are signed too.
 * - `pages-differ`: the service counts another number of pages than are shown.
 * - `field-missing`: a form field has a value that is not drawn.
 * - `page-failed`: a page could not be drawn.
 * - `image-missing`: an image, or something else that pages are composed of, could not be drawn, or only in part.
 * - `font-missing`: letters could not be drawn, because their font is broken or has no drawing for them.
 * - `blank-page`: a page shows nothing at all, on purpose or because what it should show can't be read.
 * - `not-inspected`: not all of it could be looked through for what is told here, or not yet.
 * - `scanned`: a page is a picture; it has no text to read aloud, find or select.
 */
export const DOCUMENT_NOTICES = [
  'xfa',
  'hidden-content',
  'scripts',
  'attachments',
  'pages-differ',
  'field-missing',
  'page-failed',
  'image-missing',
  'font-missing',
  'blank-page',
  'not-inspected',
  'scanned',
] as const;

export type DocumentNotice = (typeof DOCUMENT_NOTICES)[number];

export interface NoticeEvents {
  /** All notices so far, when there are others than before. */
  readonly onNotice: (notices: readonly DocumentNotice[]) => void;
  /** The pages that `not-inspected` is about, when there are others; none where it is about the file as a whole. */
  readonly onUninspected: (pages: readonly PageRange[]) => void;
}

const WHOLE_FILE: readonly PageRange[] = [];

/** The notices learnt so far, each once, in the order of `DOCUMENT_NOTICES`. */
export class NoticeBoard {
  readonly #known = new Set<DocumentNotice>();
  readonly #events: NoticeEvents;
  #uninspected: readonly PageRange[] | undefined;
  #toldPages = WHOLE_FILE;
  #told = 0;

  constructor(events: NoticeEvents) {
    this.#events = events;
  }

  /**
   * The pages that have not been looked through; none where all have been, but not yet the rest of the file, and
   * `undefined` where nothing is left. It is the one notice that is taken back.
   */
  set uninspected(pages: readonly PageRange[] | undefined) {
    this.#uninspected = pages;
    this.#tell();
  }

  add(...learnt: readonly DocumentNotice[]): void {
    for (const notice of learnt) this.#known.add(notice);
    this.#tell();
  }

  /** All but one only become more: as many are the same ones. */
  #tell(): void {
    const unfinished = this.#uninspected !== undefined;
    const wholeFile = this.#known.has('not-inspected');
    const pages = (wholeFile ? undefined : this.#uninspected) ?? WHOLE_FILE;
    if (pages.length + this.#toldPages.length > 0) this.#events.onUninspected(pages);
    this.#toldPages = pages;
    const all = DOCUMENT_NOTICES.filter(
      notice => this.#known.has(notice) || (unfinished && notice === 'not-inspected'),
    );
    if (all.length === this.#told) return;
    this.#told = all.length;
    this.#events.onNotice(all);
  }
}
