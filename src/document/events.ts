import type { DocumentProblem } from './document-load.ts';

/** The first page is painted: the signer sees the document. */
export class DocumentShownEvent extends Event {
  static readonly type = 'document-shown';
  /** How many pages the document has. */
  readonly pages: number;

  constructor(pages: number) {
    super(DocumentShownEvent.type, { bubbles: true });
    this.pages = pages;
  }
}

/** The document can't be shown; the pane says why in words. */
export class DocumentUnreadableEvent extends Event {
  static readonly type = 'document-unreadable';
  readonly problem: DocumentProblem;
  /** What went wrong underneath, for diagnostics; never shown. */
  readonly cause: unknown;

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(DocumentUnreadableEvent.type, { bubbles: true });
    this.problem = problem;
    this.cause = cause;
  }
}

/**
 * The signer pressed “Try again”. After `unreachable` the document has to be fetched again; after `viewer` the
 * pane loads its viewer again by itself.
 */
export class DocumentRetryEvent extends Event {
  static readonly type = 'document-retry';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(DocumentRetryEvent.type, { bubbles: true });
    this.problem = problem;
  }
}

declare global {
  interface HTMLElementEventMap {
    'document-shown': DocumentShownEvent;
    'document-unreadable': DocumentUnreadableEvent;
    'document-retry': DocumentRetryEvent;
  }
}
