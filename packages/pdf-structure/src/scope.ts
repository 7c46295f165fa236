import { UpdateError, type FilledField } from './changes.ts';
import { isSection } from './objects.ts';
import type { Edge, References } from './references.ts';
import type { Update } from './update.ts';
import { isReference, itemsOf, sameValue, visit, type PdfDictionary, type PdfValue } from './values.ts';

/** A value before and after. */
export type Pair = readonly [before: PdfValue | undefined, after: PdfValue | undefined];

/** Which objects an update may define, as far as that is known. */
export class UpdateScope {
  readonly after: Update;
  readonly references: References;
  /** Who referred to each object before. */
  readonly edges: ReadonlyMap<number, readonly Edge[]>;
  /** New objects that something allowed leads to, and earlier ones that were compared. */
  readonly known = new Set<number>();
  /** Such as `page/Annots`. */
  readonly changed = new Set<string>();
  /** Fields that got a signature, by number: whether they were there before. */
  readonly signed = new Map<number, boolean>();
  /** Earlier objects that are allowed to change because a field is signed: the number of that field, by their numbers. */
  readonly partsSigned = new Map<number, number>();
  /** Of these, the ones that got entries which signing need not add. */
  readonly adorned = new Set<number>();
  /** Other fields that were filled in, by the number of the object that has the value. */
  readonly filled = new Map<number, FilledField>();

  /** @throws UpdateError if an earlier object refers to a new one */
  constructor(after: Update, references: References) {
    this.after = after;
    this.references = references;
    this.edges = references.inverse();
    for (const [number, object] of after.objects) {
      const { container } = object;
      if (container !== undefined && this.isNew(container)) this.known.add(container);
      if (!this.isNew(number)) continue;
      if (this.edges.has(number)) throw new UpdateError('dangling', number);
      if (isSection(object)) this.known.add(number);
    }
  }

  isNew(number: number): boolean {
    return this.after.objects.has(number) && !this.after.before.has(number);
  }

  /**
   * What is before and after in a place that may change. An earlier object must be the same as before, and used in this
   * place alone if it is another one now.
   */
  async slot([before, after]: Pair): Promise<Pair> {
    if (isReference(after)) {
      const { number } = after;
      const isDefined = this.after.objects.has(number);
      if (!this.isNew(number) && !sameValue(before, after)) throw new UpdateError('moved', number);
      if (!this.isNew(number) && isDefined && this.edges.get(number)?.length !== 1)
        throw new UpdateError('shared', number);
      if (isDefined) this.known.add(number);
    }
    return [await this.after.before.resolve(before), await this.after.resolve(after)];
  }

  /** All new objects that the value leads to belong to what may be added here. */
  claim(value: PdfValue | undefined): void {
    const pending = value === undefined ? [] : [value];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      visit(next, leaf => {
        if (!isReference(leaf) || !this.isNew(leaf.number) || this.known.has(leaf.number)) return;
        this.known.add(leaf.number);
        const object = this.after.objects.get(leaf.number);
        if (object !== undefined) pending.push(object.value);
      });
  }

  /** What a list has more than before, at its end. */
  async additions(pair: Pair): Promise<readonly PdfValue[]> {
    const [old, now] = await this.slot(pair);
    if (old === undefined && now === undefined) return [];
    const [was, is] = [itemsOf(old), itemsOf(now)];
    const isList = now?.kind === 'array' && (old === undefined || old.kind === 'array');
    if (!isList || was.some((item, index) => !sameValue(item, is[index])))
      throw new UpdateError('list', was.length);
    return is.slice(was.length);
  }
}

/** The values of all keys, before and after. */
export function pairs(before: PdfDictionary, after: PdfDictionary): [string, Pair][] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return Array.from(keys, key => [key, [before.get(key), after.get(key)]]);
}
