import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ViewableLoad } from './document-load.ts';
import type { PdfViewer } from './pages/pdf-viewer.ts';
import { ShownDocument, type ShownDocumentHost } from './shown-document.ts';

/** What the controller needs of its element, read after each update. */
export interface DocumentControllerHost extends ReactiveControllerHost, ShownDocumentHost {
  readonly isConnected: boolean;
}

/**
 * Keeps what is shown in step with the element's load: starts a shown while the bytes are on their way, gives
 * them to it, and takes everything away when the element leaves the page.
 */
export class DocumentController implements ReactiveController {
  readonly #host: DocumentControllerHost;
  #load: ViewableLoad | undefined;
  #shown: ShownDocument | undefined;

  constructor(host: DocumentControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The document that is shown, or on its way; none out of the page. */
  get shown(): ShownDocument | undefined {
    return this.#shown;
  }

  /** The worker and the viewer's code are on their way while the element is rendered. */
  hostConnected(): void {
    this.#shown ??= new ShownDocument(this.#host);
    // After a move in the page the element has no update of its own.
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, so that what is rendered belongs to the load. */
  expect(load: ViewableLoad): void {
    if (load === this.#load) return;
    this.#load = load;
    // A shown that waits for its bytes serves the load that brings them; any other load gets its own.
    if (this.#shown?.waiting !== true) this.#end();
  }

  hostUpdated(): void {
    const load = this.#load;
    if (load === undefined || !this.#host.isConnected) return;
    this.#shown ??= new ShownDocument(this.#host);
    if (load.status === 'loaded' && this.#shown.waiting) void this.#shown.show(load.bytes);
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Shows the same bytes anew. */
  retry(): void {
    this.#end();
    this.#host.requestUpdate();
  }

  /** Does something with the viewer, where there is one. */
  act(act: (viewer: PdfViewer) => void): void {
    const viewer = this.#shown?.viewer;
    if (viewer !== undefined) act(viewer);
  }

  #end(): void {
    this.#shown?.close();
    this.#shown = undefined;
  }
}
