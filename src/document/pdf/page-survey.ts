import { inspectAnnotated, readAnnotated } from './annotation-inspection.ts';
import { lacksGlyphs } from './glyph-inspection.ts';
import type { DocumentNotice, NoticeBoard } from './notices.ts';
import type { StrictPdf } from './open-pdf.ts';
import { inspectDrawing, inspectOperators, readOperators, type Layers } from './page-inspection.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';
import type { UninspectedPages } from './uninspected-pages.ts';

/** A file that is looked through. */
export interface SurveyedFile {
  /** As it is shown. */
  readonly shown: PDFDocumentProxy;
  /** Opened once more, so that a page fails where `shown` leaves something out without a trace. */
  readonly strict: StrictPdf;
}

/** What a survey of pages works with. */
export interface PageSurvey {
  readonly notices: NoticeBoard;
  readonly pages: UninspectedPages;
  /** Settles when it is the next page's turn. */
  readonly turn: () => Promise<void>;
  /** Called after each page. */
  readonly onPage: () => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** No page is waited for longer, ms: the others are to be looked at as well. */
const PAGE_PATIENCE = 10_000;

/**
 * Looks through all pages for what they do not show, drawn or not: nobody has to scroll to the end to be told.
 * One page after the other.
 */
export async function surveyPages(
  file: SurveyedFile,
  { notices, pages, turn, onPage, signal }: PageSurvey,
): Promise<void> {
  const layers = await file.shown.getOptionalContentConfig();
  for (let number = 1; number <= file.shown.numPages; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await turn();
    if (signal.aborted) return;
    // oxlint-disable-next-line no-await-in-loop
    const found = await inTime(surveyPage(file, number, layers));
    if (found === undefined) pages.miss();
    else pages.inspect();
    notices.add(...(found ?? []));
    onPage();
  }
}

/** A page's notices; `undefined` where there was no time for them. */
async function inTime(
  found: Promise<readonly DocumentNotice[]>,
): Promise<readonly DocumentNotice[] | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), PAGE_PATIENCE);
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function surveyPage(
  { shown, strict }: SurveyedFile,
  number: number,
  layers: Layers,
): Promise<readonly DocumentNotice[]> {
  const survey = { layers, brokenGlyphs: strict.brokenGlyphs };
  const hasFailed = strict.watchPage();
  const inspected = await inspectPage(strict.document, number, survey).catch(() => undefined);
  const found = (await hasFailed()) ? undefined : inspected;
  // Strictly, a font counts as broken that is drawn all the same.
  if (found !== undefined && !found.includes('font-missing')) return found;
  try {
    const asShown = await inspectPage(shown, number, survey);
    return found === undefined ? ['image-missing', ...asShown] : asShown;
  } catch {
    // What can't be read can't be drawn either.
    return ['page-failed'];
  }
}

/** What a page's operators can't tell by themselves. */
interface PageSetting {
  readonly layers: Layers;
  readonly brokenGlyphs: ReadonlySet<string>;
}

async function inspectPage(
  pdf: PDFDocumentProxy,
  number: number,
  { layers, brokenGlyphs }: PageSetting,
): Promise<readonly DocumentNotice[]> {
  const page = await pdf.getPage(number);
  try {
    const [operators, annotated] = await Promise.all([readOperators(page), readAnnotated(page)]);
    return [
      ...inspectOperators(operators, layers),
      ...inspectAnnotated(annotated, operators),
      ...inspectDrawing(page),
      ...(lacksGlyphs(page, operators, brokenGlyphs) ? (['font-missing'] as const) : []),
    ];
  } finally {
    page.cleanup();
  }
}
