import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFContext } from '@cantoo/pdf-lib';

interface ExistingSignatures {
  signed: boolean;
  /** False if a signature certifies the document against all changes. */
  changesAllowed: boolean;
}

/** `/P 1` of DocMDP or of a field lock: no changes at all (ISO 32000-2, tables 257 and 233). 2 and 3 allow signing. */
const NO_CHANGES = 1;

/** DocMDP's default for `/P`. */
const DEFAULT_PERMISSION = 2;

/**
 * Searches all objects of the file for signatures, not only the form's fields: one that is referenced in another
 * way must not be broken either. A false positive only costs a separate evidence page.
 */
export function existingSignatures(context: PDFContext): ExistingSignatures {
  const dictionaries = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? withDirectValue(object) : []));
  const signatures = dictionaries.filter(isSignature);
  const forbidding =
    signatures.some(forbidsChanges) || (signatures.length > 0 && dictionaries.some(locksDocument));
  return { signed: signatures.length > 0, changesAllowed: !forbidding };
}

/** A signature may be a direct object in its field. */
function withDirectValue(dict: PDFDict): PDFDict[] {
  const value = dict.get(PDFName.of('V'));
  return value instanceof PDFDict ? [dict, value] : [dict];
}

/** `/Type` is optional in a signature, and the byte range is absent in one that is only prepared. */
function isSignature(dict: PDFDict): boolean {
  const type = dict.get(PDFName.of('Type'));
  return (
    dict.has(PDFName.of('ByteRange')) || type === PDFName.of('Sig') || type === PDFName.of('DocTimeStamp')
  );
}

function forbidsChanges(signature: PDFDict): boolean {
  const references = signature.lookup(PDFName.of('Reference'));
  if (!(references instanceof PDFArray)) return false;
  return references.asArray().some((_, index) => {
    const reference = references.lookup(index);
    if (!(reference instanceof PDFDict)) return false;
    return (
      reference.lookup(PDFName.of('TransformMethod')) === PDFName.of('DocMDP') &&
      permission(reference) === NO_CHANGES
    );
  });
}

function permission(reference: PDFDict): number {
  const parameters = reference.lookup(PDFName.of('TransformParams'));
  const value = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('P')) : undefined;
  return value instanceof PDFNumber ? value.asNumber() : DEFAULT_PERMISSION;
}

/** The lock of a signed field may also forbid all later changes (PDF 2.0). */
function locksDocument(field: PDFDict): boolean {
  const lock = field.lookup(PDFName.of('Lock'));
  if (!(lock instanceof PDFDict) || !(field.lookup(PDFName.of('V')) instanceof PDFDict)) return false;
  const value = lock.lookup(PDFName.of('P'));
  return value instanceof PDFNumber && value.asNumber() === NO_CHANGES;
}
