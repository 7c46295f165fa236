import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { parts } from '../shown-pane.ts';

/** What a pane's live regions say, in the order in which they say it. */
export class Spoken {
  readonly all: string[] = [];
  readonly #pane: DocumentPane;
  readonly #now = new Map<HTMLElement, string>();
  #frame = 0;

  constructor(pane: DocumentPane) {
    this.#pane = pane;
    this.#listen();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #listen(): void {
    for (const region of parts(this.#pane, '[role=status], [role=alert]')) {
      const words = region.textContent.replaceAll(/\s+/g, ' ').trim();
      if (words !== '' && words !== this.#now.get(region)) this.all.push(words);
      this.#now.set(region, words);
    }
    this.#frame = requestAnimationFrame(() => this.#listen());
  }
}
