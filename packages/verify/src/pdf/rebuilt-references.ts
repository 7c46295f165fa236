import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { joined, textOf } from '../bytes.ts';
import { CrossReferences } from './cross-references.ts';
import { CrossReferenceError, parseAt } from './cross-reference-section.ts';

/** Where each object begins, by its number. */
type Offsets = ReadonlyMap<number, number>;

/** White space, and comments up to the end of their line. */
const BLANK = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])`;
/** What some reader may take for the beginning of an object, its end, or a trailer. */
const MARKS = new RegExp(String.raw`(?<!\d)\d+${BLANK}+\d+${BLANK}*obj|endobj|trailer`, 'g');
/** What every reader takes for the beginning of an object: at the beginning of a line, and never updated. */
const HEAD = /(?<=[\n\r][\t ]*)(\d{1,10}) 0 obj(?=[\0\t\n\f\r <[(/%\d])/y;
/** Streams that hold objects, or say where objects are. */
const STRUCTURES = /\/(?:XRef|ObjStm)(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const ROWS = /\b\d{10} \d{5} ([nf])\b/g;
const ONLY_BLANK = new RegExp(String.raw`^${BLANK}*$`);

/**
 * A file whose cross references don't lead to its catalog is read by searching all of it for objects. Where every
 * reader must find the same ones, this appends the cross references that it lacks: each object stands once in the
 * file, none in another one or in an object stream, and one trailer names the catalog. No byte of the file changes.
 * @param bytes from the file's header on
 * @returns the same bytes where the cross references lead to the catalog
 * @throws CrossReferenceError where readers might find different objects
 */
export function withCrossReferences(bytes: Uint8Array): Uint8Array {
  if (leadsToCatalog(bytes)) return bytes;
  const text = textOf(bytes);
  const { offsets, trailer } = findObjects(text);
  const dictionary = parseAt({ bytes, text }, trailer);
  if (!(dictionary instanceof PDFDict)) throw new CrossReferenceError('The trailer is not a dictionary.');
  const start = bytes.length + 1;
  const section = `\n${tableOf(offsets)}${trailerOf(dictionary, offsets)}startxref\n${start}\n%%EOF\n`;
  return joined([bytes, new Uint8Array(Array.from(section, character => character.charCodeAt(0)))]);
}

function leadsToCatalog(bytes: Uint8Array): boolean {
  try {
    const references = new CrossReferences(bytes);
    const { root } = references;
    return root instanceof PDFRef && references.find(root.objectNumber) instanceof PDFDict;
  } catch {
    // Whatever cannot be read there: readers search the file then.
    return false;
  }
}

/** @returns where the objects begin, and what follows the keyword of the only trailer */
function findObjects(text: string): { offsets: Offsets; trailer: number } {
  const offsets = new Map<number, number>();
  let trailer: number | undefined;
  if (STRUCTURES.test(withoutEscapes(text))) throw new CrossReferenceError('There are streams of objects.');
  let isInside = false;
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark === 'endobj') {
      if (!isInside) throw new CrossReferenceError('An object ends that has not begun.');
      isInside = false;
      end = index + mark.length;
    } else if (mark === 'trailer') {
      if (isInside) continue;
      if (trailer !== undefined) throw new CrossReferenceError('There are two trailers.');
      trailer = index + mark.length;
    } else {
      const number = numberAt(text, index);
      if (isInside || trailer !== undefined || offsets.has(number))
        throw new CrossReferenceError('Objects may be found in two ways.');
      if (offsets.size > 0 && !ONLY_BLANK.test(text.slice(end, index)))
        throw new CrossReferenceError('Something stands between objects.');
      offsets.set(number, index);
      isInside = true;
    }
  }
  if (isInside || trailer === undefined) throw new CrossReferenceError('The end of the file is missing.');
  requireAllListed(text.slice(end), offsets.size);
  return { offsets, trailer };
}

/** Names may be written with the codes of their characters (ISO 32000-2, 7.3.5). */
function withoutEscapes(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function numberAt(text: string, index: number): number {
  HEAD.lastIndex = index;
  const [, number] = HEAD.exec(text) ?? [];
  if (number === undefined) throw new CrossReferenceError('Not every reader would find an object.');
  return Number(number);
}

/** A table that leaves out objects might still be followed by some reader, to whom they would not exist. */
function requireAllListed(tail: string, objects: number): void {
  const rows = [...tail.matchAll(ROWS)];
  const inUse = rows.filter(([, kind]) => kind === 'n').length;
  if (rows.length > 0 && (inUse !== objects || rows.length > objects + 1))
    throw new CrossReferenceError('The table lists other objects than the file has.');
}

/** In ascending order, consecutive numbers together (ISO 32000-2, 7.5.4). */
function tableOf(offsets: Offsets): string {
  const numbers = [...offsets.keys()].toSorted((one, other) => one - other);
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  const row = (number: number) => `${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`;
  const sections = runs.map(run => `${run[0]} ${run.length}\n${run.map(row).join('')}`);
  return `xref\n0 1\n0000000000 65535 f \n${sections.join('')}`;
}

function trailerOf(dictionary: PDFDict, offsets: Offsets): string {
  for (const key of ['Encrypt', 'Prev', 'XRefStm']) {
    if (dictionary.has(PDFName.of(key))) throw new CrossReferenceError(`The trailer has ${key}.`);
  }
  const root = dictionary.get(PDFName.of('Root'));
  if (!isListed(root, offsets)) throw new CrossReferenceError('There is no catalog.');
  const info = dictionary.get(PDFName.of('Info'));
  const id = dictionary.get(PDFName.of('ID'));
  const hasId = id instanceof PDFArray && id.asArray().every(part => part instanceof PDFHexString);
  const entries = [
    `/Size ${Math.max(...offsets.keys()) + 1}`,
    `/Root ${root.toString()}`,
    ...(isListed(info, offsets) ? [`/Info ${info.toString()}`] : []),
    ...(hasId ? [`/ID ${id.toString()}`] : []),
  ];
  return `trailer\n<< ${entries.join(' ')} >>\n`;
}

function isListed(value: unknown, offsets: Offsets): value is PDFRef {
  return value instanceof PDFRef && value.generationNumber === 0 && offsets.has(value.objectNumber);
}
