import type { DocumentProblem } from './document-load.ts';
import type { DocumentWarning } from './checks/warnings.ts';

/** The signer sees the document: the first page is painted, and what the file as a whole does not show is told. */
export class DocumentShownEvent extends Event {
  static readonly type = 'document-shown';
  /** How many pages the document has. */
  readonly pages: number;

  constructor(pages: number) {
    super(DocumentShownEvent.type, { bubbles: true });
    this.pages = pages;
  }
}

/**
 * What the pages may not show, or not as whoever made the file meant it; the signer is told in words at the
 * same time. Fired whenever there is more to tell: of the file as a whole before `document-shown`, of each page when it
 * is drawn. Another document begins with none.
 */
export class DocumentWarningsEvent extends Event {
  static readonly type = 'document-warnings';
  /** All of them so far, each once, in the order of `DOCUMENT_WARNINGS`. */
  readonly warnings: readonly DocumentWarning[];

  constructor(warnings: readonly DocumentWarning[]) {
    super(DocumentWarningsEvent.type, { bubbles: true });
    this.warnings = warnings;
  }
}

/**
 * The signer has come to one more page: at least half of it, or as much as the pane holds, was in sight for a
 * second, painted or as its text. What is flung past, covered or out of the browser's window does not count.
 * Another document begins with none.
 */
export class DocumentViewedEvent extends Event {
  static readonly type = 'document-viewed';
  /** The numbers of all pages seen so far, from 1. */
  readonly pages: ReadonlySet<number>;

  constructor(pages: ReadonlySet<number>) {
    super(DocumentViewedEvent.type, { bubbles: true });
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
 * The signer wants to try again. After `unreachable` the document has to be fetched again; after `viewer` (its
 * viewer is loaded again) and `protected` (the password is asked for again) the pane sees to it by itself.
 */
export class DocumentRetryEvent extends Event {
  static readonly type = 'document-retry';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(DocumentRetryEvent.type, { bubbles: true });
    this.problem = problem;
  }
}

/** What the pane tells the element around it. */
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
