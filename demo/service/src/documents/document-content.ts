import { invalid, Problem } from '../domain/problem.ts';
import { InspectionBrokenError, PdfRefusedError } from '../pdf/refusal.ts';

/** Base64 characters of a document (service interface, "Limits": 10 MB). */
export const MAX_DOCUMENT_TEXT = 10 * 1024 * 1024;

/**
 * Base64 as RFC 4648, section 4 writes it, with its padding and nothing else: two spellings are one too many.
 * @param pointer where in the request it stands
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
 * Does what looks into a document, and says what is wrong with it in the words of a request's problems.
 * @throws Problem `validation-error`, `service-unavailable`
 */
export async function lookInto<T>(pointer: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof InspectionBrokenError) {
      throw new Problem('service-unavailable', 'The document could not be looked into. Send it again.', {
        headers: { 'Retry-After': '1' },
        cause: error,
      });
    }
    if (!(error instanceof PdfRefusedError)) throw error;
    throw new Problem('validation-error', error.message, {
      errors: [{ pointer, detail: error.message }],
      cause: error,
    });
  }
}
