import type { Destination } from '../controller/pdf-viewer.ts';
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';

/** The panels over the pages, of which one at a time is open. */
export type Panel = 'more' | 'outline';

/** A command of the reader to the viewer. */
export type ViewerCommand =
  | { readonly kind: 'zoom'; readonly direction: 1 | -1 }
  | { readonly kind: 'fitWidth' }
  | { readonly kind: 'goToPage'; readonly page: number }
  | { readonly kind: 'goTo'; readonly destination: Destination }
  /** Toggles a panel. */
  | { readonly kind: 'panel'; readonly panel: Panel }
  /** Opens the find bar, or closes it and removes its highlights. */
  | { readonly kind: 'find' }
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'findStep'; readonly direction: 1 | -1 }
  /** Switches between the pages and their text. */
  | { readonly kind: 'text' }
  /** Toggles the full view. */
  | { readonly kind: 'fullView' }
  /** Announces a text to screen readers. */
  | { readonly kind: 'say'; readonly text: string };

/** Dispatched by the viewer's parts, at any depth. The viewer stops its propagation. */
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

/** What is open, and Escape can close. */
interface OpenParts {
  readonly panel: Panel | undefined;
  readonly finding: boolean;
}

/** The command of a key without modifiers; undefined if the focused control handles it. */
export function commandOfKey({ key, target }: KeyboardEvent, open: OpenParts): ViewerCommand | undefined {
  if (key === 'Escape') return escapeFrom(open);
  const inPages = target instanceof Element && target.closest('.scroller') !== null;
  return inPages ? ZOOM_KEYS[key] : undefined;
}

/** Closes one thing at a time, the topmost first. */
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

/** Base class of the viewer's parts: an element that renders its properties and dispatches commands. */
export abstract class ViewerPart extends LitElement {
  @property({ attribute: false }) messages!: ViewerTranslator;

  protected ask(command: ViewerCommand): void {
    this.dispatchEvent(new ViewerCommandEvent(command));
  }
}
