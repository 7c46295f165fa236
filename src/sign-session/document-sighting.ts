import type { ReactiveControllerHost } from 'lit';
import type { DocumentLoad } from '../document/document-load.ts';
import type { DocumentSight } from '../screens/accept/accept-screen.ts';

/** Whether the signer sees the document, as the pane tells. What was said of one document holds for no other. */
export class DocumentSighting {
  readonly #host: ReactiveControllerHost;
  #load: DocumentLoad | undefined;
  #sight: DocumentSight = 'opening';
  #pages: number | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get sight(): DocumentSight {
    return this.#sight;
  }

  /** Pages of the document that is shown. */
  get pages(): number | undefined {
    return this.#pages;
  }

  /** Call it in `willUpdate`: a download that begins is another document until it is seen. */
  follow(load: DocumentLoad | undefined): void {
    if (load?.status === 'loading' && load !== this.#load) this.#set('opening', undefined);
    this.#load = load;
  }

  /** Another session, or another try. */
  reset(): void {
    this.#set('opening', undefined);
  }

  shown(pages: number): void {
    this.#set('shown', pages);
  }

  unreadable(): void {
    this.#set('unreadable', undefined);
  }

  #set(sight: DocumentSight, pages: number | undefined): void {
    this.#sight = sight;
    this.#pages = pages;
    this.#host.requestUpdate();
  }
}
