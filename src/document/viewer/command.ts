import type { Destination } from '../pdf/pdf-viewer.ts';

/** What lies over the pages, one at a time. */
export type Panel = 'more' | 'outline';

/** What the reader wants of the viewer. */
export type ViewerCommand =
  | { readonly kind: 'zoom'; readonly direction: 1 | -1 }
  | { readonly kind: 'fitWidth' }
  | { readonly kind: 'goToPage'; readonly page: number }
  | { readonly kind: 'goTo'; readonly destination: Destination }
  /** Opens it, or closes it. */
  | { readonly kind: 'panel'; readonly panel: Panel }
  /** Opens the find bar, or closes it and takes its marks away. */
  | { readonly kind: 'find' }
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'findStep'; readonly direction: 1 | -1 }
  /** Between the pages and their text. */
  | { readonly kind: 'text' }
  /** Over the whole window, or back to its place. */
  | { readonly kind: 'fullView' }
  /** Something that a screen reader should say. */
  | { readonly kind: 'say'; readonly text: string };

/** A part of the viewer, or a part of a part, asks for something. The viewer lets it go no further. */
export class ViewerCommandEvent extends Event {
  static readonly type = 'viewer-command';
  readonly command: ViewerCommand;

  constructor(command: ViewerCommand) {
    super(ViewerCommandEvent.type, { bubbles: true, composed: true });
    this.command = command;
  }
}

declare global {
  interface HTMLElementEventMap {
    'viewer-command': ViewerCommandEvent;
  }
}
