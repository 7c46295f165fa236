import { PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { textOf } from '../bytes.ts';
import { unpackStructure } from './bounded-inflate.ts';
import { CrossReferenceError, objectAt, parseAt, readSection } from './cross-reference-section.ts';
import type { ObjectPlace, PdfSource, Section } from './cross-reference-section.ts';

export { CrossReferenceError } from './cross-reference-section.ts';

const MAX_SECTIONS = 1000;
const OBJECT_STREAM_LIMIT = 64 * 1024 * 1024;

/** The form of a file's newest cross references. An update has to be written the same way (ISO 32000-2, 7.5.8.4). */
export function crossReferenceForm(bytes: Uint8Array): Section['form'] {
  const source = sourceOf(bytes);
  return readSection(source, lastStartxref(source.text)).form;
}

/**
 * A file's objects as readers find them: by following the cross references from the end of the file
 * through every `/Prev` and `/XRefStm`. The PDF library doesn't; it reads from the front and lets the last
 * definition of an object win, so the two can be made to see different documents.
 */
export class CrossReferences {
  readonly #source: PdfSource;
  readonly #places = new Map<number, ObjectPlace>();
  readonly #parsed: ParsedObjects;
  /** Offsets of all objects that any section names, and of the sections. */
  readonly #named = new Set<number>();
  /** Offsets of sections that name two places of one object: readers take either. */
  readonly #ambiguous: number[] = [];
  /** Where the newest section begins. */
  readonly start: number;
  /** A reference to the catalog, as the newest trailer names it. */
  readonly root: PDFObject | undefined;
  /** The file's texts and streams are. */
  readonly encrypted: boolean;

  /**
   * @param earlier of a shorter part of the same bytes: what was parsed of it is not parsed again
   * @throws CrossReferenceError when the file's cross references can't be followed
   */
  constructor(bytes: Uint8Array, earlier?: CrossReferences) {
    this.#parsed = earlier === undefined ? new ParsedObjects() : earlier.#parsed;
    this.#source = sourceOf(bytes);
    this.start = lastStartxref(this.#source.text);
    const { trailer } = readSection(this.#source, this.start);
    this.root = trailer.get(PDFName.of('Root'));
    this.encrypted = trailer.has(PDFName.of('Encrypt'));
    const pending = [this.start];
    const seen = new Set<number>();
    for (let offset = pending.pop(); offset !== undefined; offset = pending.pop()) {
      if (seen.has(offset)) continue;
      if (seen.add(offset).size > MAX_SECTIONS) throw new CrossReferenceError('There are too many sections.');
      this.#named.add(offset);
      const section = readSection(this.#source, offset);
      this.#learnSection(section);
      if (isAmbiguous(section)) this.#ambiguous.push(offset);
      const previous = offsetIn(section.trailer, 'Prev');
      if (previous !== undefined) pending.push(previous);
    }
  }

  /**
   * The object as a reader sees it, with references unresolved; undefined when it's free or unknown.
   * @throws CrossReferenceError when something else stands at its place
   */
  find(objectNumber: number): PDFObject | undefined {
    const place = this.#places.get(objectNumber);
    switch (place?.kind) {
      case 'offset':
        return this.#at(place.offset, objectNumber);
      case 'in-stream':
        return this.#inStream(place.container, place.index, objectNumber);
      case 'free':
      case undefined:
        return undefined;
    }
  }

  /**
   * Whether something stands from an offset on that only readers find who don't go by the cross references: objects
   * that these don't name or name twice, or anything but white space where they lie before.
   */
  hidesObjects(from: number): boolean {
    const { text } = this.#source;
    if (this.#ambiguous.some(offset => offset >= from)) return true;
    if (this.start < from) return /[^\0\s]/.test(text.slice(from));
    const named = new Set(
      Array.from(
        this.#named,
        offset => offset + (/^\s*/.exec(text.slice(offset, offset + 64))?.[0].length ?? 0),
      ),
    );
    const heads = text.slice(from).matchAll(/(?<!\d)\d{1,10}\s+\d{1,5}\s+obj/g);
    for (const { index } of heads) if (!named.has(from + index)) return true;
    return false;
  }

  /** How many objects are in use. */
  get count(): number {
    let count = 0;
    for (const { kind } of this.#places.values()) if (kind !== 'free') count += 1;
    return count;
  }

  /** The largest object number in use. */
  get largest(): number {
    let largest = 0;
    for (const [number, place] of this.#places)
      if (place.kind !== 'free') largest = Math.max(largest, number);
    return largest;
  }

  /**
   * A hybrid file's table calls the objects free that only its `/XRefStm` knows (ISO 32000-2, 7.5.8.4). What the
   * table has in use is there for every reader: nothing that is hidden may say otherwise.
   */
  #learnSection({ trailer, entries }: Section): void {
    const offset = offsetIn(trailer, 'XRefStm');
    if (offset !== undefined) this.#named.add(offset);
    const hidden = offset === undefined ? [] : readSection(this.#source, offset).entries;
    this.#learn(inUse(entries));
    this.#learn(inUse(hidden));
    this.#learn(entries);
  }

  /** What comes first holds: the newest section is read first. */
  #learn(entries: Section['entries']): void {
    for (const [number, place] of entries) {
      if (!this.#places.has(number)) this.#places.set(number, place);
      if (place.kind === 'offset') this.#named.add(place.offset);
    }
  }

  #at(offset: number, objectNumber: number): PDFObject {
    const known = this.#parsed.objects.get(offset);
    const { number, object, isWhole } = known ?? objectAt(this.#source, offset);
    if (number !== objectNumber) throw new CrossReferenceError('Another object stands at the place of one.');
    // Of one that runs into the end of this part of the file, a later part may make something else.
    if (known === undefined && isWhole) this.#parsed.objects.set(offset, { number, object, isWhole });
    return object;
  }

  #inStream(container: number, index: number, objectNumber: number): PDFObject {
    const place = this.#places.get(container);
    const stream = place?.kind === 'offset' ? this.#at(place.offset, container) : undefined;
    if (!(stream instanceof PDFRawStream)) throw new CrossReferenceError('An object stream is missing.');
    const unpacked = this.#parsed.unpack(stream);
    const { numbers, first, source } = unpacked;
    const offset = numbers[index * 2 + 1];
    if (numbers[index * 2] !== objectNumber || offset === undefined) {
      throw new CrossReferenceError('Another object stands in the stream at the place of one.');
    }
    const object = unpacked.objects.get(index) ?? parseAt(source, first + offset);
    unpacked.objects.set(index, object);
    return object;
  }
}

interface UnpackedObjects {
  readonly source: PdfSource;
  /** Where the objects begin. */
  readonly first: number;
  /** Object numbers and offsets, in turn. */
  readonly numbers: readonly number[];
  /** Those that were asked for, by their index. */
  readonly objects: Map<number, PDFObject>;
}

/** What was made of a file's bytes, for all its revisions. */
class ParsedObjects {
  /** By offset. */
  readonly objects = new Map<number, ReturnType<typeof objectAt>>();
  readonly #streams = new Map<PDFRawStream, UnpackedObjects>();
  /** Bytes of those. */
  #kept = 0;

  /** Objects that stand together are asked for together. */
  unpack(stream: PDFRawStream): UnpackedObjects {
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    const bytes = unpackStructure(stream, OBJECT_STREAM_LIMIT);
    const first = stream.dict.lookup(PDFName.of('First'), PDFNumber).asNumber();
    const numbers = textOf(bytes.subarray(0, first)).trim().split(/\s+/).map(Number);
    const unpacked = { source: { bytes, text: '' }, first, numbers, objects: new Map<number, PDFObject>() };
    if ((this.#kept += bytes.length) > OBJECT_STREAM_LIMIT) {
      this.#streams.clear();
      this.#kept = bytes.length;
    }
    this.#streams.set(stream, unpacked);
    return unpacked;
  }
}

function isAmbiguous({ entries }: Section): boolean {
  const places = new Map<number, string>();
  return entries.some(([number, place]) => {
    const [known, stated] = [places.get(number), JSON.stringify(place)];
    places.set(number, stated);
    return known !== undefined && known !== stated;
  });
}

/** Of an object that is listed twice, readers take the first place. */
function inUse(entries: Section['entries']): Section['entries'] {
  const first = new Map(entries.toReversed());
  return [...first].filter(([, place]) => place.kind !== 'free');
}

function sourceOf(bytes: Uint8Array): PdfSource {
  return { bytes, text: textOf(bytes) };
}

function lastStartxref(text: string): number {
  const at = text.lastIndexOf('startxref');
  const match = /^startxref\s+(\d{1,10})/.exec(at < 0 ? '' : text.slice(at, at + 40));
  if (!match) throw new CrossReferenceError('The file does not say where its cross references are.');
  return Number(match[1]);
}

function offsetIn(trailer: PDFDict, key: string): number | undefined {
  const value = trailer.get(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}
