/** Why a document that should be here can't be shown. */
export type DocumentProblem =
  /** It could not be downloaded. */
  | 'unreachable'
  /** Its digest is not the one the session was made for. */
  | 'mismatch'
  | 'empty'
  | 'notPdf'
  | 'damaged'
  /** It opens with a password, and none that fits was given. */
  | 'protected'
  | 'noPages'
  /** It would take more memory than a page may have. */
  | 'tooLarge'
  /** The viewer itself could not be loaded. */
  | 'viewer'
  /** The page is set up so that a part of the viewer can't be loaded. */
  | 'assets';

/** What went wrong on the way here, before there was a file to look at. */
export interface FailedLoad {
  readonly status: 'failed';
  readonly problem: 'unreachable' | 'mismatch';
}

/**
 * A document that is here, or still expected. `bytes` are the very bytes that were hashed, and they are what is
 * drawn and offered for download; nobody may write to them. `digest` is SHA-256 in lower-case hex; `verified`
 * tells that the service gave a hash and that it is the same.
 */
export type ViewableLoad =
  | { readonly status: 'loading' }
  | {
      readonly status: 'loaded';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly digest: string;
      readonly verified: boolean;
    };

/** The session's document on its way to the screen. */
export type DocumentLoad = ViewableLoad | FailedLoad;

/** The document can't be shown, and `problem` says why. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`The document cannot be shown: ${problem}.`, options);
    this.problem = problem;
  }
}
