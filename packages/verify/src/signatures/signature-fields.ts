import {
  entriesOf,
  isReference,
  itemsOf,
  PdfStructureError,
  textOf,
  type PdfDictionary,
  type PdfValue,
  type Revision,
} from '@sign-session/pdf-structure';

/** A form's field for a signature, with what it inherits (ISO 32000-2, 12.7.4). */
export interface SignatureField {
  /** In full; empty where the file is encrypted. */
  readonly name: string;
  readonly entries: PdfDictionary;
  /** `/V`, resolved. */
  readonly value: PdfDictionary;
}

/** More than any form has; a file that states more is not walked to its end. */
const MOST_FIELDS = 100_000;
/** Items of all lists of kids, which many fields may share. */
const MOST_STEPS = 300_000;
const DEEPEST_FIELD = 32;

interface Inherited {
  readonly name: string;
  readonly type: string | undefined;
  readonly value: PdfValue | undefined;
}

/**
 * The fields of a form that have a signature, parents first.
 * @param needsAll it is an error if one is missing
 * @throws PdfStructureError
 */
export async function signatureFields(revision: Revision, needsAll: boolean): Promise<SignatureField[]> {
  const found: SignatureField[] = [];
  const seen = new Set<number>();
  let count = 0;
  let steps = 0;
  const countStep = (): void => {
    if (++steps > MOST_STEPS) throw new PdfStructureError('limit');
  };
  /** Kids that have names are fields; others are widgets. */
  const holdsFields = async (entries: PdfDictionary): Promise<boolean> => {
    for (const kid of itemsOf(await revision.resolve(entries.get('Kids')))) {
      countStep();
      if (entriesOf(await revision.resolve(kid)).has('T')) return true;
    }
    return false;
  };
  const walk = async (list: PdfValue | undefined, above: Inherited, depth: number): Promise<void> => {
    if (depth > DEEPEST_FIELD) return;
    for (const item of itemsOf(await revision.resolve(list))) {
      countStep();
      const entries = entriesOf(await revision.resolve(item));
      if (needsAll && isReference(item) && !revision.has(item.number)) throw new PdfStructureError('listing');
      if (entries.size === 0 || count >= MOST_FIELDS || (isReference(item) && seen.has(item.number)))
        continue;
      if (isReference(item)) seen.add(item.number);
      count += 1;
      const own = await inherit(revision, entries, above);
      const value = entriesOf(await revision.resolve(own.value));
      const isField = (depth === 0 || entries.has('T')) && !(await holdsFields(entries));
      if (isField && own.type === 'Sig' && value.size > 0) found.push({ name: own.name, entries, value });
      await walk(entries.get('Kids'), own, depth + 1);
    }
  };
  const catalog = entriesOf(await revision.resolve(revision.trailer.get('Root')));
  const form = entriesOf(await revision.resolve(catalog.get('AcroForm')));
  await walk(form.get('Fields'), { name: '', type: undefined, value: undefined }, 0);
  return found;
}

async function inherit(revision: Revision, entries: PdfDictionary, above: Inherited): Promise<Inherited> {
  const partial = textOf(revision, await revision.resolve(entries.get('T')));
  const type = await revision.resolve(entries.get('FT'));
  return {
    name: [above.name, partial].filter(part => part !== '').join('.'),
    type: type?.kind === 'name' ? type.name : above.type,
    value: entries.get('V') ?? above.value,
  };
}
