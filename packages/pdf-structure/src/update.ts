import { isSection, type PdfObject } from './objects.ts';
import { References, Revision } from './revision.ts';
import type { Section } from './sections.ts';
import type { PdfDictionary, Span } from './values.ts';

type UpdateParts = Pick<Update, 'before' | 'bytes' | 'section' | 'objects' | 'startxref'>;

/** A revision that was appended to another one. */
export class Update extends Revision {
  readonly before: Revision;
  readonly bytes: Uint8Array;
  /** All that was appended. */
  readonly span: Span;
  readonly section: Section;
  /** What it defines, in object streams as well, by number. */
  readonly objects: ReadonlyMap<number, PdfObject>;

  readonly startxref: number;
  readonly sectionNumbers: ReadonlySet<number>;

  constructor({ before, bytes, section, objects, startxref }: UpdateParts) {
    super();
    this.before = before;
    this.bytes = bytes;
    this.span = { start: before.bytes.length, end: bytes.length };
    this.section = section;
    this.objects = objects;
    this.startxref = startxref;
    const earlier = [...before.sectionNumbers].filter(number => !objects.has(number));
    const own = [...objects.values()].filter(isSection).map(({ number }) => number);
    this.sectionNumbers = new Set([...earlier, ...own]);
  }

  get trailer(): PdfDictionary {
    return this.section.trailer;
  }

  get sectionForm(): Section['form'] {
    return this.section.form;
  }

  generationOf(number: number): number | undefined {
    return this.objects.has(number) ? 0 : this.before.generationOf(number);
  }

  *numbers(): Iterable<number> {
    yield* this.objects.keys();
    for (const number of this.before.numbers()) if (!this.objects.has(number)) yield number;
  }

  async find(number: number, steps?: number): Promise<PdfObject | undefined> {
    return this.objects.get(number) ?? this.before.find(number, steps);
  }

  async references(): Promise<References> {
    const updates: Update[] = [this];
    let { before } = this;
    for (; before instanceof Update; before = before.before) updates.unshift(before);
    const references = new References(await before.references());
    for (const { trailer, objects } of updates) {
      references.addTrailer(trailer);
      for (const object of objects.values()) if (!isSection(object)) references.add(object);
    }
    return references;
  }
}
