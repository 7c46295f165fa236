/**
 * What the pages may not show, or not as intended. The names are part of a signature's evidence and must not change.
 *
 * - `xfa`: the file contains an XFA form, whose fields and layout are not drawn.
 * - `hidden-content`: it has layers that are off, or content that is hidden until someone shows it.
 * - `scripts`: it contains JavaScript, which never runs here; elsewhere it could change fields.
 * - `attachments`: it has attached files, which are signed too.
 * - `pages-differ`: the service counted another number of pages than are shown.
 * - `field-missing`: a form field has a value that is not drawn.
 * - `page-failed`: a page could not be drawn.
 * - `image-missing`: an image or other content could not be drawn, or only in part.
 * - `font-missing`: letters could not be drawn, because their font is broken.
 * - `blank-page`: a page is blank, on purpose or because its content can't be read.
 * - `not-inspected`: a check for these warnings failed.
 * - `scanned`: a page is an image without text to read aloud, find or select.
 */
export const DOCUMENT_WARNINGS = [
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

export type DocumentWarning = (typeof DOCUMENT_WARNINGS)[number];

/** The pages of a warning, from 1; no entry for a warning about the file as a whole. */
export type WarningPages = ReadonlyMap<DocumentWarning, readonly number[]>;

/** The warnings so far, each once, in the order of `DOCUMENT_WARNINGS`. */
export class WarningStore {
  readonly #known = new Map<DocumentWarning, Set<number>>();
  readonly #onWarnings: (warnings: readonly DocumentWarning[], pages: WarningPages) => void;

  /** @param onWarnings called with all warnings when there is a new one, or a new page for one. */
  constructor(onWarnings: (warnings: readonly DocumentWarning[], pages: WarningPages) => void) {
    this.#onWarnings = onWarnings;
  }

  /** @param page from 1; omitted for warnings about the file as a whole. */
  add(learnt: readonly DocumentWarning[], page?: number): void {
    let changed = false;
    for (const warning of learnt) {
      const pages = this.#known.get(warning);
      if (pages === undefined) this.#known.set(warning, new Set(page === undefined ? [] : [page]));
      else if (page !== undefined && !pages.has(page)) pages.add(page);
      else continue;
      changed = true;
    }
    if (changed) this.#tell();
  }

  #tell(): void {
    const pages = new Map<DocumentWarning, readonly number[]>();
    for (const [warning, known] of this.#known) {
      if (known.size > 0)
        pages.set(
          warning,
          [...known].toSorted((one, other) => one - other),
        );
    }
    const warnings = DOCUMENT_WARNINGS.filter(warning => this.#known.has(warning));
    this.#onWarnings(warnings, pages);
  }
}
