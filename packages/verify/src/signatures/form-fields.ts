import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

type Resolve = (value: PDFObject | undefined) => PDFObject | undefined;

/** A form's field, or a widget of one. */
export interface FormField {
  /** In full. */
  readonly name: string;
  /** Such as `/Sig`, also where it is handed down. */
  readonly type: string | undefined;
  readonly dict: PDFDict;
}

/** More than any form has; a file that states more is not walked to its end. */
const MOST_FIELDS = 100_000;
const DEEPEST_FIELD = 32;

/** The fields of a form and their widgets, by object number (ISO 32000-2, 12.7.4). */
export function fieldsIn(fields: PDFObject | undefined, resolve: Resolve): ReadonlyMap<number, FormField> {
  const found = new Map<number, FormField>();
  const walk = (list: PDFObject | undefined, above: Omit<FormField, 'dict'>, depth: number): void => {
    const entries = resolve(list);
    if (!(entries instanceof PDFArray) || depth > DEEPEST_FIELD) return;
    for (const entry of entries.asArray()) {
      const dict = resolve(entry);
      if (!(dict instanceof PDFDict) || !(entry instanceof PDFRef)) continue;
      if (found.has(entry.objectNumber) || found.size >= MOST_FIELDS) continue;
      const partial = textOf(resolve(dict.get(PDFName.of('T'))));
      const name = [above.name, partial].filter(part => part !== '' && part !== undefined).join('.');
      const type = resolve(dict.get(PDFName.of('FT')))?.toString() ?? above.type;
      found.set(entry.objectNumber, { name, type, dict });
      walk(dict.get(PDFName.of('Kids')), { name, type }, depth + 1);
    }
  };
  walk(fields, { name: '', type: undefined }, 0);
  return found;
}

function textOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}
