import {
  countOf,
  entriesOf,
  isName,
  itemsOf,
  textOf,
  type PdfDictionary,
  type PdfValue,
  type Revision,
} from '@sign-session/pdf-structure';

/** Form fields that may not be changed once a signature is there (FieldMDP; ISO 32000-2, 12.8.2.4). */
interface FieldLock {
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
 * @throws PdfStructureError
 */
export async function readPermissions(
  revision: Revision,
  value: PdfDictionary,
  field: PdfDictionary,
): Promise<SignaturePermissions> {
  const own = await revision.resolve(field.get('Lock'));
  let documentLevel = levelIn(await revision.resolve(entriesOf(own).get('P')));
  const locks = own?.kind === 'dictionary' ? [await lockIn(revision, own.entries)] : [];
  for (const { method, parameters } of await transforms(revision, value)) {
    const level = levelIn(await revision.resolve(parameters.get('P')));
    if (method === 'DocMDP') documentLevel = stricter(documentLevel, level ?? DEFAULT_LEVEL);
    else if (method === 'FieldMDP') locks.push(await lockIn(revision, parameters));
  }
  return { documentLevel, locks };
}

/** What a signature refers to (ISO 32000-2, 12.8.2). @throws PdfStructureError */
export async function transforms(
  revision: Revision,
  value: PdfDictionary,
): Promise<{ readonly method: string | undefined; readonly parameters: PdfDictionary }[]> {
  const found = [];
  for (const item of itemsOf(await revision.resolve(value.get('Reference')))) {
    const reference = entriesOf(await revision.resolve(item));
    const method = await revision.resolve(reference.get('TransformMethod'));
    const parameters = entriesOf(await revision.resolve(reference.get('TransformParams')));
    found.push({ method: method?.kind === 'name' ? method.name : undefined, parameters });
  }
  return found;
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

function levelIn(value: PdfValue | undefined): 1 | 2 | 3 | undefined {
  const number = countOf(value);
  return number === 1 || number === 2 || number === 3 ? number : undefined;
}

/** A lock that can't be read locks everything. */
async function lockIn(revision: Revision, parameters: PdfDictionary): Promise<FieldLock> {
  const action = await revision.resolve(parameters.get('Action'));
  const fields: string[] = [];
  for (const item of itemsOf(await revision.resolve(parameters.get('Fields')))) {
    const name = await revision.resolve(item);
    if (name?.kind === 'string') fields.push(textOf(revision, name));
  }
  if (isName(action, 'Include')) return { action: 'Include', fields };
  return isName(action, 'Exclude') ? { action: 'Exclude', fields } : { action: 'All', fields: [] };
}
