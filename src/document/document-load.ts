/** Why a document can't be shown. */
export type DocumentProblem =
  /** It could not be downloaded. */
  | 'unreachable'
  /** Its digest is not that of the session's document. */
  | 'mismatch'
  | 'empty'
  | 'notPdf'
  | 'damaged'
  /** It needs a password, and the right one was not given. */
  | 'protected'
  | 'noPages'
  /** A font is not embedded, and which characters its text means is not known. */
  | 'unknownCharacters'
  /** It would need too much memory. */
  | 'tooLarge'
  /** The viewer itself could not be loaded. */
  | 'viewer'
  /** The page is set up so that a part of the viewer can't be loaded. */
  | 'assets';

/** A download that failed, or brought other bytes. */
export interface FailedLoad {
  readonly status: 'failed';
  readonly arriving?: undefined;
  readonly problem: 'unreachable' | 'mismatch' | 'assets';
}

/** A large document on its way, of which pages are drawn before all of it is there. */
export interface ArrivingDocument {
  /** In bytes. */
  readonly size: number;
  /** A copy of bytes, as soon as they are there: never, if the download ends before. What is read stays as it is. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Settles when all bytes are there; they have not been hashed yet. */
  readonly whole: Promise<void>;
}

/**
 * A document that is loaded or loading. `bytes` are the very bytes that were hashed; they are drawn and offered for
 * download, and must not be modified. `arriving` is there while pages are drawn of what has come, and remains when all of
 * it has. `digest` is SHA-256 in lower-case hex; `verified`: the service gave a hash, and it is the same.
 */
export type ViewableLoad =
  | {
      readonly status: 'loading';
      readonly problem?: undefined;
      readonly arriving?: ArrivingDocument;
    }
  | {
      readonly status: 'loaded';
      readonly problem?: undefined;
      readonly arriving?: ArrivingDocument;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly digest: string;
      readonly verified: boolean;
      /** Where the service has it for an hour at most: in apps' browsers, which drop what a page offers for download itself. */
      readonly downloadUrl?: string;
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
