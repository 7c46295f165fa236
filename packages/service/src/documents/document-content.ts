import { invalid, Problem } from '../domain/problem.ts';
import { PdfRefusedError } from '../pdf/refusal.ts';

/** Maximum length of a document in base64 (service interface, "Limits": 10 MB). */
export const MAX_DOCUMENT_TEXT = 10 * 1024 * 1024;

/**
 * Decodes strict base64 (RFC 4648, section 4, with padding), so that a document has only one encoding.
 * @param pointer JSON pointer to the value in the request
 * @throws Problem `payload-too-large`, `validation-error`
 */
export function decodeDocument(content: string, pointer: string): Uint8Array<ArrayBuffer> {
  if (content.length > MAX_DOCUMENT_TEXT) {
    throw new Problem('payload-too-large', 'The document is more than 10 MiB of base64.');
  }
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) {
    throw invalid(pointer, 'Is not base64: padded, without line breaks and without a data: prefix.');
  }
  return bytes;
}

/**
 * Runs a document's inspection and turns its errors into problems.
 * @throws Problem `validation-error`; TooBusyError; InterruptedError
 */
export async function runInspection<T>(pointer: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof PdfRefusedError)) throw error;
    throw new Problem('validation-error', error.message, {
      errors: [{ pointer, detail: error.message }],
      cause: error,
    });
  }
}
