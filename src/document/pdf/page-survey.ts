import type { NoticeBoard } from './notices.ts';
import { inspectPage } from './page-inspection.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

/** How long the survey waits for the pages in sight, and lets others go first between two pages, ms. */
const PAUSE = 50;

/**
 * Looks through all pages for what they do not show, drawn or not: nobody has to scroll to the end to be told.
 * One page after the other, and only while nothing is being drawn.
 *
 * @param isBusy whether pages in sight are being drawn.
 * @param signal ends it.
 */
export async function surveyPages(
  pdf: PDFDocumentProxy,
  notices: NoticeBoard,
  isBusy: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const layers = await pdf.getOptionalContentConfig();
  for (let index = 0; index < pdf.numPages; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await turn(isBusy, signal);
    if (signal.aborted) return;
    try {
      // oxlint-disable-next-line no-await-in-loop
      const page = await pdf.getPage(index + 1);
      // oxlint-disable-next-line no-await-in-loop
      notices.add(...(await inspectPage(page, layers, notices.known)));
      // One that is drawn keeps what it needs.
      if (!isBusy()) page.cleanup();
    } catch {
      // What can't be read can't be drawn either. A viewer that was closed meanwhile has nothing to tell.
      if (!signal.aborted) notices.add('page-failed');
    }
  }
}

/**
 * Looks for what pdf.js leaves out of a page without a trace, page by page until one has something. Opened
 * strictly, such a page ends at what it can't read, so it has fewer operators.
 *
 * @param strict the same file, opened strictly.
 * @returns whether a page has something left out.
 */
export async function leavesOut(
  pdf: PDFDocumentProxy,
  strict: PDFDocumentProxy,
  isBusy: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  for (let index = 0; index < pdf.numPages; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await turn(isBusy, signal);
    if (signal.aborted) return false;
    // oxlint-disable-next-line no-await-in-loop
    const [all, readable] = await Promise.all([countOperators(pdf, index), countOperators(strict, index)]);
    if (readable < all) return true;
  }
  return false;
}

/** How many operators a page has; none where it can't be read. */
async function countOperators(pdf: PDFDocumentProxy, index: number): Promise<number> {
  try {
    const page = await pdf.getPage(index + 1);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    return fnArray.length;
  } catch {
    return 0;
  }
}

/** Waits until it is the survey's turn. */
async function turn(isBusy: () => boolean, signal: AbortSignal): Promise<void> {
  do await new Promise(resolve => setTimeout(resolve, PAUSE));
  while (isBusy() && !signal.aborted);
}
