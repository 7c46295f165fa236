import { readUnembeddedText } from '../pdf/fonts.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';
import { type DrawnPage, hasPictures, inspectAnnotations, inspectDrawing } from './check-page.ts';
import {
  type DocumentWarning,
  DOCUMENT_WARNINGS,
  type OnWarnings,
  type ServiceWarning,
  warningOf,
} from './warnings.ts';

/** What the service says of a document. */
export interface DocumentFacts {
  /** How many pages it counts. */
  readonly pages?: number | undefined;
  /** What it found that they may not show. */
  readonly warnings?: readonly ServiceWarning[] | undefined;
}

/** Checks a document and the pages that are drawn of it, and reports each warning once. */
export class DocumentChecks {
  readonly #known = new Map<DocumentWarning, Set<number>>();
  readonly #onWarnings: OnWarnings;
  /** Pages, from 1, whose annotations were checked. */
  readonly #inspected = new Set<number>();

  constructor(onWarnings: OnWarnings) {
    this.#onWarnings = onWarnings;
  }

  /**
   * Reports the warnings about the file as a whole. They have to be reported before anything may be accepted.
   *
   * @returns the number of pages.
   */
  async checkFile(
    document: PDFDocumentProxy | undefined,
    { pages: counted = 0, warnings = [] }: DocumentFacts,
  ): Promise<number> {
    if (document === undefined) return 0;
    // pdf.js trusts the page count in the file, and shows no further pages. A count of 0 means unknown.
    if (counted > 0 && counted !== document.numPages) this.add(['pages-differ']);
    for (const warning of warnings) {
      const known = warningOf(warning);
      if (known !== undefined) this.add([known], warning.page);
    }
    this.add(await checkDocument(document));
    return document.numPages;
  }

  /** Reports a page's missing parts as soon as it is drawn, and its annotations' once they are read. */
  async checkPage(page: PDFPageProxy, { number, blank, missingPart, hasWords }: DrawnPage): Promise<void> {
    const pictured = hasPictures(page);
    this.add(inspectDrawing(page), number);
    if (blank) this.add(['blank-page'], number);
    else if (missingPart === 'content') this.add(['image-missing'], number);
    if (this.#inspected.has(number)) return;
    this.#inspected.add(number);
    const annotated = await inspectAnnotations(page).catch((): DocumentWarning[] => ['not-inspected']);
    this.add(annotated, number);
    const unembedded = await readUnembeddedText(page).catch(() => undefined);
    if (unembedded?.used === true) this.add(['font-not-embedded'], number);
    if (pictured && (await hasWords) === false) this.add(['scanned'], number);
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

/**
 * Checks the file as a whole for content that its pages do not show. The checks are independent: one that fails on a
 * damaged file does not affect the others, and is reported as `not-inspected`.
 */
async function checkDocument(pdf: PDFDocumentProxy): Promise<readonly DocumentWarning[]> {
  const questions: readonly (readonly [DocumentWarning, () => Promise<boolean>])[] = [
    ['xfa', () => hasXfa(pdf)],
    ['hidden-content', () => hasHiddenLayers(pdf)],
    ['scripts', () => hasScripts(pdf)],
    ['attachments', () => hasAttachments(pdf)],
  ];
  const answers = await Promise.all(
    questions.map(async ([warning, ask]): Promise<readonly DocumentWarning[]> => {
      try {
        return (await ask()) ? [warning] : [];
      } catch {
        return ['not-inspected'];
      }
    }),
  );
  return answers.flat();
}

async function hasXfa(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'IsXFAPresent' in info && info.IsXFAPresent === true;
}

async function hasHiddenLayers(pdf: PDFDocumentProxy): Promise<boolean> {
  const layers = await pdf.getOptionalContentConfig();
  for (const [, layer] of layers) if (!layer.visible) return true;
  return false;
}

/** Scripts of the document and its fields. (`hasJSActions` is true for every signature field.) */
async function hasScripts(pdf: PDFDocumentProxy): Promise<boolean> {
  if ((await pdf.getJSActions()) !== null) return true;
  const fields = await pdf.getFieldObjects();
  for (const parts of fields?.values() ?? []) {
    if (parts.some(part => 'actions' in part && part.actions instanceof Map)) return true;
  }
  return false;
}

async function hasAttachments(pdf: PDFDocumentProxy): Promise<boolean> {
  return ((await pdf.getAttachments())?.size ?? 0) > 0;
}
