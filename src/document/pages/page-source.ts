import type { OpenPdf } from '../pdf/open-pdf.ts';
import { hasBrokenFont } from '../checks/check-page.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';

/**
 * pdf.js's worker sends fewer operators than this in one portion, or none at all. More arrive in several portions, of
 * which the last may be missing.
 */
const ONE_PORTION = 500;

/** What is missing on an incomplete page. With a broken font, letters may still be drawn in another font. */
export type MissingPart = 'letters' | 'content';

/**
 * The pages of an open file, by index. A page is first read with `stopAtErrors`, so that a part that can't be read
 * ends it. Once it has turned out to be incomplete, it is read again without, with all that can be read.
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

  /** Loads the first page and keeps it. */
  async fetchFirst(): Promise<PDFPageProxy> {
    try {
      this.#first = await this.document.getPage(1);
    } catch {
      this.#first = await this.useReadable(0, 'content');
    }
    return this.#first;
  }

  /** Returns a page synchronously if it is loaded. */
  page(index: number): PDFPageProxy | Promise<PDFPageProxy> {
    if (index === 0 && this.#first !== undefined) return this.#first;
    return this.#missingParts.has(index) ? this.#readable(index) : this.document.getPage(index + 1);
  }

  /** The known missing part of a page. */
  missingPartOf(index: number): MissingPart | undefined {
    return this.#missingParts.get(index);
  }

  /** From now on returns the page with all that can be read. */
  async useReadable(index: number, missingPart: MissingPart): Promise<PDFPageProxy> {
    this.#missingParts.set(index, missingPart);
    const page = await this.#readable(index);
    if (index === 0) this.#first = page;
    return page;
  }

  /**
   * What is missing on a drawn page. When something can't be read, pdf.js stops drawing without an error (although its
   * documentation says that it rejects): then fewer operators were drawn than can be read.
   *
   * @param operators the number that were drawn.
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
    // The page was loaded only to count operators: its images are not needed.
    readable.cleanup();
    if (drawn < all) return 'content';
    this.#whole.add(index);
    return undefined;
  }

  /** Reads the text of a page; if that fails, as much of it as can be read. */
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

/** Counts all operators: pdf.js merges none in this list, unlike when it draws. */
async function countOperators(page: PDFPageProxy): Promise<number> {
  return (await page.getOperatorList()).fnArray.length;
}
