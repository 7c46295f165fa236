import { LARGEST_AREA } from '../pages/canvas-size.ts';
import { UnreadableError } from '../document-load.ts';
import {
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  PasswordException,
  PasswordResponses,
  TextLayer,
  VerbosityLevel,
  getDocument,
} from './pdfjs.ts';

/** Readers look for the header in the first 1024 bytes (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

/** The largest file that is opened, bytes: pdf.js holds a few copies of it. */
const LARGEST_FILE = 100_000_000;

/** A file may claim any number of pages, and each gets an element. */
const MOST_PAGES = 10_000;

/**
 * The largest image that is drawn, in pixels: 600 dpi on A3. A file of 100 KB can claim a thousand times as much. The
 * page of a larger one is incomplete.
 */
const LARGEST_IMAGE = 70_000_000;

type DocumentOptions = NonNullable<Parameters<typeof getDocument>[0]>;

/** How long a worker that is in the middle of something may take to let go, ms. */
const LONGEST_CLOSING = 1000;

/** An open PDF and what has to be closed with it. */
export interface OpenPdf {
  /** Its pages are whole, or they fail. */
  readonly document: PDFDocumentProxy;
  /** The same file opened so that its pages show what can be read of them; opened when it is first asked for. */
  readonly openLeniently: () => Promise<PDFDocumentProxy>;
  /** The same, without the fonts that pdf.js takes for those that are not in the file. */
  readonly openWithoutSubstitutes: () => Promise<PDFDocumentProxy>;
  readonly close: () => Promise<void>;
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
 *   than 100 MB or 10,000 pages) or `damaged`.
 */
export async function openPdf(
  bytes: Uint8Array,
  worker: Worker,
  { assetsUrl, askPassword }: OpenOptions,
): Promise<OpenPdf> {
  if (bytes.length === 0) throw new UnreadableError('empty');
  if (!hasPdfHeader(bytes)) throw new UnreadableError('notPdf');
  if (bytes.length > LARGEST_FILE) throw new UnreadableError('tooLarge');
  const pdfWorker = PDFWorker.create({ port: worker, verbosity: VerbosityLevel.ERRORS });
  const tasks: PDFDocumentLoadingTask[] = [];
  const open = (options: DocumentOptions) => {
    const task = getDocument({ ...options, data: bytes.slice(), worker: pdfWorker });
    tasks.push(task);
    return task;
  };
  const whole: DocumentOptions = { ...settings(assetsUrl), stopAtErrors: true };
  let password: string | undefined;
  const openAgain = (options: DocumentOptions) => {
    let opened: Promise<PDFDocumentProxy> | undefined;
    return () =>
      (opened ??= open({
        ...options,
        stopAtErrors: false,
        ...(password === undefined ? {} : { password }),
      }).promise);
  };
  const openLeniently = openAgain(whole);
  const { standardFontDataUrl: _, ...withoutFonts } = whole;
  const openWithoutSubstitutes = openAgain(withoutFonts);
  const close = () => closePdf(tasks, pdfWorker);
  const task = open(whole);
  task.onPassword = (answer: (password: string | Error) => void, reason: number) => {
    const wrong = reason === PasswordResponses.INCORRECT_PASSWORD;
    askPassword(wrong).then(
      given => answer((password = given)),
      () => answer(new Error('No password was given.')),
    );
  };
  try {
    const document = await task.promise;
    if (document.numPages < 1) throw new UnreadableError('noPages');
    if (document.numPages > MOST_PAGES) throw new UnreadableError('tooLarge');
    if (password !== undefined) {
      // At once, so that the password need not be kept.
      for (const again of [openLeniently, openWithoutSubstitutes]) again().catch(() => undefined);
      password = undefined;
    }
    return { document, openLeniently, openWithoutSubstitutes, close };
  } catch (error) {
    void close();
    throw asUnreadable(error);
  }
}

function settings(assetsUrl: string) {
  return {
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${assetsUrl}pdfjs/cmaps/`,
    standardFontDataUrl: `${assetsUrl}pdfjs/standard_fonts/`,
    iccUrl: `${assetsUrl}pdfjs/iccs/`,
    // Wasm needs the page's policy to allow it, and asking is itself a violation where it does not; the decoders have a
    // JavaScript form.
    wasmUrl: `${assetsUrl}pdfjs/wasm/`,
    useWasm: false,
    // The host page's own pdf.js registers fonts by the same names in the same document.
    disableFontFace: true,
    // Tells a font's name, and whether its text is written in glyph numbers.
    fontExtraProperties: true,
    disableWorkerRendering: true,
    maxImageSize: LARGEST_IMAGE,
    canvasMaxAreaInBytes: 4 * LARGEST_AREA,
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

async function closePdf(tasks: readonly PDFDocumentLoadingTask[], worker: PDFWorker): Promise<void> {
  const late = new Promise(resolve => setTimeout(resolve, LONGEST_CLOSING));
  await Promise.race([Promise.allSettled(tasks.map(task => task.destroy())), late]);
  worker.destroy();
  // Its measuring canvases lie in the host page's body; other panes make theirs anew.
  TextLayer.cleanup();
}
