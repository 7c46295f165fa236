import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { RevisionUses } from './revision-uses.ts';
import type { Revision } from './revision.ts';

/** The gravest kind of change from one revision to the next, the mildest first. */
export const CHANGE_LEVELS = ['none', 'signatures', 'form', 'annotations', 'other'] as const;
export type ChangeLevel = (typeof CHANGE_LEVELS)[number];

export interface Difference {
  readonly level: ChangeLevel;
  /** Full names of the form fields that were filled in. */
  readonly filled: ReadonlySet<string>;
}

/** What a signature, its widget and its data for validation bring into the catalog, besides the form. */
const CATALOG_KEYS = ['DSS', 'Extensions', 'Metadata', 'Version'];
/** What is set when a field gets its value. */
const VALUE_KEYS = ['V', 'AS', 'AP', 'I', 'RV', 'M'];
const SIGNED_KEYS = [...VALUE_KEYS, 'F', 'MK'];

/**
 * What changed between two revisions of a file, by what readers make of it: only what is known to be harmless at its
 * place counts as less than `other`. New objects count by where they are put.
 * @throws CrossReferenceError when an object can't be read
 */
export function differenceBetween(before: Revision, after: Revision): Difference {
  return new Comparison(before, after).difference();
}

export function graver(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return CHANGE_LEVELS.indexOf(one) > CHANGE_LEVELS.indexOf(other) ? one : other;
}

class Comparison {
  readonly #before: Revision;
  readonly #after: Revision;
  readonly #uses: RevisionUses;
  readonly #filled = new Set<string>();

  constructor(before: Revision, after: Revision) {
    this.#before = before;
    this.#after = after;
    this.#uses = new RevisionUses(before);
  }

  difference(): Difference {
    const { root, encrypted } = this.#before;
    const moved = root !== this.#after.root || encrypted !== this.#after.encrypted;
    let level: ChangeLevel = moved ? 'other' : 'none';
    for (const number of this.#before.numbers) {
      if (level === 'other') break;
      if (!this.#after.standsAs(this.#before, number)) level = graver(level, this.#levelOf(number));
    }
    if (level !== 'other' && this.#fillsGaps()) level = 'other';
    return { level, filled: this.#filled };
  }

  /** Whether something that the document spoke of before it was there is there now. */
  #fillsGaps(): boolean {
    const added = this.#after.numbers.filter(number => this.#before.object(number) === undefined);
    return added.some(number => this.#uses.spokenOf.has(number));
  }

  #levelOf(number: number): ChangeLevel {
    const [old, now] = [this.#before.object(number), this.#after.object(number)];
    if (old === undefined || old.toString() === now?.toString()) return 'none';
    const silent = !this.#uses.spokenOf.has(number);
    if (silent && isStructure(old, now)) return 'none';
    if (now === undefined) return 'other';
    if (number === this.#before.catalogNumber) return this.#catalogLevel(old, now);
    if (this.#before.pages.has(number)) return this.#pageLevel(number, old, now);
    // Whatever else it may be: what a page draws is the page.
    if (this.#uses.drawn.has(number)) return 'other';
    if (silent && this.#before.descriptions.has(number)) return 'none';
    if (silent && this.#uses.stored.has(number)) return 'signatures';
    return this.#formLevel(number, old, now) ?? this.#partLevel(number) ?? 'other';
  }

  #catalogLevel(old: PDFObject, now: PDFObject): ChangeLevel {
    const changed = changedKeys(old, now);
    if (!changed.every(key => key === 'AcroForm' || CATALOG_KEYS.includes(key))) return 'other';
    if (!changed.includes('AcroForm')) return 'signatures';
    return graver('signatures', this.#formDictionaryLevel());
  }

  #formLevel(number: number, old: PDFObject, now: PDFObject): ChangeLevel | undefined {
    const form = referenceIn(this.#before.catalog, 'AcroForm');
    if (number === form) return this.#formDictionaryLevel();
    const { form: dict } = this.#before;
    if (dict !== undefined && number === referenceIn(dict, 'Fields')) return this.#fieldsLevel();
    const field = this.#before.fields.get(number);
    if (field === undefined) return undefined;
    const changed = changedKeys(old, now);
    if (field.type === '/Sig') {
      const wasSigned = field.dict.has(PDFName.of('V'));
      return !wasSigned && changed.every(key => SIGNED_KEYS.includes(key)) ? 'signatures' : 'other';
    }
    if (!changed.every(key => VALUE_KEYS.includes(key))) return 'other';
    this.#filled.add(field.name);
    return 'form';
  }

  #formDictionaryLevel(): ChangeLevel {
    const { form: old } = this.#before;
    const { form: now } = this.#after;
    if (now === undefined) return 'other';
    const changed = old === undefined ? now.keys().map(key => key.decodeText()) : changedKeys(old, now);
    return changed
      .map((key): ChangeLevel => {
        if (key === 'Fields') return this.#fieldsLevel();
        if (key === 'SigFlags') return 'signatures';
        return ['DR', 'DA', 'NeedAppearances'].includes(key) ? 'form' : 'other';
      })
      .reduce(graver, 'none');
  }

  /** Signature fields may be added; nothing may go. */
  #fieldsLevel(): ChangeLevel {
    const key = PDFName.of('Fields');
    const added = additions(
      this.#before.resolve(this.#before.form?.get(key)),
      this.#after.resolve(this.#after.form?.get(key)),
    );
    return added?.every(entry => this.#isNewSignatureField(entry)) ? 'signatures' : 'other';
  }

  #isNewSignatureField(entry: PDFObject): boolean {
    const field = this.#newDictionary(entry);
    return field !== undefined && this.#after.resolve(field.get(PDFName.of('FT'))) === PDFName.of('Sig');
  }

  /** As the form has it, not as the annotation says: that could be anything on the page. */
  #isNewSignatureWidget(entry: PDFObject): boolean {
    const widget = this.#newDictionary(entry);
    if (widget === undefined || !(entry instanceof PDFRef)) return false;
    const subtype = this.#after.resolve(widget.get(PDFName.of('Subtype')));
    return subtype === PDFName.of('Widget') && this.#after.fields.get(entry.objectNumber)?.type === '/Sig';
  }

  #newDictionary(entry: PDFObject): PDFDict | undefined {
    if (!(entry instanceof PDFRef) || this.#before.object(entry.objectNumber) !== undefined) return undefined;
    const found = this.#after.resolve(entry);
    return found instanceof PDFDict ? found : undefined;
  }

  #pageLevel(number: number, old: PDFObject, now: PDFObject): ChangeLevel {
    return changedKeys(old, now).every(key => key === 'Annots') ? this.#annotationsLevel(number) : 'other';
  }

  /** Widgets of new signature fields belong to these; everything else is a comment, or the end of one. */
  #annotationsLevel(page: number): ChangeLevel {
    const key = PDFName.of('Annots');
    const [old, now] = [this.#before.pages.get(page), this.#after.pages.get(page)];
    if (now === undefined) return 'other';
    const lists = [this.#before.resolve(old?.get(key)), this.#after.resolve(now.get(key))] as const;
    if (!lists.every(isList)) return 'other';
    const added = additions(...lists);
    return added?.every(entry => this.#isNewSignatureWidget(entry)) ? 'signatures' : 'annotations';
  }

  /** Comments, and what fields look like. */
  #partLevel(number: number): ChangeLevel | undefined {
    const page = this.#uses.annotationLists.get(number);
    if (page !== undefined) return this.#annotationsLevel(page);
    if (this.#uses.looks.has(number)) return 'form';
    return this.#uses.annotations.has(number) ? 'annotations' : undefined;
  }
}

/** The file's own order: cross references and packed objects, whose contents are looked at one by one. */
function isStructure(old: PDFObject, now: PDFObject | undefined): boolean {
  return [old, now].every(object => {
    const type = object instanceof PDFStream ? object.dict.get(PDFName.of('Type')) : undefined;
    return type === PDFName.of('XRef') || type === PDFName.of('ObjStm');
  });
}

function changedKeys(old: PDFObject, now: PDFObject): string[] {
  if (!(old instanceof PDFDict) || !(now instanceof PDFDict)) return ['not a dictionary'];
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys]
    .filter(key => old.get(key)?.toString() !== now.get(key)?.toString())
    .map(key => key.decodeText());
}

function isList(value: PDFObject | undefined): boolean {
  return value === undefined || value instanceof PDFArray;
}

function entries(list: PDFObject | undefined): PDFObject[] {
  return list instanceof PDFArray ? list.asArray() : [];
}

/** What a list has besides its old entries; undefined where one of these is gone. */
function additions(old: PDFObject | undefined, now: PDFObject | undefined): PDFObject[] | undefined {
  const known = new Set(entries(old).map(entry => entry.toString()));
  const present = new Set(entries(now).map(entry => entry.toString()));
  if ([...known].some(entry => !present.has(entry))) return undefined;
  return entries(now).filter(entry => !known.has(entry.toString()));
}

function referenceIn(dict: PDFDict, key: string): number | undefined {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFRef ? value.objectNumber : undefined;
}
