import { tokenSheet } from '../../../src/appearance/tokens.ts';
import '../../../src/document/document-pane.ts';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { translatorFor } from '../../support/translators.ts';
import { untilFrame, type Reader } from './reader.ts';
import { workersReady } from './watch.ts';

/** The widget has its words and its look long before there is a document. */
const TRANSLATOR = translatorFor('en');
const TOKENS = new CSSStyleSheet();
TOKENS.replaceSync(`${tokenSheet({})} :host { display: block; font: 400 16px/1.5 var(--font); }`);

/** Our document pane, as the widget holds it. */
export class PaneReader implements Reader {
  readonly #hasText: boolean;
  readonly #assetsUrl: string;
  #pane: DocumentPane | undefined;
  #shown: Promise<unknown> | undefined;

  /** @param assetsUrl absolute, with a slash at the end. */
  constructor(hasText: boolean, assetsUrl: string) {
    this.#hasText = hasText;
    this.#assetsUrl = assetsUrl;
  }

  async warm(): Promise<void> {
    const before = workersReady();
    this.#put();
    // Beside the worker its code has to be there, as with the other readers.
    await untilFrame(() => workersReady() > before && this.#hasViewer);
  }

  async open(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const pane = this.#pane ?? this.#put();
    const unreadable = new Promise<never>((_, reject) => {
      pane.addEventListener('document-unreadable', ({ problem }) => reject(new Error(problem)));
    });
    this.#shown = new Promise(resolve => pane.addEventListener('document-shown', resolve, { once: true }));
    pane.load = { status: 'loaded', bytes, digest: '', verified: true };
    await Promise.race([this.#drawn(0), unreadable]);
  }

  async settle(): Promise<void> {
    await this.#shown;
  }

  async goToLast(): Promise<void> {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    await this.#drawn(this.#pages.length - 1);
  }

  /** Reads on by a share of the document at a time, waiting for each page it comes to. */
  async scrollThrough(steps: number): Promise<void> {
    const { scroller } = this;
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      scroller.scrollTop = share * scroller.scrollHeight;
      await this.#drawn(Math.round(share * (this.#pages.length - 1)));
    }
  }

  get pictureWidth(): number {
    return this.#pages[0]?.querySelector('canvas')?.width ?? 0;
  }

  get scroller(): HTMLElement {
    const [scroller] = this.#all('.scroller');
    if (scroller === undefined) throw new Error('The pane has no pages to scroll.');
    return scroller;
  }

  get canvases(): HTMLCanvasElement[] {
    return this.#pages.flatMap(page => [...page.querySelectorAll('canvas')]);
  }

  get #hasViewer(): boolean {
    const viewer = this.#pane?.renderRoot.querySelector('sign-session-document-viewer');
    return viewer?.controller.shown?.viewer !== undefined;
  }

  get #pages(): HTMLElement[] {
    return this.#all('.page');
  }

  /** Ends in the frame that paints the page, as with the other readers. */
  async #drawn(index: number): Promise<void> {
    const wanted = this.#hasText ? ['canvas', '.text-layer span'] : ['canvas'];
    await untilFrame(() => {
      const page = this.#pages[index];
      return page !== undefined && wanted.every(selector => page.querySelector(selector) !== null);
    });
  }

  #put(): DocumentPane {
    const frame = document.createElement('div');
    frame.className = 'frame';
    const root = frame.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [TOKENS];
    const pane = document.createElement('sign-session-document');
    pane.translator = TRANSLATOR;
    pane.filename = 'bench.pdf';
    pane.assetsUrl = this.#assetsUrl;
    root.append(pane);
    document.body.append(frame);
    this.#pane = pane;
    return pane;
  }

  #all(selector: string): HTMLElement[] {
    return this.#pane === undefined ? [] : deepAll(this.#pane.renderRoot, selector);
  }
}

/** All elements of a kind below a root, in the open shadow roots inside it too. */
function deepAll(root: ParentNode, selector: string): HTMLElement[] {
  const here = [...root.querySelectorAll<HTMLElement>(selector)];
  if (here.length > 0) return here;
  return [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : deepAll(shadowRoot, selector),
  );
}
