import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ViewableLoad } from '../document-load.ts';
import type { PdfViewer } from '../pdf/pdf-viewer.ts';
import { Showing, type ShowingHost } from './showing.ts';

/** What the controller needs of its element, read after each update. */
export interface ViewingHost extends ReactiveControllerHost, ShowingHost {
  readonly isConnected: boolean;
}

/**
 * Keeps what is shown in step with the element's load: starts a showing while the bytes are on their way, gives
 * them to it, and takes everything away when the element leaves the page.
 */
export class Viewing implements ReactiveController {
  readonly #host: ViewingHost;
  #load: ViewableLoad | undefined;
  #showing: Showing | undefined;

  constructor(host: ViewingHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The document that is shown, or on its way; none out of the page. */
  get showing(): Showing | undefined {
    return this.#showing;
  }

  /** The worker and the viewer's code are on their way while the element is rendered. */
  hostConnected(): void {
    this.#showing ??= new Showing(this.#host);
    // After a move in the page the element has no update of its own.
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, so that what is rendered belongs to the load. */
  expect(load: ViewableLoad): void {
    if (load === this.#load) return;
    this.#load = load;
    // A showing that waits for its bytes serves the load that brings them; any other load gets its own.
    if (this.#showing?.waiting !== true) this.#end();
  }

  hostUpdated(): void {
    const load = this.#load;
    if (load === undefined || !this.#host.isConnected) return;
    this.#showing ??= new Showing(this.#host);
    if (load.status === 'loaded' && this.#showing.waiting) void this.#showing.show(load.bytes);
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
    const viewer = this.#showing?.viewer;
    if (viewer !== undefined) act(viewer);
  }

  #end(): void {
    this.#showing?.close();
    this.#showing = undefined;
  }
}
