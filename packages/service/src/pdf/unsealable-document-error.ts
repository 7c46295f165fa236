import {
  CorruptPageTreeError,
  EncryptedPDFError,
  MissingCatalogError,
  PDFParsingError,
} from '@cantoo/pdf-lib';
import { PdfStructureError } from '@sign-session/pdf-structure';
import { StructureTooLargeError } from './bounded-parser.ts';
import { SearchError } from './rebuilt-references.ts';

/** What is thrown because of how a file is written, and would be thrown again for the same bytes. */
const ABOUT_DOCUMENTS = [
  CorruptPageTreeError,
  EncryptedPDFError,
  MissingCatalogError,
  PDFParsingError,
  PdfStructureError,
  SearchError,
  StructureTooLargeError,
];

/** The document itself cannot be sealed, now or later. Quotes nothing from it. */
export class UnsealableDocumentError extends Error {
  override readonly name = 'UnsealableDocumentError';

  constructor(options?: ErrorOptions) {
    super('The document cannot be sealed.', options);
  }
}

/** Whether the document is the cause. Any other error, such as a lack of memory, may pass. */
export function isAboutDocument(error: unknown): boolean {
  return ABOUT_DOCUMENTS.some(kind => error instanceof kind);
}
