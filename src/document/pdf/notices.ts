/**
 * What the pages may not show, or not as whoever made the file meant it. The names go into the evidence of a
 * signature and do not change.
 *
 * - `xfa`: the file holds an XFA form, whose fields and layout are not drawn.
 * - `hidden-content`: it has layers that are off, or content that is out of sight, until someone switches it on.
 * - `scripts`: it holds JavaScript, which never runs here; elsewhere it could change fields.
 * - `attachments`: files are attached to it, which are signed too.
 * - `page-failed`: a page could not be drawn.
 * - `image-missing`: an image could not be drawn, or only in part.
 * - `font-missing`: letters could not be drawn, because their font is broken.
 * - `scanned`: a page is a picture; it has no text to read aloud, find or select.
 */
export const DOCUMENT_NOTICES = [
  'xfa',
  'hidden-content',
  'scripts',
  'attachments',
  'page-failed',
  'image-missing',
  'font-missing',
  'scanned',
] as const;

export type DocumentNotice = (typeof DOCUMENT_NOTICES)[number];

/** The notices learnt so far, each once, in the order of `DOCUMENT_NOTICES`. */
export class NoticeBoard {
  readonly #known = new Set<DocumentNotice>();
  readonly #onChange: (notices: readonly DocumentNotice[]) => void;

  /** @param onChange called with all of them when one is new. */
  constructor(onChange: (notices: readonly DocumentNotice[]) => void) {
    this.#onChange = onChange;
  }

  /** What is known so far. */
  get known(): ReadonlySet<DocumentNotice> {
    return this.#known;
  }

  add(...learnt: readonly DocumentNotice[]): void {
    const before = this.#known.size;
    for (const notice of learnt) this.#known.add(notice);
    if (this.#known.size > before) this.#onChange(DOCUMENT_NOTICES.filter(notice => this.#known.has(notice)));
  }
}
