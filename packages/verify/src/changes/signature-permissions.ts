import { PDFName } from '@cantoo/pdf-lib';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import {
  dictionaryIn,
  dictionaryOf,
  entriesIn,
  numberOf,
  stringOf,
  valueIn,
  type ObjectSource,
} from '../pdf/document.ts';

/** Form fields that may not be changed once a signature is there (FieldMDP; ISO 32000-2, 12.8.2.4). */
export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude';
  /** Full names; a name stands for everything below it. */
  readonly fields: readonly string[];
}

/** What a signature allows to be changed after it. */
export interface SignaturePermissions {
  /** 1: nothing. 2: signing and filling in forms. 3: annotations, too (DocMDP; ISO 32000-2, table 257). */
  readonly documentLevel: 1 | 2 | 3 | undefined;
  readonly locks: readonly FieldLock[];
}

/** DocMDP's `/P` where it's not said. */
const DEFAULT_LEVEL = 2;

/**
 * Reads what a signature says of later changes.
 * @param value the signature
 * @param field the one that holds it, whose lock may say so, too (PDF 2.0)
 */
export function readPermissions(source: ObjectSource, value: PDFDict, field: PDFDict): SignaturePermissions {
  const own = dictionaryIn(source, field, 'Lock');
  let documentLevel = levelIn(valueIn(source, own, 'P'));
  const locks = own === undefined ? [] : [lockIn(source, own)];
  for (const entry of entriesIn(source, value, 'Reference')) {
    const reference = dictionaryOf(source.resolve(entry));
    const parameters = dictionaryIn(source, reference, 'TransformParams');
    const method = valueIn(source, reference, 'TransformMethod');
    if (method === PDFName.of('DocMDP')) {
      documentLevel = stricter(documentLevel, levelIn(valueIn(source, parameters, 'P')) ?? DEFAULT_LEVEL);
    } else if (method === PDFName.of('FieldMDP')) locks.push(lockIn(source, parameters));
  }
  return { documentLevel, locks };
}

/** Whether a lock is on a field. */
export function isLocked(lock: FieldLock, name: string): boolean {
  const isNamed = lock.fields.some(field => name === field || name.startsWith(`${field}.`));
  return lock.action === 'All' || isNamed === (lock.action === 'Include');
}

export function stricter<Level extends 1 | 2 | 3>(
  one: Level | undefined,
  other: Level | undefined,
): Level | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

function levelIn(value: PDFObject | undefined): 1 | 2 | 3 | undefined {
  const number = numberOf(value);
  return number === 1 || number === 2 || number === 3 ? number : undefined;
}

/** A lock that can't be read locks everything. */
function lockIn(source: ObjectSource, parameters: PDFDict | undefined): FieldLock {
  const action = valueIn(source, parameters, 'Action');
  const fields = entriesIn(source, parameters, 'Fields').flatMap(
    entry => stringOf(source.resolve(entry)) ?? [],
  );
  if (action === PDFName.of('Include')) return { action: 'Include', fields };
  return action === PDFName.of('Exclude') ? { action: 'Exclude', fields } : { action: 'All', fields: [] };
}
