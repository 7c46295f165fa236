/** The store of documents cannot be reached, or answers that it is out of order: it may be back soon. */
export class DocumentsAwayError extends Error {
  override readonly name = 'DocumentsAwayError';
}

/** A document of the database is not in the store, such as after a restore without the bucket. */
export class DocumentMissingError extends Error {
  override readonly name = 'DocumentMissingError';
}

/** The work could not be finished for a reason that may pass. Nothing was stored, and a retry may succeed. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
