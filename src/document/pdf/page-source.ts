/** The pages of an open document, and whether their fonts are there. */
import { UnreadableError } from '../document-load.ts';
import type { OpenPdf } from './open-pdf.ts';
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from './pdfjs.ts';

/** What pdf.js tells of a font that it has read (its `fontExtraProperties`). */
interface Font {
  /** What a page's operators call it. */
  readonly id: string;
  readonly name: string;
  /** Text in it is written in the font's own glyph numbers (ISO 32000-2, 9.7). */
  readonly composite: boolean;
  /** Neither in the file nor substituted by pdf.js: the browser's fonts are drawn in its place. */
  readonly missingFile: boolean;
}

/** The fonts that were used so far, by any page. */
function fontsIn({ commonObjs }: PDFPageProxy): readonly Font[] {
  return [...commonObjs].flatMap(([id, object]: readonly unknown[]) => {
    const { name, composite, missingFile }: Readonly<Record<keyof Font, unknown>> = Object(object);
    if (typeof id !== 'string' || typeof name !== 'string' || typeof composite !== 'boolean') return [];
    return [{ id, name, composite, missingFile: missingFile === true }];
  });
}

/** Whether which characters a font shows is only known from what the file says of them. */
function isUnembedded({ composite, missingFile }: Font): boolean {
  return composite && missingFile;
}

/** Whether a font used so far could not be read. */
export function hasBrokenFont({ commonObjs }: PDFPageProxy): boolean {
  return [...commonObjs].some(([, object]: readonly unknown[]) => typeof object === 'string');
}

/** What a page shows in fonts that are not embedded. */
interface UnembeddedText {
  readonly used: boolean;
  /** Whether a character is drawn that is not the one that the file means. */
  readonly differs: boolean;
}

/** Compares what is drawn in fonts that are not embedded with what is read aloud, found and copied. */
export async function readUnembeddedText(page: PDFPageProxy): Promise<UnembeddedText> {
  const fonts = new Set<unknown>();
  for (const font of fontsIn(page)) if (isUnembedded(font)) fonts.add(font.id);
  if (fonts.size === 0) return { used: false, differs: false };
  const { fnArray, argsArray } = await page.getOperatorList();
  let [current, used, differs] = [false, false, false];
  for (let index = 0; index < fnArray.length; index += 1) {
    const operator = fnArray[index];
    const [argument]: readonly unknown[] = Object(argsArray[index] ?? []);
    if (operator === OPS.setFont) current = fonts.has(argument);
    else if (operator === OPS.showText && current && Array.isArray(argument)) {
      used = true;
      differs ||= argument.some(isDrawnOtherwise);
    }
  }
  return { used, differs };
}

/** @param glyph of pdf.js; numbers between them are spacing. */
function isDrawnOtherwise(glyph: unknown): boolean {
  if (typeof glyph !== 'object' || glyph === null) return false;
  const { fontChar, unicode }: { fontChar?: unknown; unicode?: unknown } = glyph;
  return fontChar !== unicode;
}

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
  /** Settles when all of the file is there: what a page needs may have to come first. */
  readonly whole: Promise<void>;
  readonly #openLeniently: OpenPdf['openLeniently'];
  readonly #openWithoutSubstitutes: OpenPdf['openWithoutSubstitutes'];
  readonly #missingParts = new Map<number, MissingPart>();
  readonly #whole = new Set<number>();
  /** Fonts that turned out to be in the file. */
  readonly #embedded = new Set<string>();
  #substitutes = true;
  #first: PDFPageProxy | undefined;

  constructor({ document, openLeniently, openWithoutSubstitutes, whole }: OpenPdf) {
    this.document = document;
    this.whole = whole;
    this.#openLeniently = openLeniently;
    this.#openWithoutSubstitutes = openWithoutSubstitutes;
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
    const whole = this.#substitutes && !this.#missingParts.has(index);
    return whole ? this.document.getPage(index + 1) : this.#readable(index);
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
   * Whether a drawn page may show other characters than the file means. For some fonts that are not embedded pdf.js uses
   * fonts of its own, without saying so, and draws composite text in them by glyph numbers that belong to another font.
   * Without such a substitute it goes by the ToUnicode map.
   */
  mayShowOtherCharacters(page: PDFPageProxy): boolean {
    return this.#substitutes && fontsIn(page).some(font => this.#isSuspect(font));
  }

  /**
   * The page without substitutes. If a font is not embedded indeed, all pages are read like this from now on: whether
   * they use the font is not known before they are drawn.
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

  /**
   * Call it before a page is drawn.
   *
   * @throws UnreadableError `unknownCharacters` when the page would show other characters than the file means, also
   *   without substitutes.
   */
  async assertDrawnAsRead(page: PDFPageProxy): Promise<void> {
    if (!this.#substitutes && (await readUnembeddedText(page)).differs)
      throw new UnreadableError('unknownCharacters');
  }

  /** The name of an embedded subset has a tag (ISO 32000-2, 9.9.2), with which it has no substitute. */
  #isSuspect({ composite, missingFile, name }: Font): boolean {
    return composite && (missingFile || !/^[A-Z]{6}\+/.test(name)) && !this.#embedded.has(name);
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
    if (this.#whole.has(index)) return undefined;
    if (!this.#substitutes) return this.#compareWithStrict(index, page);
    if (operators < ONE_PORTION) return undefined;
    const readable = await this.#readable(index);
    const [all, drawn] = await Promise.all([countOperators(readable), countOperators(page)]);
    // The page was loaded only to count operators: its images are not needed.
    readable.cleanup();
    if (drawn < all) return 'content';
    this.#whole.add(index);
    return undefined;
  }

  /** Without substitutes pages are read leniently, so the file as it was opened first tells what can't be read. */
  async #compareWithStrict(index: number, page: PDFPageProxy): Promise<MissingPart | undefined> {
    try {
      const strict = await this.document.getPage(index + 1);
      const [all, read] = await Promise.all([countOperators(page), countOperators(strict)]);
      strict.cleanup();
      if (read < all) return 'content';
      this.#whole.add(index);
      return undefined;
    } catch {
      return 'content';
    }
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
    const open = this.#substitutes ? this.#openLeniently : this.#openWithoutSubstitutes;
    return (await open()).getPage(index + 1);
  }
}

/** Counts all operators: pdf.js merges none in this list, unlike when it draws. */
async function countOperators(page: PDFPageProxy): Promise<number> {
  return (await page.getOperatorList()).fnArray.length;
}
