import type { DocumentProblem } from '../document-load.ts';
import type { DocumentWarning } from '../checks/warnings.ts';

/** The document is shown: the first page is painted, and warnings about the file as a whole are displayed. */
export class DocumentShownEvent extends Event {
  static readonly type = 'document-shown';
  /** Number of pages. */
  readonly pages: number;

  constructor(pages: number) {
    super(DocumentShownEvent.type, { bubbles: true });
    this.pages = pages;
  }
}

/**
 * What the pages may not show, or not as intended; the signer sees the same warnings. Dispatched whenever there are
 * more: about the file as a whole before `document-shown`, about each page when it is drawn. Another document starts
 * without warnings.
 */
export class DocumentWarningsEvent extends Event {
  static readonly type = 'document-warnings';
  /** All warnings so far, each once, in the order of `DOCUMENT_WARNINGS`. */
  readonly warnings: readonly DocumentWarning[];

  constructor(warnings: readonly DocumentWarning[]) {
    super(DocumentWarningsEvent.type, { bubbles: true });
    this.warnings = warnings;
  }
}

/**
 * The signer has viewed one more page: at least half of it, or as much as fits the pane, was visible for a second,
 * painted or as text. Pages that are scrolled past, covered or outside the window don't count. Another document starts
 * without viewed pages.
 */
export class DocumentViewedEvent extends Event {
  static readonly type = 'document-viewed';
  /** The numbers of all pages viewed so far, from 1. */
  readonly pages: ReadonlySet<number>;

  constructor(pages: ReadonlySet<number>) {
    super(DocumentViewedEvent.type, { bubbles: true });
    this.pages = pages;
  }
}

/** The document can't be shown; the pane displays why. */
export class DocumentUnreadableEvent extends Event {
  static readonly type = 'document-unreadable';
  readonly problem: DocumentProblem;
  /** The underlying error, for diagnostics; never shown. */
  readonly cause: unknown;

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(DocumentUnreadableEvent.type, { bubbles: true });
    this.problem = problem;
    this.cause = cause;
  }
}

/**
 * The signer wants to try again. After `unreachable` the listener has to download the document again. After `viewer`
 * (the viewer is loaded again) and `protected` (the password is asked for again) the pane handles it itself.
 */
export class DocumentRetryEvent extends Event {
  static readonly type = 'document-retry';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(DocumentRetryEvent.type, { bubbles: true });
    this.problem = problem;
  }
}

/** The pane's events. */
export type DocumentEvent =
  | DocumentShownEvent
  | DocumentWarningsEvent
  | DocumentViewedEvent
  | DocumentUnreadableEvent
  | DocumentRetryEvent;

declare global {
  interface HTMLElementEventMap {
    'document-shown': DocumentShownEvent;
    'document-warnings': DocumentWarningsEvent;
    'document-viewed': DocumentViewedEvent;
    'document-unreadable': DocumentUnreadableEvent;
    'document-retry': DocumentRetryEvent;
  }
}
