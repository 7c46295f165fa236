import { PDFArray, PDFName, PDFRef } from '@cantoo/pdf-lib';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import {
  dictionaryIn,
  dictionaryOf,
  nameOf,
  numberOf,
  stringOf,
  valueIn,
  type ObjectSource,
} from '../pdf/document.ts';

/** A form's field, or a widget of one. What is handed down (ISO 32000-2, 12.7.4) is in it. */
export interface FormField {
  /** Of its object; undefined for one that stands in its list itself. */
  readonly number: number | undefined;
  /** In full. */
  readonly name: string;
  /** Such as `Sig`. */
  readonly type: string | undefined;
  readonly flags: number;
  /** `/V`, unresolved. */
  readonly value: PDFObject | undefined;
  readonly dict: PDFDict;
  /** `group` holds other fields; `widget` has no name of its own and is its parent's. */
  readonly kind: 'field' | 'group' | 'widget';
}

/** More than any form has; a file that states more is not walked to its end. */
const MOST_FIELDS = 100_000;
const DEEPEST_FIELD = 32;

type Inherited = Pick<FormField, 'name' | 'type' | 'flags' | 'value'>;

/** The fields of a form and their widgets, parents first. */
export function formFields(source: ObjectSource): readonly FormField[] {
  const found: FormField[] = [];
  const seen = new Set<number>();
  const walk = (list: PDFObject | undefined, above: Inherited, depth: number): void => {
    const entries = source.resolve(list);
    if (!(entries instanceof PDFArray) || depth > DEEPEST_FIELD) return;
    for (const entry of entries.asArray()) {
      const dict = dictionaryOf(source.resolve(entry));
      const number = entry instanceof PDFRef ? entry.objectNumber : undefined;
      if (dict === undefined || found.length >= MOST_FIELDS || (number !== undefined && seen.has(number)))
        continue;
      if (number !== undefined) seen.add(number);
      const field = { number, dict, kind: kindOf(source, dict, depth), ...inherit(source, dict, above) };
      found.push(field);
      walk(dict.get(PDFName.of('Kids')), field, depth + 1);
    }
  };
  const form = dictionaryIn(source, source.catalog, 'AcroForm');
  walk(form?.get(PDFName.of('Fields')), { name: '', type: undefined, flags: 0, value: undefined }, 0);
  return found;
}

function inherit(source: ObjectSource, dict: PDFDict, above: Inherited): Inherited {
  const partial = source.encrypted ? undefined : stringOf(valueIn(source, dict, 'T'));
  return {
    name: [above.name, partial].filter(part => part !== '' && part !== undefined).join('.'),
    type: nameOf(valueIn(source, dict, 'FT')) ?? above.type,
    flags: numberOf(valueIn(source, dict, 'Ff')) ?? above.flags,
    value: dict.get(PDFName.of('V')) ?? above.value,
  };
}

function kindOf(source: ObjectSource, dict: PDFDict, depth: number): FormField['kind'] {
  const kids = valueIn(source, dict, 'Kids');
  const holdsFields =
    kids instanceof PDFArray && kids.asArray().some(kid => isNamed(dictionaryOf(source.resolve(kid))));
  if (holdsFields) return 'group';
  return depth === 0 || isNamed(dict) ? 'field' : 'widget';
}

function isNamed(field: PDFDict | undefined): boolean {
  return field?.has(PDFName.of('T')) === true;
}
