/** Opens a document by pdf.js, with decoders for its images. */
import { type AssetSource, type EmbeddedAssets, type PdfData, scriptUrl } from '../../assets/asset-source.ts';
import { type ArrivingDocument, UnreadableError } from '../document-load.ts';
import { startPdfWorker } from './pdf-worker.ts';
import {
  getDocument,
  PasswordException,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from './pdfjs.ts';

/** Readers look for the header in the first 1024 bytes (ISO 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024;

/** The largest file that is opened, bytes: pdf.js keeps several copies of it. */
const LARGEST_FILE = 100_000_000;

/** Maximum number of pages: a file may claim any number, and each page has an element. */
const MOST_PAGES = 10_000;

/**
 * The largest image that is drawn, in pixels: 600 dpi on A3. A file of 100 KB can claim a thousand times as much. The
 * page of a larger one is incomplete.
 */
const LARGEST_IMAGE = 70_000_000;

type DocumentOptions = NonNullable<Parameters<typeof getDocument>[0]>;

/** ms that a busy worker may take to close a document. */
const LONGEST_CLOSING = 1000;

/** The bytes of a file, or a file on its way. */
export type PdfContent = Uint8Array<ArrayBuffer> | ArrivingDocument;

/** An open PDF, and what has to be closed with it. */
export interface OpenPdf {
  /** Opened with `stopAtErrors`: a page is complete, or fails. */
  readonly document: PDFDocumentProxy;
  /** The same file opened without `stopAtErrors`: a page shows what can be read. Opened on the first call. */
  readonly openLeniently: () => Promise<PDFDocumentProxy>;
  /** The same, without the fonts that pdf.js takes for those that are not in the file. */
  readonly openWithoutSubstitutes: () => Promise<PDFDocumentProxy>;
  readonly close: () => Promise<void>;
  /** Settles when all of the file is there. */
  readonly whole: Promise<void>;
}

/**
 * Asks the reader for the file's password.
 *
 * @param wrong whether the last one was wrong.
 * @throws anything when the reader gives none.
 */
export type AskPassword = (wrong: boolean) => Promise<string>;

interface OpenOptions {
  /** Where pdf.js's fonts and tables come from. */
  readonly assets: AssetSource;
  /** See `WorkerForFile`. */
  readonly decoders: string;
  /** The largest canvas that pages are drawn on, in pixels. */
  readonly largestCanvas: number;
  readonly askPassword: AskPassword;
}

/**
 * Opens a PDF in a running worker. The worker gets a copy, because pdf.js transfers what it is given. A file with only
 * an owner password opens without a question.
 *
 * @throws UnreadableError `empty`, `notPdf`, `protected` (the password was not given), `noPages`, `tooLarge` (more
 *   than 100 MB or 10,000 pages) or `damaged`.
 */
export async function openPdf(
  content: PdfContent,
  worker: Worker,
  { assets, decoders, largestCanvas, askPassword }: OpenOptions,
): Promise<OpenPdf> {
  await assertReadable(content);
  const pdfWorker = PDFWorker.create({ port: worker, verbosity: VerbosityLevel.ERRORS });
  const tasks: PDFDocumentLoadingTask[] = [];
  const open = (options: DocumentOptions) => {
    const task = getDocument({ ...options, ...sourceOf(content), worker: pdfWorker });
    tasks.push(task);
    return task;
  };
  const whole: DocumentOptions = { ...settings(assets, decoders, largestCanvas), stopAtErrors: true };
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
      // Opened at once, so that the password need not be kept.
      for (const again of [openLeniently, openWithoutSubstitutes]) again().catch(() => undefined);
      password = undefined;
    }
    const arrived = content instanceof Uint8Array ? Promise.resolve() : content.whole;
    return { document, openLeniently, openWithoutSubstitutes, close, whole: arrived };
  } catch (error) {
    void close();
    throw asUnreadable(error);
  }
}

/** @throws UnreadableError `empty`, `notPdf`, `tooLarge` */
async function assertReadable(content: PdfContent): Promise<void> {
  const isWhole = content instanceof Uint8Array;
  const size = isWhole ? content.length : content.size;
  if (size === 0) throw new UnreadableError('empty');
  const end = Math.min(size, HEADER_WITHIN);
  if (!hasPdfHeader(isWhole ? content : await content.read(0, end))) throw new UnreadableError('notPdf');
  if (size > LARGEST_FILE) throw new UnreadableError('tooLarge');
}

/** The file for pdf.js, which transfers what it is given, and asks for what it needs of a file on its way. */
function sourceOf(content: PdfContent): DocumentOptions {
  if (content instanceof Uint8Array) return { data: content.slice() };
  return { range: new ArrivingFile(content), disableAutoFetch: true, disableStream: true };
}

class ArrivingFile extends PDFDataRangeTransport {
  readonly #file: ArrivingDocument;
  #isClosed = false;

  constructor(file: ArrivingDocument) {
    super(file.size, null);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#send(begin, end);
  }

  async #send(begin: number, end: number): Promise<void> {
    const bytes = await this.#file.read(begin, end);
    if (!this.#isClosed) this.onDataRange(begin, bytes);
  }

  override abort(): void {
    this.#isClosed = true;
  }
}

function settings(assets: AssetSource, wasmUrl: string, largestCanvas: number) {
  return {
    verbosity: VerbosityLevel.ERRORS,
    ...dataSettings(assets),
    // Wasm has to be allowed by the page's policy, and even trying it is reported as a violation where it isn't. The
    // decoders also exist in JavaScript.
    useWasm: false,
    wasmUrl,
    // The host page's own pdf.js registers fonts by the same names in the same document.
    disableFontFace: true,
    // Tells a font's name, and whether its text is written in glyph numbers.
    fontExtraProperties: true,
    disableWorkerRendering: true,
    maxImageSize: LARGEST_IMAGE,
    canvasMaxAreaInBytes: 4 * largestCanvas,
  };
}

/** pdf.js asks for a data file by the setting's name. */
const DATA_KINDS = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts' } as const;

/** Where pdf.js finds its data: it fetches them from a folder, or asks a factory for them. */
function dataSettings(assets: AssetSource) {
  const folder = assets.kind === 'folder' ? `${assets.url}pdfjs/` : '';
  const urls = {
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
  };
  const { pdfData: read } = assets;
  if (read === undefined) return urls;
  const readData: PdfData = read;
  class EmbeddedData {
    readonly #addresses: Readonly<Record<string, string | null>>;

    /** @param addresses the settings above: what has none must not be found, as in a folder. */
    constructor(addresses: Readonly<Record<string, string | null>>) {
      this.#addresses = addresses;
    }

    async fetch({
      kind,
      filename,
    }: {
      kind: keyof typeof DATA_KINDS;
      filename: string;
    }): Promise<Uint8Array> {
      if (!this.#addresses[kind]) throw new Error(`${kind} is not set.`);
      return readData(DATA_KINDS[kind], filename);
    }
  }
  return { ...urls, useWorkerFetch: false, BinaryDataFactory: EmbeddedData };
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, HEADER_WITHIN));
  return head.includes('%PDF');
}

/** Maps an error of pdf.js to a problem that the signer is told. */
export function asUnreadable(error: unknown): UnreadableError {
  if (error instanceof UnreadableError) return error;
  const problem = error instanceof PasswordException ? 'protected' : 'damaged';
  return new UnreadableError(problem, { cause: error });
}

async function closePdf(tasks: readonly PDFDocumentLoadingTask[], worker: PDFWorker): Promise<void> {
  const late = new Promise(resolve => setTimeout(resolve, LONGEST_CLOSING));
  await Promise.race([Promise.allSettled(tasks.map(task => task.destroy())), late]);
  worker.destroy();
  // Removes its measuring canvases from the host page's body; other panes create new ones.
  TextLayer.cleanup();
}

export interface WorkerForFile {
  readonly worker: Worker;
  /** Where the worker imports from the decoders that few files need, with a slash at the end. */
  readonly decoders: string;
}

/** pdf.js imports them by these names. */
const DECODER_FILES = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];

/**
 * The worker for a file. From a folder pdf.js's worker imports the decoders when it needs them. Where they are embedded, a
 * policy that allows workers from blobs need not allow that: it covers what a worker's own text imports (CSP 3,
 * `worker-src`), and what was imported once is not fetched again. So such a file gets a worker whose text begins with
 * the imports, and `worker` ends.
 */
export async function workerFor(
  content: PdfContent,
  worker: Promise<Worker>,
  assets: AssetSource,
  signal: AbortSignal,
): Promise<WorkerForFile> {
  if (assets.kind === 'folder') return { worker: await worker, decoders: `${assets.url}pdfjs/wasm/` };
  // Large files that are still on their way are mostly pictures.
  const isPlain = content instanceof Uint8Array && !needsImageDecoders(content);
  if (isPlain) return { worker: await worker, decoders: 'wasm/' };
  const started = await worker;
  started.terminate();
  const decoders = `${await decodersUrl(assets)}#/`;
  const imports = DECODER_FILES.map(name => `import '${decoders}${name}';\n`).join('');
  return { worker: await startPdfWorker(assets, signal, imports), decoders };
}

async function decodersUrl(assets: EmbeddedAssets): Promise<string> {
  try {
    return await scriptUrl(assets, 'pdfjs/image-decoders.js');
  } catch (cause) {
    throw new UnreadableError('viewer', { cause });
  }
}

/** Filters whose decoders pdf.js has in files of their own. A stream's dictionary always stands in a file as it is. */
const SEPARATE_DECODERS = ['/JPXDecode', '/JBIG2Decode', '/CCITTFaxDecode'].map(name =>
  new TextEncoder().encode(name),
);

/** Does a PDF name a filter that only pdf.js's separate decoders read? */
function needsImageDecoders(bytes: Uint8Array): boolean {
  return SEPARATE_DECODERS.some(([slash = 0, ...name]) => {
    for (let at = bytes.indexOf(slash); at !== -1; at = bytes.indexOf(slash, at + 1)) {
      if (name.every((code, index) => bytes[at + 1 + index] === code)) return true;
    }
    return false;
  });
}
