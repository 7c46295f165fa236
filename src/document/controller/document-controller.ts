import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ViewableLoad } from '../document-load.ts';
import type { PdfViewer } from './pdf-viewer.ts';
import { ShownDocument, type ShownDocumentHost } from './shown-document.ts';

/** What the controller needs from its element, read after each update. */
export interface DocumentControllerHost extends ReactiveControllerHost, ShownDocumentHost {
  readonly isConnected: boolean;
}

/**
 * Keeps the shown document in step with the element's `load`: creates a ShownDocument while the bytes are downloaded,
 * passes them to it, and closes it when the element is disconnected.
 */
export class DocumentController implements ReactiveController {
  readonly #host: DocumentControllerHost;
  #load: ViewableLoad | undefined;
  #shown: ShownDocument | undefined;

  constructor(host: DocumentControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The current document, shown or loading; undefined while the element is disconnected. */
  get shown(): ShownDocument | undefined {
    return this.#shown;
  }

  /** Starts loading the worker and the viewer's code before the first render. */
  hostConnected(): void {
    this.#shown ??= new ShownDocument(this.#host);
    // An element that was moved in the page does not update by itself.
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, so that the rendered document belongs to the load. */
  expect(load: ViewableLoad): void {
    const before = this.#load;
    if (load === before) return;
    this.#load = load;
    // The rest of what is shown already has come.
    if (load.arriving !== undefined && load.arriving === before?.arriving) return;
    // A ShownDocument that waits for its bytes is used for the load that has them; any other load gets a new one.
    if (this.#shown?.waiting !== true) this.#end();
  }

  hostUpdated(): void {
    const load = this.#load;
    if (load === undefined || !this.#host.isConnected) return;
    this.#shown ??= new ShownDocument(this.#host);
    const content = load.status === 'loaded' ? load.bytes : load.arriving;
    if (content !== undefined && this.#shown.waiting) void this.#shown.show(content);
    if (load.status === 'loaded') this.#shown.trust();
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Shows the same bytes again. */
  retry(): void {
    this.#end();
    this.#host.requestUpdate();
  }

  /** Calls `act` with the viewer, if there is one. */
  act(act: (viewer: PdfViewer) => void): void {
    const viewer = this.#shown?.viewer;
    if (viewer !== undefined) act(viewer);
  }

  #end(): void {
    this.#shown?.close();
    this.#shown = undefined;
  }
}
