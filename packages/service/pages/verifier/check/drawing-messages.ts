/* Drawing for a check: the worker has the file, and the page has pdf.js. */
import type { DrawnArea, PageArea, PageDrawer } from '@sign-session/verify/covering';

/** From the worker to the page. Without areas, only what draws them is to be loaded. */
export interface DrawingQuestion {
  readonly drawing: number;
  readonly pdf: Uint8Array;
  readonly areas: readonly PageArea[];
}

/** From the page to the worker; undefined if nothing could be drawn. */
export interface DrawingAnswer {
  readonly drawing: number;
  readonly drawn: readonly (DrawnArea | undefined)[] | undefined;
}

/** The page stops by itself, too, because it is not told when the worker does. */
const LIMIT_MS = 10_000;

/** On the page: loads pdf.js if it is not there yet, and draws. */
export async function answerDrawing(worker: Worker, { drawing, pdf, areas }: DrawingQuestion): Promise<void> {
  const drawn = await drawAreas(pdf, areas).catch(() => undefined);
  worker.postMessage({ drawing, drawn } satisfies DrawingAnswer, []);
}

async function drawAreas(pdf: Uint8Array, areas: readonly PageArea[]) {
  const { pageDrawer, startReader } = await import('../pdf/pdf-reader.ts');
  await startReader();
  return areas.length === 0 ? [] : pageDrawer.draw(pdf, areas, AbortSignal.timeout(LIMIT_MS));
}

/** In the worker: asks the page. */
export class PageDrawing implements PageDrawer {
  readonly #post: (question: DrawingQuestion) => void;
  readonly #waiting = new Map<number, (answer: DrawingAnswer) => void>();
  #count = 0;

  constructor(post: (question: DrawingQuestion) => void) {
    this.#post = post;
  }

  readonly prepare = async () => void (await this.#ask(new Uint8Array(), []));

  readonly draw: PageDrawer['draw'] = (pdf, areas, signal) => this.#ask(pdf, areas, signal);

  /** Takes the page's answer. */
  settle(answer: DrawingAnswer): void {
    this.#waiting.get(answer.drawing)?.(answer);
    this.#waiting.delete(answer.drawing);
  }

  #ask(pdf: Uint8Array, areas: readonly PageArea[], signal?: AbortSignal) {
    const drawing = (this.#count += 1);
    return new Promise<readonly (DrawnArea | undefined)[]>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#waiting.set(drawing, ({ drawn }) => {
        if (drawn === undefined) reject(new Error('Nothing was drawn.'));
        else resolve(drawn);
      });
      this.#post({ drawing, pdf, areas });
    });
  }
}
