/** Changes that some programs make after a signature, and the state of form fields. */
import { UpdateError } from './changes.ts';
import { type FurtherChanges, type Pair, pairs, type UpdateScope } from './comparison.ts';
import { bytesOfLatin1, latin1 } from './lexer.ts';
import type { PdfObject } from './objects.ts';
import type { Revision } from './revision.ts';
import { unpack } from './unpack.ts';
import {
  changedKeys,
  countOf,
  entriesOf,
  isReference,
  itemsOf,
  type PdfDictionary,
  type PdfValue,
  referencesIn,
  sameValue,
} from './values.ts';

const DEEPEST_FIELD = 32;

/** A form's field or a widget of one, with what it inherits (ISO 32000-2, 12.7.4). */
export interface FieldState {
  /** In full; empty where the file is encrypted. */
  readonly name: string;
  /** Such as `Sig`. */
  readonly type: string | undefined;
  /** The number of the object that has the `/V`. */
  readonly owner: number | undefined;
  /** `/V`, resolved. */
  readonly value: PdfValue | undefined;
}

/** Reads a field or widget. @throws PdfStructureError */
export async function fieldState(revision: Revision, number: number): Promise<FieldState> {
  const names: string[] = [];
  let [type, owner]: [string | undefined, number | undefined] = [undefined, undefined];
  let value: PdfValue | undefined;
  let at: number | undefined = number;
  for (let depth = 0; at !== undefined && depth < DEEPEST_FIELD; depth++) {
    const entries: PdfDictionary = entriesOf((await revision.find(at))?.value);
    const [kind, name] = [
      await revision.resolve(entries.get('FT')),
      await revision.resolve(entries.get('T')),
    ];
    if (kind?.kind === 'name') type ??= kind.name;
    names.unshift(textOf(revision, name));
    const own = await revision.resolve(entries.get('V'));
    if (own !== undefined && owner === undefined) [owner, value] = [at, own];
    const parent = entries.get('Parent');
    at = isReference(parent) ? parent.number : undefined;
  }
  return { name: names.filter(part => part !== '').join('.'), type, owner, value };
}

/** A field's value for people: texts, names of states, several choices with a comma. @throws PdfStructureError */
async function valueText(revision: Revision, value: PdfValue | undefined): Promise<string> {
  if (value?.kind === 'name') return value.name;
  if (value?.kind !== 'array') return textOf(revision, value);
  const items = await Promise.all(itemsOf(value).map(item => revision.resolve(item)));
  return items.map(item => textOf(revision, item)).join(', ');
}

/** A text string; empty where it is another value, or the file is encrypted. */
export function textOf({ isEncrypted }: Revision, value: PdfValue | undefined): string {
  return value?.kind === 'string' && !isEncrypted ? decodeText(value.text) : '';
}

/** A text string (ISO 32000-2, 7.9.2.2); of PDFDocEncoding only what is Latin-1. */
function decodeText(text: string): string {
  const bytes = bytesOfLatin1(text);
  if (text.startsWith('\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(bytes);
  return text.startsWith('\u00ef\u00bb\u00bf') ? new TextDecoder().decode(bytes) : text;
}

/** What is set when a field gets its value, with the date of it (`M`), which is not shown; and when it is signed. */
const VALUE_KEYS = ['V', 'AS', 'AP', 'I', 'M'];
const SIGNED_KEYS = [...VALUE_KEYS, 'F', 'MK'];
/** What makes a field another one. */
const STRUCTURE = ['T', 'FT', 'Kids', 'Parent'];
/** What leads to a field as such; whatever else leads to its object may make something else of its entries. */
const FIELD_EDGES = new Set(['Fields', 'Kids', 'Annots', 'Parent', 'CO', 'Obj']);
const DEEPEST_LIST = 8;
const LARGEST_METADATA = 4 * 1024 * 1024;
/** Names of fonts that programs look for in the form if a field names none, or for its check marks (MuPDF, pdf.js, poppler). */
const USUAL_FONTS = ['Helv', 'Helvetica', 'ZaDb', 'ZapfDingbats'];
/** Of the form's resources; of others, programs use some unasked, such as a colour space of the name `DefaultRGB` (poppler). */
const KINDS_ADDED = ['Font', 'XObject', 'ProcSet', 'Encoding'];
/** Entries of the catalog that only describe the document. */
const DESCRIPTIONS = ['Metadata', 'Extensions', 'Version'];
/** Entries of the information dictionary that no program shows in its window or draws by. */
const UNSEEN_INFORMATION = ['ModDate', 'Producer'];

/**
 * Allows, besides signatures in new fields: signatures in fields that are there and empty, values of other fields, data
 * for validation, what only describes the document, and resources of the form that nothing asks for.
 */
export function furtherChanges(scope: UpdateScope): FurtherChanges {
  return new Further(scope);
}

class Further implements FurtherChanges {
  readonly #scope: UpdateScope;
  readonly #keys = new Map<number, ReadonlySet<string>>();

  constructor(scope: UpdateScope) {
    this.#scope = scope;
  }

  async trailer(pair: Pair): Promise<boolean> {
    const { after } = this.#scope;
    const [old, now] = [await after.before.resolve(pair[0]), await after.resolve(pair[1])];
    const seen = changedKeys(entriesOf(old), entriesOf(now)).find(key => !UNSEEN_INFORMATION.includes(key));
    if (seen !== undefined) throw new UpdateError('catalog', `Info: ${seen}`);
    return this.#describe(pair, 'trailer/Info');
  }

  async catalog(key: string, pair: Pair): Promise<boolean> {
    if (key === 'DSS') return this.#compareStores(pair);
    if (key === 'Metadata') await this.#compareMetadata(pair);
    return DESCRIPTIONS.includes(key) && this.#describe(pair, `catalog/${key}`);
  }

  async form(key: string, pair: Pair): Promise<boolean> {
    // Signatures are not drawn with the form's font and resources.
    if (key === 'DR') await this.#compareResources(pair, 0);
    return key === 'DR' || (key === 'DA' && !this.#scope.references.hasFields && pair[0] === undefined);
  }

  /** A field that got a value, or a widget of one. */
  async object(number: number, [old, now]: Pair): Promise<boolean> {
    const { after, signed, partsSigned, changed } = this.#scope;
    const before = await fieldState(after.before, number);
    const state = await fieldState(after, number);
    const { name, owner, type } = state;
    if (type === undefined || type !== before.type) return false;
    for (const key of this.#keysTo(number))
      if (!FIELD_EDGES.has(key)) throw new UpdateError('shared', number);
    const isSignature = type === 'Sig';
    const adds = (key: string): boolean =>
      isSignature && !entriesOf(old).has(key) && !STRUCTURE.includes(key);
    if (isSignature && (before.owner !== undefined || owner === undefined))
      throw new UpdateError('field', name);
    for (const key of changedKeys(entriesOf(old), entriesOf(now))) {
      const isUsual = (isSignature ? SIGNED_KEYS : VALUE_KEYS).includes(key);
      const isDate = entriesOf(now).get(key)?.kind === 'string';
      if ((!isUsual && !adds(key)) || (key === 'M' && !isSignature && !isDate))
        throw new UpdateError('field', `${name}: ${key}`);
      if (!isUsual || (key === 'F' && !isPrintedOrLocked(old, now))) this.#scope.adorned.add(number);
      changed.add(`field/${key}`);
      this.#scope.claim(entriesOf(now).get(key));
    }
    if (isSignature && owner !== undefined) {
      signed.set(owner, true);
      partsSigned.set(number, owner);
    } else await this.#fill(before, state);
    return true;
  }

  /** A look that changes without the value may show anything. */
  async #fill(before: FieldState, after: FieldState): Promise<void> {
    const { filled, after: update } = this.#scope;
    const owner = after.owner ?? before.owner;
    if (owner === undefined || sameValue(before.value, after.value))
      throw new UpdateError('field', after.name);
    filled.set(owner, {
      field: after.name,
      before: await valueText(update.before, before.value),
      after: await valueText(update, after.value),
    });
  }

  /** The look of a field that gets its value or signature, if nothing else has it. */
  async stream(number: number, now: PdfObject): Promise<boolean> {
    const { edges, changed, after } = this.#scope;
    const [edge, another] = edges.get(number) ?? [];
    if (edge === undefined || another !== undefined) return false;
    // The dictionary of looks may be an object of its own.
    const [above, other] = edges.get(edge.from) ?? [];
    const field = above?.key === 'AP' && other === undefined ? above.from : edge.from;
    const entries = entriesOf((await after.before.find(field))?.value);
    const look = entriesOf(await after.before.resolve(entries.get('AP'))).get('N');
    if (!isReference(look) || look.number !== number || !(await this.#isFilled(field))) return false;
    changed.add('field/AP');
    this.#scope.claim(now.value);
    return true;
  }

  async #isFilled(field: number): Promise<boolean> {
    const before = await fieldState(this.#scope.after.before, field);
    const now = await fieldState(this.#scope.after, field);
    if (now.type === undefined || now.type !== before.type) return false;
    if (now.type !== 'Sig') return !sameValue(before.value, now.value);
    if (before.owner !== undefined || now.owner === undefined) return false;
    this.#scope.partsSigned.set(field, now.owner);
    return true;
  }

  /** Programs show the title in their windows, and some draw what says that it is PDF/X in another way. */
  async #compareMetadata([before, after]: Pair): Promise<void> {
    const { after: update } = this.#scope;
    const one = await seenMetadata(update.before, before);
    if (one !== (await seenMetadata(update, after))) throw new UpdateError('catalog', 'Metadata');
  }

  /** What describes the document, and is not displayed. */
  async #describe(pair: Pair, what: string): Promise<boolean> {
    const [before, after] = pair;
    const [, now] = await this.#scope.slot(pair);
    this.#scope.claim(now);
    const isDefined = isReference(after) && this.#scope.after.objects.has(after.number);
    if (isDefined || !sameValue(before, after)) this.#scope.changed.add(what);
    return true;
  }

  /** More resources may come, under names that no field asks for. */
  async #compareResources(pair: Pair, depth: number, key = 'DR'): Promise<void> {
    if (depth === 2) {
      if (pair[0] === undefined && !this.#isAskedFor(key)) this.#scope.claim(pair[1]);
      else if (!sameValue(...pair)) throw new UpdateError('resource', key);
      return;
    }
    const [old, now] = await this.#scope.slot(pair);
    if (sameValue(old, now) || (old === undefined && now?.kind === 'array')) return;
    if (now?.kind !== 'dictionary' || (old !== undefined && old.kind !== 'dictionary'))
      throw new UpdateError('resource', key);
    for (const [name, inner] of pairs(entriesOf(old), now.entries)) {
      if (depth === 0 && !KINDS_ADDED.includes(name) && !sameValue(...inner))
        throw new UpdateError('resource', name);
      await this.#compareResources(inner, depth + 1, name);
    }
  }

  #isAskedFor(name: string): boolean {
    const { asked, hasFields } = this.#scope.references;
    return asked.has(name) || (hasFields && USUAL_FONTS.includes(name));
  }

  /** The keys under which earlier objects refer to one, also through lists that are objects themselves. */
  #keysTo(number: number, depth = 0): ReadonlySet<string> {
    const known = this.#keys.get(number);
    if (known !== undefined) return known;
    if (depth > DEEPEST_LIST) throw new UpdateError('shared', number);
    const keys = new Set<string>();
    this.#keys.set(number, keys);
    for (const { key, from } of this.#scope.edges.get(number) ?? [])
      for (const name of key === '' ? this.#keysTo(from, depth + 1) : [key]) keys.add(name);
    return keys;
  }

  /** Data for validation: its objects may be replaced if the document is displayed without them. */
  #compareStores([before, after]: Pair): boolean {
    const { references, changed, known, after: update } = this.#scope;
    const root = update.trailer.get('Root');
    const rest = isReference(root) ? this.#displayed(before, root.number) : new Set<number>();
    const reached = new Set(targetsOf(after));
    if (!sameValue(before, after)) changed.add('catalog/DSS');
    for (const number of reached) {
      const object = update.objects.get(number);
      if (object === undefined) {
        for (const { to } of references.of(number)) reached.add(to);
        continue;
      }
      if (rest.has(number)) throw new UpdateError('shared', number);
      changed.add('catalog/DSS');
      known.add(number);
      for (const next of targetsOf(object.value)) reached.add(next);
    }
    return true;
  }

  /** What the catalog leads to elsewhere than in the store. */
  #displayed(store: PdfValue | undefined, root: number): ReadonlySet<number> {
    const { references } = this.#scope;
    const own = new Map<number, number>();
    for (const number of targetsOf(store)) own.set(number, (own.get(number) ?? 0) + 1);
    const others = references.of(root).filter(({ to }) => {
      const left = own.get(to) ?? 0;
      own.set(to, left - 1);
      return left <= 0;
    });
    const seeds = [...others, ...references.of(0)].map(({ to }) => to);
    return references.closure(seeds, root);
  }
}

/** From the first mention of a title in XMP to the last, and how often PDF/X is mentioned; all of what can't be read so. */
async function seenMetadata(revision: Revision, value: PdfValue | undefined): Promise<string> {
  const { data, value: dictionary } = (isReference(value) && (await revision.find(value.number))) || {};
  if (data === undefined) return ' 0';
  const packed = revision.bytes.subarray(data.start, data.end);
  if (revision.isEncrypted) return latin1(packed);
  const text = latin1(await unpack(entriesOf(dictionary), packed, { left: LARGEST_METADATA }));
  if (text.includes('\0')) return text;
  const last = text.indexOf('>', text.lastIndexOf('title'));
  const title = text.includes('title') ? text.slice(text.indexOf('title'), last) : '';
  return `${title} ${text.match(/pdfx/gi)?.length ?? 0}`;
}

/** Print and Locked (ISO 32000-2, 12.5.3): all that signing changes of a widget that is there. */
const PRINT_AND_LOCKED = 4 | 128;

function isPrintedOrLocked(old: PdfValue | undefined, now: PdfValue | undefined): boolean {
  const [before, after] = [old, now].map(value => {
    const flags = entriesOf(value).get('F');
    return flags === undefined ? 0 : countOf(flags);
  });
  return before !== undefined && after !== undefined && ((before ^ after) & ~PRINT_AND_LOCKED) === 0;
}

/** The objects that a value refers to, as often as it does. */
function targetsOf(value: PdfValue | undefined): number[] {
  return value === undefined ? [] : referencesIn(value).map(({ number }) => number);
}
