import type { NoticeBoard } from './notices.ts';
import type { OpenPdf } from './open-pdf.ts';
import { surveyPages, type PageSurvey } from './page-survey.ts';
import { shownTime } from './shown-time.ts';
import { UninspectedPages } from './uninspected-pages.ts';

/**
 * How long nobody can accept because pages are still looked through, ms that the page is on the screen. 300 typed
 * pages take 1 s (two busy cores), 60 scanned ones all of it; who has read so much has taken minutes.
 */
const PATIENCE = 6000;

/** How long one page of the survey lets the drawing of others go first, ms. Past the patience, as long as it takes. */
const COURTESY = 100;

/** How often is looked whether the drawing is done, ms. */
const GLANCE = 20;

export interface SurveySetting {
  /** Whether pages are being drawn. */
  readonly isBusy: () => boolean;
  /** How long the answer may take at most, ms that the page is on the screen; `undefined` for `PATIENCE`. */
  readonly patience: number | undefined;
  /** Whether the file has parts that are drawn only in part, or not; rejects where that can't be told. */
  readonly hasBrokenParts: () => Promise<boolean>;
  /** Ends the survey. */
  readonly signal: AbortSignal;
}

/**
 * Has all pages looked through for what they don't show. What has not been within the patience is
 * `not-inspected` until it has: the survey goes on in the drawing's pauses.
 *
 * @returns settles when everything is told that a survey of so long can tell.
 */
export async function surveyFile(
  pdf: OpenPdf,
  notices: NoticeBoard,
  { isBusy, patience = PATIENCE, hasBrokenParts, signal }: SurveySetting,
): Promise<void> {
  const done = new AbortController();
  const pages = new UninspectedPages(pdf.document.numPages);
  let late = false;
  const turn = () => drawingRests(isBusy, () => (late ? Infinity : COURTESY), signal);
  const tell = () => {
    if (late) notices.uninspected = pages.ranges;
  };
  const parts = async (): Promise<void> => {
    // What could not be asked is not answered with “no”.
    const broken = await hasBrokenParts().catch(() => undefined);
    if (broken !== false) notices.add(broken === undefined ? 'not-inspected' : 'image-missing');
  };
  const survey = async (): Promise<void> => {
    // Pages that it did not come to remain uninspected.
    await Promise.allSettled([parts(), surveyStrictly(pdf, { notices, pages, turn, onPage: tell, signal })]);
    done.abort();
    notices.uninspected = pages.ranges.length > 0 ? pages.ranges : undefined;
  };
  await Promise.race([survey(), shownTime(patience, done.signal)]);
  if (done.signal.aborted || signal.aborted) return;
  late = true;
  tell();
}

async function surveyStrictly(pdf: OpenPdf, survey: PageSurvey): Promise<void> {
  const strict = await pdf.openStrictly();
  try {
    await surveyPages({ shown: pdf.document, strict }, survey);
  } finally {
    await strict.close();
  }
}

/** Settles when nothing is being drawn, or it has been waited for long enough. */
async function drawingRests(isBusy: () => boolean, most: () => number, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  do await new Promise(resolve => setTimeout(resolve, isBusy() ? GLANCE : 0));
  while (isBusy() && !signal.aborted && performance.now() - began < most());
}
