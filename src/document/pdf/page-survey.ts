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
      // What can't be read can't be drawn either, and that is told when it is to be.
    }
  }
}

/** Waits until it is the survey's turn. */
async function turn(isBusy: () => boolean, signal: AbortSignal): Promise<void> {
  do await new Promise(resolve => setTimeout(resolve, PAUSE));
  while (isBusy() && !signal.aborted);
}
