import { pause } from '../pause.ts';
import { PdfFile } from './pdf-file.ts';
import { readShown } from './searched-file.ts';
import { numberOf } from './pdf-stream.ts';
import { sameValue, type PdfDictionary, type PdfValue } from './pdf-value.ts';
import { isCertification, UpdateError, wantOnly, wantPlain, wantSame } from './update-rules.ts';

/** A signature that the update adds. */
export interface AddedSignature {
  readonly dictionary: PdfDictionary;
  /** Where its object begins and ends, in bytes from the file's header. */
  readonly start: number;
  readonly end: number;
}

const FIELD_KEYS = ['Type', 'Subtype', 'FT', 'T', 'TU', 'V', 'Rect', 'F', 'Ff', 'P'];
const SIGNATURE_KEYS = [
  'Type',
  'Filter',
  'SubFilter',
  'ByteRange',
  'Contents',
  'M',
  'Name',
  'Reason',
  'Location',
  'ContactInfo',
  'Prop_Build',
  'Reference',
];
/** White space or a comment. */
const SPACE = String.raw`(?:[\0\s]|%[^\r\n]*[\r\n])`;
/** The largest object number that readers support (ISO 32000-1, annex C). */
const LARGEST_NUMBER = 8_388_607;
/** Streams that contain other objects and are not displayed, unless a page refers to them. */
const CONTAINERS = ['XRef', 'ObjStm'];

/**
 * Checks what was appended to a document. Only invisible signature fields with their signatures, the form's list of
 * fields and the pages' lists of annotations are allowed, so that no page looks different.
 *
 * @param shown the document as the signer saw it.
 * @param whole begins with the same bytes.
 * @returns the signatures that were added.
 * @throws UpdateError for any other change, PdfStructureError for what can't be read unambiguously.
 */
export async function signaturesAdded(
  shown: Uint8Array<ArrayBuffer>,
  whole: Uint8Array<ArrayBuffer>,
): Promise<AddedSignature[]> {
  const before = await readShown(shown, whole);
  await pause();
  const after = await PdfFile.read(whole);
  await pause();
  return new UpdateReader(before, after).read();
}

class UpdateReader {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  /** Numbers of the new objects that were checked. */
  readonly #known = new Set<number>();
  readonly #signatures = new Map<number, AddedSignature>();

  constructor(before: PdfFile, after: PdfFile) {
    this.#before = before;
    this.#after = after;
  }

  async read(): Promise<AddedSignature[]> {
    const defined = this.#definedNumbers();
    this.#checkTrailer(defined);
    for (const number of defined) if (this.#before.has(number)) await this.#checkChanged(number);
    for (const number of defined) if (!this.#before.has(number)) await this.#checkNew(number);
    this.#checkCertifications();
    return [...this.#signatures.values()];
  }

  /** Only the first signature may say what is allowed after it, and only that signing and filling in forms are. */
  #checkCertifications(): void {
    const [first, ...others] = [...this.#signatures.values()].toSorted((a, b) => a.start - b.start);
    const stated = first?.dictionary.get('Reference');
    if (others.some(({ dictionary }) => dictionary.has('Reference')))
      throw new UpdateError('A certification that is not the first signature.');
    if (stated !== undefined && !isCertification(stated))
      throw new UpdateError('A certification of another form.');
  }

  /** The objects that the added sections define; all of them have to be in the added bytes. */
  #definedNumbers(): Set<number> {
    const added = this.#after.sections.slice(0, -this.#before.sections.length);
    const kept = this.#after.sections.slice(added.length);
    if (kept.some(({ offset }, index) => offset !== this.#before.sections[index]?.offset))
      throw new UpdateError('The cross references do not continue the document’s.');
    const numbers = new Set<number>();
    const offsets = new Set<number>();
    for (const { offset, places } of added) {
      this.#wantAdded(offset);
      offsets.add(offset);
      for (const [number, place] of places) {
        if (place.kind === 'offset') this.#wantAdded(place.offset);
        if (place.kind === 'offset') offsets.add(place.offset);
        if (place.kind === 'free' && this.#before.has(number)) throw new UpdateError('An object is deleted.');
        if (number > LARGEST_NUMBER) throw new UpdateError('An object number is too large for readers.');
        if (place.kind !== 'free') numbers.add(number);
      }
    }
    for (const number of numbers) {
      const place = this.#after.place(number);
      const container = place?.kind === 'inStream' ? this.#after.place(place.container) : place;
      if (container?.kind !== 'offset') throw new UpdateError('A listed object is missing.');
      this.#wantAdded(container.offset);
    }
    this.#wantListed(offsets, numbers);
    return numbers;
  }

  /** Some readers use every object that they find in the file, so an object that is not listed is an error. */
  #wantListed(offsets: ReadonlySet<number>, numbers: ReadonlySet<number>): void {
    const { text } = this.#after.source;
    const head = new RegExp(String.raw`(?<!\d)\d+${SPACE}+\d+${SPACE}*obj`, 'g');
    head.lastIndex = this.#before.source.bytes.length;
    for (let found = head.exec(text); found !== null; found = head.exec(text)) {
      const { index } = found;
      // An offset may point to the line break before the object.
      const listed = [index, index - 1, index - 2].some(offset => offsets.has(offset));
      // A cross-reference stream is an object too, but need not list itself.
      const number = Number.parseInt(found[0], 10);
      if (!listed || (this.#before.has(number) && !numbers.has(number)))
        throw new UpdateError('An object is not listed in the cross references.');
    }
  }

  #wantAdded(offset: number): void {
    if (offset < this.#before.source.bytes.length)
      throw new UpdateError('An offset is before the end of the document.');
  }

  #checkTrailer(numbers: ReadonlySet<number>): void {
    const [before, after] = [this.#before.trailer, this.#after.trailer];
    for (const key of ['Root', 'Encrypt', 'Info']) {
      if (!sameValue(before.get(key), after.get(key)))
        throw new UpdateError(`The trailer’s ${key} is changed.`);
    }
    if (after.has('Encrypt')) throw new UpdateError('The update encrypts the document.');
    // Some readers ignore objects whose number is not below the size.
    const [size = 0, sizeBefore = 0] = [numberOf(after.get('Size')), numberOf(before.get('Size'))];
    const highest = [...numbers].reduce((most, number) => Math.max(most, number), 0);
    if (size < sizeBefore || size <= highest) throw new UpdateError('The size excludes objects.');
  }

  /** Checks a new version of one of the document's objects. */
  async #checkChanged(number: number): Promise<void> {
    const [before, after] = [await this.#before.find(number), await this.#after.find(number)];
    if (before?.kind === 'array' && after?.kind === 'array') {
      // A list of fields or annotations may be an indirect object; a page's list of contents is not allowed.
      for (const file of [this.#before, this.#after]) wantPlain(file, number);
      await this.#wantNamed(number, /\/(?:Fields|Annots)[\0\t\n\f\r ]*$/);
      await this.#checkList(before, after);
      return;
    }
    if (before?.kind !== 'dictionary' || after?.kind !== 'dictionary')
      throw new UpdateError('An object other than a dictionary is replaced.');
    for (const file of [this.#before, this.#after]) wantPlain(file, number);
    const root = this.#before.trailer.get('Root');
    const type = before.entries.get('Type');
    if (root?.kind === 'reference' && root.number === number) {
      wantSame(before.entries, after.entries, ['AcroForm']);
      await this.#checkForm(before.entries.get('AcroForm'), after.entries.get('AcroForm'));
    } else if (type?.kind === 'name' && type.name === 'Page') {
      wantSame(before.entries, after.entries, ['Annots']);
      await this.#checkList(before.entries.get('Annots'), after.entries.get('Annots'));
    } else if (await this.#isForm(number)) {
      await this.#checkFormEntries(before.entries, after.entries);
    } else {
      wantSame(before.entries, after.entries, []);
    }
  }

  async #isForm(number: number): Promise<boolean> {
    const root = await this.#before.resolve(this.#before.trailer.get('Root'));
    const form = root?.kind === 'dictionary' ? root.entries.get('AcroForm') : undefined;
    return form?.kind === 'reference' && form.number === number;
  }

  async #checkForm(before: PdfValue | undefined, after: PdfValue | undefined): Promise<void> {
    if (sameValue(before, after)) return;
    const [old, now] = [await this.#before.resolve(before), await this.#newDictionary(after)];
    if (old !== undefined && old.kind !== 'dictionary')
      throw new UpdateError('The form is not a dictionary.');
    await this.#checkFormEntries(old?.entries ?? new Map(), now);
  }

  async #checkFormEntries(before: PdfDictionary, after: PdfDictionary): Promise<void> {
    wantSame(before, after, ['Fields', 'SigFlags']);
    await this.#checkList(before.get('Fields'), after.get('Fields'));
  }

  /** Checks a list of fields or annotations: unchanged, with new signature fields at its end. */
  async #checkList(before: PdfValue | undefined, after: PdfValue | undefined): Promise<void> {
    if (sameValue(before, after) && after?.kind !== 'reference') return;
    const [old, now] = [await this.#before.resolve(before), await this.#after.resolve(after)];
    if (after?.kind === 'reference') this.#known.add(after.number);
    const items = old?.kind === 'array' ? old.items : [];
    const isList = (old === undefined || old.kind === 'array') && now?.kind === 'array';
    if (!isList || items.some((item, index) => !sameValue(item, now.items[index])))
      throw new UpdateError('A list is changed, not only extended.');
    for (const item of now.items.slice(items.length)) await this.#checkField(item);
  }

  async #checkField(value: PdfValue): Promise<void> {
    const field = await this.#newDictionary(value);
    wantOnly(field, FIELD_KEYS);
    const isSignature = isName(field.get('FT'), 'Sig') && isName(field.get('Subtype'), 'Widget');
    const rectangle = field.get('Rect');
    const [x1, y1, x2, y2] = rectangle?.kind === 'array' ? rectangle.items : [];
    const isInvisible = x1 !== undefined && sameValue(x1, x2) && sameValue(y1, y2);
    if (!isSignature || !isInvisible) throw new UpdateError('A new field is not an invisible signature.');
    const signature = field.get('V');
    if (signature?.kind !== 'reference') throw new UpdateError('A signature field has no signature.');
    const dictionary = await this.#newDictionary(signature);
    wantOnly(dictionary, SIGNATURE_KEYS);
    const place = this.#after.place(signature.number);
    if (place?.kind !== 'offset') throw new UpdateError('A signature is inside an object stream.');
    const { end } = this.#after.at(signature.number, place.offset);
    this.#signatures.set(signature.number, { dictionary, start: place.offset, end });
  }

  /** A dictionary of the update: direct, or a new object. */
  async #newDictionary(value: PdfValue | undefined): Promise<PdfDictionary> {
    if (value?.kind === 'reference') {
      if (this.#before.has(value.number)) throw new UpdateError('An existing object is used in a new place.');
      this.#known.add(value.number);
    }
    const resolved = await this.#after.resolve(value);
    if (resolved?.kind !== 'dictionary') throw new UpdateError('A value is not a dictionary.');
    return resolved.entries;
  }

  /** Refuses new objects that no signature needs: one could be the target of a dangling reference of a page. */
  async #checkNew(number: number): Promise<void> {
    if (this.#known.has(number)) {
      wantPlain(this.#after, number);
    } else {
      const value = await this.#after.find(number);
      const type = value?.kind === 'dictionary' ? value.entries.get('Type') : undefined;
      if (type?.kind !== 'name' || !CONTAINERS.includes(type.name))
        throw new UpdateError('A new object is not part of a signature.');
    }
    await this.#wantUnnamed(number);
  }

  /** Refuses a new object that a page already refers to: it would be displayed now, whatever its type. */
  #wantUnnamed(number: number): Promise<void> {
    return this.#wantNamed(number, undefined);
  }

  /** Checks that the document refers to an object only under such a key, if at all. */
  async #wantNamed(number: number, key: RegExp | undefined): Promise<void> {
    const reference = new RegExp(String.raw`(?<!\d)0*${number}${SPACE}+\d+${SPACE}*R`, 'g');
    for (const text of [this.#before.source.text, ...(await this.#before.objectStreams())]) {
      for (const { index } of text.matchAll(reference)) {
        const isKey = key?.test(text.slice(Math.max(0, index - 40), index)) ?? false;
        if (!isKey) throw new UpdateError('The document refers to a new object elsewhere.');
      }
    }
  }
}

function isName(value: PdfValue | undefined, name: string): boolean {
  return value?.kind === 'name' && value.name === name;
}
