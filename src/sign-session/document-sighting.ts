import type { ReactiveControllerHost } from 'lit';
import type { DocumentLoad } from '../document/document-load.ts';
import type { DocumentSight } from '../screens/accept/accept-screen.ts';
import type { DocumentView } from '../session/signer-action.ts';

/** What the signer has seen of the document, as the pane tells. What was said of one document holds for no other. */
export class DocumentSighting {
  readonly #host: ReactiveControllerHost;
  #load: DocumentLoad | undefined;
  #sight: DocumentSight = 'opening';
  #pages: number | undefined;
  #viewed = 0;
  #notices: readonly string[] = [];

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

  /** What an acceptance says of it; undefined before the document is shown. */
  get view(): DocumentView | undefined {
    const pages = this.#pages;
    return pages === undefined ? undefined : { pagesViewed: this.#viewed, pages, notices: this.#notices };
  }

  /** Call it in `willUpdate`: a download that begins is another document until it is seen. */
  follow(load: DocumentLoad | undefined): void {
    if (load?.status === 'loading' && load !== this.#load) this.reset();
    this.#load = load;
  }

  /** Another session, or another try. */
  reset(): void {
    this.#viewed = 0;
    this.#notices = [];
    this.#set('opening', undefined);
  }

  shown(pages: number): void {
    this.#set('shown', pages);
  }

  /** So many pages were in sight. */
  viewed(pages: number): void {
    this.#viewed = pages;
  }

  /** The signer was told that the pages may not show everything. */
  told(notices: readonly string[]): void {
    this.#notices = notices;
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
