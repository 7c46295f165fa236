import { PdfFile } from './pdf-file.ts';
import {
  matchAt,
  parseValue,
  PdfStructureError,
  sameValue,
  textOf,
  type PdfDictionary,
} from './pdf-value.ts';

/** White space, and comments up to the end of their line. */
const BLANK = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])`;
/** What some reader may take for the beginning of an object, its end, or a trailer. */
const MARKS = new RegExp(String.raw`(?<!\d)\d+${BLANK}+\d+${BLANK}*obj|endobj|trailer`, 'g');
/** What every reader takes for the beginning of an object: at the beginning of a line, and never updated. */
const HEAD = /(?<=[\n\r][\t ]*)\d{1,10} 0 obj(?=[\0\t\n\f\r <[(/%\d])/y;
const ONLY_BLANK = new RegExp(String.raw`^${BLANK}*$`);
/** Streams that contain objects, or say where objects are. */
const STRUCTURES = /\/(?:XRef|ObjStm)(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const ROW = /\b\d{10} \d{5} ([nf])\b/g;
const SECTION = /^\s*xref[\d\sfn]+trailer\s*<<[^()]*?>>\s*startxref\s+\d+\s+%%EOF/;
/** What a section's trailer may say, and what the document's own must not: it would name more objects. */
const KEYS = ['Size', 'Root', 'Info', 'ID'];
const NOT_IN_TRAILER = ['Encrypt', 'Prev', 'XRefStm'];

/**
 * The document as the signer saw it. Where its cross references don't lead to its catalog, readers search the file for
 * objects. The service then adds the cross references first, and they become part of the document here: they have to
 * list exactly the objects that every reader finds.
 *
 * @param whole begins with the same bytes.
 * @throws PdfStructureError
 */
export async function readShown(
  shown: Uint8Array<ArrayBuffer>,
  whole: Uint8Array<ArrayBuffer>,
): Promise<PdfFile> {
  const file = await PdfFile.read(shown).catch(ignoreStructure);
  if (file !== undefined && (await hasCatalog(file))) return file;
  const text = textOf(shown);
  const header = Math.max(0, text.slice(0, 1024).indexOf('%PDF-'));
  const [section] = SECTION.exec(textOf(whole.subarray(shown.length))) ?? [];
  if (section === undefined) throw new PdfStructureError('There are no cross references.');
  const completed = await PdfFile.read(whole.slice(0, shown.length + section.length));
  checkSection(completed, findObjects(text.slice(header)));
  return completed;
}

async function hasCatalog(file: PdfFile): Promise<boolean> {
  const root = await file.resolve(file.trailer.get('Root')).catch(ignoreStructure);
  return root?.kind === 'dictionary';
}

function ignoreStructure(error: unknown): undefined {
  if (!(error instanceof PdfStructureError)) throw error;
}

interface FoundObjects {
  /** Where each object begins, by its number. */
  readonly offsets: ReadonlyMap<number, number>;
  readonly trailer: PdfDictionary;
}

function checkSection({ sections, trailer }: PdfFile, found: FoundObjects): void {
  const [section] = sections;
  const inUse = [...(section?.places ?? [])].filter(([, place]) => place.kind !== 'free');
  const isListed = inUse.every(([number, place]) => {
    return place.kind === 'offset' && place.offset === found.offsets.get(number);
  });
  if (sections.length !== 1 || !isListed || inUse.length !== found.offsets.size)
    throw new PdfStructureError('The cross references list other objects than the document has.');
  for (const key of trailer.keys()) if (!KEYS.includes(key)) throw new PdfStructureError('An unknown key.');
  if (!sameValue(trailer.get('Root'), found.trailer.get('Root')))
    throw new PdfStructureError('The catalog is another one.');
}

/** Each object stands once in the file and none in another one, and there is one trailer. */
function findObjects(text: string): FoundObjects {
  const offsets = new Map<number, number>();
  let trailer: number | undefined;
  if (STRUCTURES.test(withoutEscapes(text))) throw ambiguous();
  let isInside = false;
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark === 'trailer' && isInside) continue;
    if (mark === 'endobj' ? !isInside : isInside || trailer !== undefined) throw ambiguous();
    if (mark === 'endobj') {
      isInside = false;
      end = index + mark.length;
    } else if (mark === 'trailer') {
      trailer = index + mark.length;
    } else {
      const number = Number.parseInt(mark, 10);
      const isHead = matchAt(HEAD, text, index) !== null && !offsets.has(number);
      if (!isHead || (offsets.size > 0 && !ONLY_BLANK.test(text.slice(end, index)))) throw ambiguous();
      offsets.set(number, index);
      isInside = true;
    }
  }
  // A table that leaves out objects might still be followed by some reader, to whom they would not exist.
  const rows = [...text.slice(end).matchAll(ROW)];
  const used = rows.filter(([, kind]) => kind === 'n').length;
  if (rows.length > 0 && (used !== offsets.size || rows.length > used + 1)) throw ambiguous();
  const dictionary = trailer === undefined || isInside ? undefined : parseValue(text, trailer).value;
  if (dictionary?.kind !== 'dictionary') throw ambiguous();
  if (NOT_IN_TRAILER.some(key => dictionary.entries.has(key))) throw ambiguous();
  return { offsets, trailer: dictionary.entries };
}

/** Names may be written with the codes of their characters (ISO 32000-2, 7.3.5). */
function withoutEscapes(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function ambiguous(): PdfStructureError {
  return new PdfStructureError('Readers may find different objects.');
}
