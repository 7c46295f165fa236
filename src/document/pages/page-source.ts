import type { OpenPdf } from '../pdf/open-pdf.ts';
import { hasBrokenFont } from '../checks/check-page.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';

/**
 * Fewer operators than this come from pdf.js's worker together, or none of them; more come in several portions, of
 * which the last ones may be missing.
 */
const ONE_PORTION = 500;

/** What is missing on an incomplete page: letters whose font is broken may still be drawn in another font. */
export type MissingPart = 'letters' | 'content';

/**
 * The pages of an open file, by their index. A page comes from the file as it was opened first, in which what can't be
 * read ends a page. Once it has turned out to be incomplete, this gives all that can be read of it.
 */
export class PageSource {
  readonly document: PDFDocumentProxy;
  readonly #openLeniently: OpenPdf['openLeniently'];
  readonly #missingParts = new Map<number, MissingPart>();
  readonly #whole = new Set<number>();
  #first: PDFPageProxy | undefined;

  constructor({ document, openLeniently }: OpenPdf) {
    this.document = document;
    this.#openLeniently = openLeniently;
  }

  /** Fetches the first page, which is at hand from then on. */
  async fetchFirst(): Promise<PDFPageProxy> {
    try {
      this.#first = await this.document.getPage(1);
    } catch {
      this.#first = await this.useReadable(0, 'content');
    }
    return this.#first;
  }

  /** At once where it is at hand. */
  page(index: number): PDFPageProxy | Promise<PDFPageProxy> {
    if (index === 0 && this.#first !== undefined) return this.#first;
    return this.#missingParts.has(index) ? this.#readable(index) : this.document.getPage(index + 1);
  }

  /** What a page is known to be missing. */
  missingPartOf(index: number): MissingPart | undefined {
    return this.#missingParts.get(index);
  }

  /** From now on this gives what can be read of a page. */
  async useReadable(index: number, missingPart: MissingPart): Promise<PDFPageProxy> {
    this.#missingParts.set(index, missingPart);
    const page = await this.#readable(index);
    if (index === 0) this.#first = page;
    return page;
  }

  /**
   * What a page lacks that is drawn. pdf.js ends the drawing where something can't be read, and says nothing (its
   * documentation has it reject): less is drawn then than of the file as it can be read.
   *
   * @param operators how many were drawn.
   */
  async findMissingPart(
    index: number,
    page: PDFPageProxy,
    operators: number,
  ): Promise<MissingPart | undefined> {
    if (operators === 0) return 'content';
    if (hasBrokenFont(page)) return 'letters';
    if (operators < ONE_PORTION || this.#whole.has(index)) return undefined;
    const readable = await this.#readable(index);
    const [all, drawn] = await Promise.all([countOperators(readable), countOperators(page)]);
    // It was only counted: its images are not needed.
    readable.cleanup();
    if (drawn < all) return 'content';
    this.#whole.add(index);
    return undefined;
  }

  /** Reads words of a page; where that fails, those that can be read. */
  async read<Result>(index: number, read: (page: PDFPageProxy) => Promise<Result>): Promise<Result> {
    try {
      return await read(await this.page(index));
    } catch {
      return read(await this.#readable(index));
    }
  }

  async #readable(index: number): Promise<PDFPageProxy> {
    return (await this.#openLeniently()).getPage(index + 1);
  }
}

/** Counts without regard to what pdf.js puts together for drawing. */
async function countOperators(page: PDFPageProxy): Promise<number> {
  return (await page.getOperatorList()).fnArray.length;
}
