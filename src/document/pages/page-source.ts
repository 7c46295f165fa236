import type { OpenPdf } from '../pdf/open-pdf.ts';
import { type Font, fontsIn, hasBrokenFont, isUnembedded } from '../checks/check-page.ts';
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
  readonly #openWithoutSubstitutes: OpenPdf['openWithoutSubstitutes'];
  readonly #missingParts = new Map<number, MissingPart>();
  readonly #whole = new Set<number>();
  /** Fonts that turned out to be in the file. */
  readonly #embedded = new Set<string>();
  #substitutes = true;
  #first: PDFPageProxy | undefined;

  constructor({ document, openLeniently, openWithoutSubstitutes }: OpenPdf) {
    this.document = document;
    this.#openLeniently = openLeniently;
    this.#openWithoutSubstitutes = openWithoutSubstitutes;
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
    const whole = this.#substitutes && !this.#missingParts.has(index);
    return whole ? this.document.getPage(index + 1) : this.#readable(index);
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
   * Whether a page that is drawn may show glyphs of a substitute by the numbers that they have in another font: other
   * words than the file holds. pdf.js takes its own fonts for some that are not in the file, and does not say so. Without
   * them it goes by what the file says of its characters.
   */
  mayShowOtherWords(page: PDFPageProxy): boolean {
    return this.#substitutes && fontsIn(page).some(font => this.#isSuspect(font));
  }

  /**
   * The page without substitutes. Where fonts are missing indeed, all pages are drawn like this from now on: which of
   * them use the fonts is not known before.
   */
  async useWithoutSubstitutes(index: number, suspect: PDFPageProxy): Promise<PDFPageProxy> {
    const page = await (await this.#openWithoutSubstitutes()).getPage(index + 1);
    await page.getOperatorList();
    if (fontsIn(page).some(isUnembedded)) {
      this.#substitutes = false;
      if (index === 0) this.#first = page;
    } else {
      for (const { name } of fontsIn(suspect)) this.#embedded.add(name);
    }
    return page;
  }

  /** A font of which a part is embedded has a name that no substitute answers to (ISO 32000-2, 9.9.2). */
  #isSuspect({ composite, missingFile, name }: Font): boolean {
    return composite && !missingFile && !/^[A-Z]{6}\+/.test(name) && !this.#embedded.has(name);
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
    const open = this.#substitutes ? this.#openLeniently : this.#openWithoutSubstitutes;
    return (await open()).getPage(index + 1);
  }
}

/** Counts without regard to what pdf.js puts together for drawing. */
async function countOperators(page: PDFPageProxy): Promise<number> {
  return (await page.getOperatorList()).fnArray.length;
}
