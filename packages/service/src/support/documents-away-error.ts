/** The store of documents cannot be reached, or answers that it is out of order: it may be back soon. */
export class DocumentsAwayError extends Error {
  override readonly name = 'DocumentsAwayError';
}
