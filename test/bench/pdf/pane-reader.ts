import { tokenSheet } from '../../../src/appearance/tokens.ts';
import '../../../src/document/document-pane.ts';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { translatorFor } from '../../support/translators.ts';
import { nextFrame, untilFrame, type Reader } from './reader.ts';
import { workersReady } from './watch.ts';

/** Our document pane, as the widget holds it. */
export class PaneReader implements Reader {
  readonly #hasText: boolean;
  readonly #assetsUrl: string;
  #pane: DocumentPane | undefined;

  /** @param assetsUrl absolute, with a slash at the end. */
  constructor(hasText: boolean, assetsUrl: string) {
    this.#hasText = hasText;
    this.#assetsUrl = assetsUrl;
  }

  async warm(): Promise<void> {
    const before = workersReady();
    this.#put();
    await untilFrame(() => workersReady() > before);
  }

  async open(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const pane = this.#pane ?? this.#put();
    const shown = new Promise<void>((resolve, reject) => {
      pane.addEventListener('document-shown', () => resolve(), { once: true });
      pane.addEventListener('document-unreadable', ({ problem }) => reject(new Error(problem)));
    });
    pane.load = { status: 'loaded', bytes, digest: '', verified: true };
    await shown;
    await this.#drawn(0);
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

  get #pages(): HTMLElement[] {
    return this.#all('.page');
  }

  async #drawn(index: number): Promise<void> {
    const page = this.#pages[index];
    if (page === undefined) throw new Error(`There is no page ${index + 1}.`);
    const wanted = this.#hasText ? ['canvas', '.text-layer span'] : ['canvas'];
    await untilFrame(() => wanted.every(selector => page.querySelector(selector) !== null));
    await nextFrame();
  }

  #put(): DocumentPane {
    const frame = document.createElement('div');
    frame.className = 'frame';
    const root = frame.attachShadow({ mode: 'open' });
    const tokens = new CSSStyleSheet();
    tokens.replaceSync(`${tokenSheet({})} :host { display: block; font: 400 16px/1.5 var(--font); }`);
    root.adoptedStyleSheets = [tokens];
    const pane = document.createElement('sign-session-document');
    pane.translator = translatorFor('en');
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
