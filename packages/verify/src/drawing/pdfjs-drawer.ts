import type {
  AnnotationMode as AnnotationModes,
  getDocument as GetDocument,
  PDFDocumentProxy,
  PDFPageProxy,
} from 'pdfjs-dist';
import type { DrawnArea, PageArea, PageDrawer, Picture } from '../covering/page-area.ts';
import { boxOf } from '../covering/page-area.ts';
import { timeLimit } from '../covering/time-limit.ts';
import { frameOf, type Frame } from './frame.ts';
import { textsOf } from './page-texts.ts';
import { drawThoroughly, type Boxes, type CanvasFactory } from './thorough-canvas.ts';

/** What is used of pdf.js; it comes from the caller, who loads it as its surroundings require. */
export interface Pdfjs {
  readonly getDocument: typeof GetDocument;
  readonly AnnotationMode: typeof AnnotationModes;
  readonly Util: Boxes;
}

type DocumentOptions = Exclude<NonNullable<Parameters<typeof GetDocument>[0]>, string | URL | ArrayBuffer>;

/** Of one area, in milliseconds: the next may still be drawn. */
const AREA_LIMIT_MS = 4000;

/** 600 dpi on A3; a page with a larger image is not drawn. */
const LARGEST_IMAGE = 70_000_000;

/**
 * pdf.js's worker sends fewer operators than this in one portion, or none at all. Of more, the last portion may be
 * missing where something can't be read.
 */
const ONE_PORTION = 500;

const WHITE = '#ffffff';
const TRANSPARENT = '#ffffff00';

/**
 * Draws pages by pdf.js. Nothing of a file is run, and nothing is fetched for it but fonts and tables of pdf.js. A page
 * is drawn only if all of it can be read, and every character is in a font that the file or pdf.js has.
 * @param options where pdf.js finds its fonts and tables, and its worker
 */
export function pdfjsDrawer(pdfjs: Pdfjs, options: DocumentOptions): PageDrawer {
  return {
    async draw(pdf, areas, signal) {
      const open = (stopAtErrors: boolean) =>
        openCarefully(pdfjs, pdf, {
          ...options,
          stopAtErrors,
          // Tells whether a font is in the file.
          fontExtraProperties: true,
        });
      const strict = open(true);
      let lenient: ReturnType<typeof open> | undefined;
      const openLeniently = () => (lenient ??= open(false)).promise;
      try {
        const file = { pdfjs, document: await inTime(strict.promise, signal), openLeniently };
        const drawn: (DrawnArea | undefined)[] = [];
        for (const area of areas) {
          const limit = timeLimit(AREA_LIMIT_MS, signal);
          drawn.push(await inTime(drawArea(file, area, limit), limit).catch(() => undefined));
          if (signal.aborted) break;
        }
        return drawn;
      } finally {
        await Promise.all([strict.destroy(), lenient?.destroy()]);
      }
    },
  };
}

/**
 * How strangers' files are opened: nothing of them is run, nothing but pdf.js's own files is fetched, and images have a
 * limit.
 */
const CAREFUL_OPTIONS = {
  verbosity: 0,
  // Wasm is not everywhere allowed, and all that it does exists in JavaScript.
  useWasm: false,
  // Fonts are drawn as outlines: nothing is registered, and the system's fonts are not asked for.
  disableFontFace: true,
  useSystemFonts: false,
  disableWorkerRendering: true,
  enableXfa: false,
  maxImageSize: LARGEST_IMAGE,
} as const satisfies DocumentOptions;

/** Opens a file that needs no password. */
export function openCarefully(
  { getDocument }: Pick<Pdfjs, 'getDocument'>,
  pdf: Uint8Array,
  options: DocumentOptions,
) {
  // pdf.js transfers what it is given, and refuses Node's buffers.
  const task = getDocument({ ...CAREFUL_OPTIONS, ...options, data: new Uint8Array(pdf) });
  task.onPassword = (answer: (password: Error) => void) => answer(new Error('A password is needed.'));
  return task;
}

/** What a promise gives, unless the signal aborts before: pdf.js does not stop at once. */
function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

interface OpenFile {
  readonly pdfjs: Pdfjs;
  readonly document: PDFDocumentProxy;
  /** Opens it so that what can't be read is left out. */
  readonly openLeniently: () => Promise<PDFDocumentProxy>;
}

/** @throws Error if the page can't be drawn, or not completely */
async function drawArea(
  { pdfjs, document, openLeniently }: OpenFile,
  { page: index, rect }: PageArea,
  signal: AbortSignal,
): Promise<DrawnArea> {
  const page = await document.getPage(index + 1);
  const frame = frameOf(page, boxOf(rect));
  const draw = (intent: 'display' | 'print', layers?: LayerSwitch) =>
    drawPicture(pdfjs, { document, page, frame, intent, layers, signal });
  const layers: LayerSwitch = { wasAsked: false };
  const union = await draw('display', layers);
  await assertComplete(index, page, openLeniently);
  // The first is shown to people; that on paper differs only by what can be switched off, on which `painted` decides.
  const pictures = [await draw('display'), await draw('print')];
  return {
    pictures,
    painted: union,
    hasLayers: layers.wasAsked,
    area: frame.area,
    pixelsPerPoint: frame.pixelsPerPoint,
    texts: await textsOf(page),
    pageObject: page.ref?.num,
  };
}

/** All optional content is shown, and whether there is any is noted. */
interface LayerSwitch {
  wasAsked: boolean;
}

interface Drawing {
  readonly document: PDFDocumentProxy;
  readonly page: PDFPageProxy;
  readonly frame: Frame;
  readonly intent: 'display' | 'print';
  /** If given, on transparent paper. */
  readonly layers: LayerSwitch | undefined;
  readonly signal: AbortSignal;
}

async function drawPicture(
  { AnnotationMode, Util }: Pdfjs,
  { document, page, frame, intent, layers, signal }: Drawing,
): Promise<Picture> {
  signal.throwIfAborted();
  const end = performance.now() + AREA_LIMIT_MS;
  const { viewport, transform, width, height } = frame;
  const content = await document.getOptionalContentConfig({ intent });
  if (layers !== undefined) content.isVisible = () => (layers.wasAsked = true);
  const isThorough = intent === 'print' || layers !== undefined;
  const factory = canvasesOf(document);
  const undo = isThorough ? drawThoroughly(factory, Util) : () => undefined;
  const { canvas, context } = factory.create(width, height);
  const task = page.render({
    // With a canvas, pdf.js would take an opaque context.
    canvas: null,
    canvasContext: context,
    viewport,
    transform: [...transform],
    intent,
    annotationMode: AnnotationMode.DISABLE,
    background: layers === undefined ? WHITE : TRANSPARENT,
    optionalContentConfigPromise: Promise.resolve(content),
    // Where everything runs in one thread, as in Node, no timer fires while pdf.js draws.
    operationsFilter() {
      if (performance.now() > end) throw new Error('The page takes too long to draw.');
      return true;
    },
  });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
    signal.throwIfAborted();
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  } finally {
    undo();
    signal.removeEventListener('abort', cancel);
    // Gives its memory back.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** What makes pdf.js's canvases: of the browser, or of Node's canvas package. */
function canvasesOf({ canvasFactory }: PDFDocumentProxy): CanvasFactory {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- typed as an object only
  return canvasFactory as CanvasFactory;
}

/**
 * Throws unless all of a page was drawn. Where something can't be read, pdf.js stops drawing without an error (although
 * its documentation says that it rejects): then fewer operators are drawn than a lenient reading finds.
 */
async function assertComplete(
  index: number,
  page: PDFPageProxy,
  openLeniently: OpenFile['openLeniently'],
): Promise<void> {
  const drawn = (await page.getOperatorList()).fnArray.length;
  if (drawn === 0 || drawn >= ONE_PORTION) {
    const readable = await (await openLeniently()).getPage(index + 1);
    if ((await readable.getOperatorList()).fnArray.length !== drawn)
      throw new Error('A part of the page can’t be read.');
  }
  for (const [, object] of page.commonObjs) {
    const { composite, missingFile }: Readonly<Record<string, unknown>> = Object(object);
    // A font that can't be read; one that only the device may have; an image of several pages that can't be read.
    if (typeof object === 'string' || object === null || (composite === true && missingFile === true))
      throw new Error('A font can’t be drawn.');
  }
  for (const [, object] of page.objs) if (object === null) throw new Error('An image can’t be read.');
}
