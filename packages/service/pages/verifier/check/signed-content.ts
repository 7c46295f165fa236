import { BerError, type Bytes, context, expect, readBer, TAG } from '@sign-session/certificates';

/** What programs for PDFs look for in a file whose cross references they can't follow. */
const PDF_PARTS = /%PDF-|(?<![A-Za-z])(?:obj|trailer|startxref|xref)(?![A-Za-z])/;

/**
 * Whether a file is a CMS with its content inside, such as a `.p7m`, and no part of a PDF is in it but in that content. Programs
 * for PDFs would show one that is elsewhere, which nobody signed.
 */
export function isContentSigned(file: Bytes): boolean {
  const content = enclosedContent(file);
  if (content === undefined) return false;
  const { start, end } = content;
  return ![file.subarray(0, start), file.subarray(end)].some(part =>
    PDF_PARTS.test(new TextDecoder('latin1').decode(part)),
  );
}

/** Where the content of a CMS SignedData is (RFC 5652, 5.1). */
function enclosedContent(file: Bytes): { readonly start: number; readonly end: number } | undefined {
  if (file[0] !== TAG.sequence) return undefined;
  try {
    const info = readBer(file).cursor();
    // Its type, which is looked at with the rest when it is checked.
    info.next();
    const [, , encapsulated] = info.next(context(0)).cursor().next(TAG.sequence).children;
    const [, content] = expect(encapsulated, TAG.sequence).children;
    return content && expect(content, context(0)).children[0];
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}
