import type { Destination } from '../pages/pdf-viewer.ts';
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';

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

/** What Escape can close. */
export interface OpenParts {
  readonly panel: Panel | undefined;
  readonly finding: boolean;
}

/** What a key without Ctrl and the like means in the viewer; nothing where it is left to what has the focus. */
export function commandOfKey({ key, target }: KeyboardEvent, open: OpenParts): ViewerCommand | undefined {
  if (key === 'Escape') return escapeFrom(open);
  const inPages = target instanceof Element && target.closest('.scroller') !== null;
  return inPages ? ZOOM_KEYS[key] : undefined;
}

/** One thing at a time, the uppermost first. */
function escapeFrom({ panel, finding }: OpenParts): ViewerCommand | undefined {
  if (panel !== undefined) return { kind: 'panel', panel };
  return finding ? { kind: 'find' } : undefined;
}

const ZOOM_KEYS: Readonly<Record<string, ViewerCommand>> = {
  '+': { kind: 'zoom', direction: 1 },
  '=': { kind: 'zoom', direction: 1 },
  '-': { kind: 'zoom', direction: -1 },
  '0': { kind: 'fitWidth' },
};

/** What all parts of the viewer are: an element that shows what it is given and asks for what the reader wants. */
export abstract class ViewerPart extends LitElement {
  @property({ attribute: false }) messages!: ViewerTranslator;

  protected ask(command: ViewerCommand): void {
    this.dispatchEvent(new ViewerCommandEvent(command));
  }
}
