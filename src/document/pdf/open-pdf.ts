import { LARGEST_IMAGE } from './file-bounds.ts';
import { JpegWatch } from './jpeg-watch.ts';
import { UnreadableError } from './unreadable-error.ts';
import {
  getDocument,
  PasswordException,
  PasswordResponses,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from './pdfjs.ts';

/** Readers look for the header in the first 1024 bytes (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

/** A file may claim any number of pages, and each gets an element. */
const MOST_PAGES = 10_000;

/** How long a worker that is in the middle of something may take to let go, ms. */
const FAREWELL = 1000;

/** An open PDF and what has to be closed with it. */
export interface OpenPdf extends OpenFile {
  /**
   * Opens it once more in the same worker, in a way that a page fails where the other leaves out what it can't
   * read. Call it once: the reader's password, if there was one, is forgotten with it.
   */
  openStrictly(): Promise<StrictPdf>;
}

export interface StrictPdf extends OpenFile {
  /**
   * Begins to watch what becomes of a page; ends the watch before it.
   * @returns asks whether something could not be read since, or only in part: a page's operators may just end there.
   *   Never answered by a worker that is gone.
   */
  watchPage(): () => Promise<boolean>;
  /** The names of letters that the file draws itself and whose drawing can't be read, shown or not. */
  readonly brokenGlyphs: ReadonlySet<string>;
}

export interface OpenFile {
  readonly document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Asks the reader for the password that opens the file.
 *
 * @param wrong whether the last one did not open it.
 * @throws anything when there will be none.
 */
export type AskPassword = (wrong: boolean) => Promise<string>;

export interface OpenOptions {
  /** Absolute, with a slash at the end: where pdf.js's fonts and tables lie. */
  readonly assetsUrl: string;
  readonly askPassword: AskPassword;
}

/**
 * Opens a PDF in a running worker. The worker gets a copy, because pdf.js transfers what it is given. A file
 * that needs no password but its owner's to be changed opens without being asked.
 *
 * @throws UnreadableError `empty`, `notPdf`, `protected` (the password was not given), `noPages`, `tooLarge` (more
 *   than 10,000 pages) or `damaged`.
 */
export async function openPdf(
  bytes: Uint8Array,
  worker: Worker,
  { assetsUrl, askPassword }: OpenOptions,
): Promise<OpenPdf> {
  if (bytes.length === 0) throw new UnreadableError('empty');
  if (!hasPdfHeader(bytes)) throw new UnreadableError('notPdf');
  const pdfWorker = workerFor(worker);
  const task = getDocument({ ...settings(assetsUrl), data: bytes.slice(), worker: pdfWorker });
  let password: string | undefined;
  task.onPassword = (answer: (password: string | Error) => void, reason: number) => {
    const wrong = reason === PasswordResponses.INCORRECT_PASSWORD;
    askPassword(wrong).then(
      given => answer((password = given)),
      () => answer(new Error('No password was given.')),
    );
  };
  const close = () => closePdf(task, pdfWorker);
  const openStrictly = (): Promise<StrictPdf> => {
    const given = password === undefined ? {} : { password };
    password = undefined;
    const strict = { ...settings(assetsUrl), ...given, data: bytes.slice(), stopAtErrors: true };
    return openCounting(getDocument({ ...strict, worker: pdfWorker }), worker);
  };
  try {
    const document = await task.promise;
    if (document.numPages < 1) throw new UnreadableError('noPages');
    if (document.numPages > MOST_PAGES) throw new UnreadableError('tooLarge');
    return { document, close, openStrictly };
  } catch (error) {
    void close();
    throw asUnreadable(error);
  }
}

/** How pdf.js's worker says that a stream of answers ended with an error (`StreamKind.ERROR`). */
const STREAM_FAILED = 5;

/**
 * Counts what fails, on its way from the worker: pdf.js has handed out a page's operators by the time it learns
 * that they are not all. What it makes do with, the worker's beginning tells.
 */
async function openCounting(task: PDFDocumentLoadingTask, worker: Worker): Promise<StrictPdf> {
  let failures = 0;
  const brokenGlyphs = new Set<string>();
  const count = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'object' || data === null) return;
    if ('brokenGlyph' in data && typeof data.brokenGlyph === 'string') brokenGlyphs.add(data.brokenGlyph);
    if ('brokenPart' in data) failures += 1;
    if (!('stream' in data && 'targetName' in data)) return;
    if (data.stream === STREAM_FAILED && data.targetName === task.docId) failures += 1;
  };
  worker.addEventListener('message', count);
  const jpegs = new JpegWatch(worker);
  const close = async (): Promise<void> => {
    worker.removeEventListener('message', count);
    jpegs.end();
    await task.destroy();
  };
  let watched: symbol | undefined;
  const watchPage = () => {
    const before = failures;
    const page = (watched = Symbol('page'));
    jpegs.begin();
    // Who asks too late would ask about the next page.
    return async () => watched !== page || (await jpegs.countBroken()) > 0 || failures > before;
  };
  try {
    const document = await task.promise;
    return { document, close, brokenGlyphs, watchPage };
  } catch (error) {
    void close();
    throw error;
  }
}

/** pdf.js's side of a worker; the same one each time. */
function workerFor(port: Worker): PDFWorker {
  // What it says, its beginning keeps to itself, but for what it makes do with.
  return PDFWorker.create({ port, verbosity: VerbosityLevel.INFOS });
}

function settings(assetsUrl: string) {
  return {
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${assetsUrl}pdfjs/cmaps/`,
    standardFontDataUrl: `${assetsUrl}pdfjs/standard_fonts/`,
    iccUrl: `${assetsUrl}pdfjs/iccs/`,
    // Wasm needs the page's policy to allow it, and asking is itself a violation where it does not; the decoders
    // have a JavaScript form. The one of scans is ours, around theirs: scan-decoder.mjs.
    wasmUrl: `${assetsUrl}pdfjs/`,
    useWasm: false,
    // The host page's own pdf.js registers fonts by the same names in the same document.
    disableFontFace: true,
    disableWorkerRendering: true,
    // Left out without a word; measureFile tells of it.
    maxImageSize: LARGEST_IMAGE,
  };
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, HEADER_WITHIN));
  return head.includes('%PDF');
}

/** What pdf.js threw, as the problem the signer is told. */
export function asUnreadable(error: unknown): UnreadableError {
  if (error instanceof UnreadableError) return error;
  const problem = error instanceof PasswordException ? 'protected' : 'damaged';
  return new UnreadableError(problem, { cause: error });
}

async function closePdf(task: PDFDocumentLoadingTask, worker: PDFWorker): Promise<void> {
  const patience = new Promise(resolve => setTimeout(resolve, FAREWELL));
  await Promise.race([task.destroy().catch(() => {}), patience]);
  worker.destroy();
  // Its measuring canvases lie in the host page's body; other panes make theirs anew.
  TextLayer.cleanup();
}
