import {
  entriesOf,
  isReference,
  itemsOf,
  Lexer,
  PdfFile,
  PdfStructureError,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from '@sign-session/pdf-structure';

/** Programs might find different objects in a file. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/** A file whose cross references lead to its pages. */
interface CompleteFile {
  readonly bytes: Uint8Array;
  /** The form of its newest cross references. An update has to be written the same way (ISO 32000-2, 7.5.8.4). */
  readonly form: 'table' | 'stream';
}

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
 * A file whose cross references don't lead to its pages is read by searching all of it for objects. Where every
 * reader must find the same ones, this appends the cross references that it lacks: each object stands once in the
 * file, none in another one or in an object stream, and one trailer names the catalog. No byte of the file changes.
 * @param bytes from the file's header on
 * @returns the same bytes where the cross references lead to the catalog and the pages
 * @throws SearchError where readers might find different objects; PdfStructureError where the trailer can't be read
 */
export async function withCrossReferences(bytes: Uint8Array): Promise<CompleteFile> {
  const form = await formOf(bytes);
  if (form !== undefined) return { bytes, form };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const { offsets, trailer } = findObjects(text);
  const dictionary = new Lexer(bytes, trailer).value();
  if (dictionary.kind !== 'dictionary') throw new SearchError('The trailer is not a dictionary.');
  const start = bytes.length + 1;
  const end = trailerOf(dictionary.entries, offsets, text);
  const section = `\n${tableOf(offsets)}${end}startxref\n${start}\n%%EOF\n`;
  return { bytes: new Uint8Array(Buffer.concat([bytes, Buffer.from(section, 'latin1')])), form: 'table' };
}

/** Undefined where programs search the file, because its cross references can't be read, or lead to no pages. */
async function formOf(bytes: Uint8Array): Promise<CompleteFile['form'] | undefined> {
  try {
    const file = await PdfFile.read(bytes);
    const root = entriesOf(await file.resolve(file.trailer.get('Root')));
    const pages = await file.resolve(root.get('Pages'));
    // A hybrid file's table is the newest.
    const newest = file.sections.find(({ isHidden }) => isHidden !== true);
    return pages?.kind === 'dictionary' ? newest?.form : undefined;
  } catch (error) {
    if (error instanceof PdfStructureError) return undefined;
    throw error;
  }
}

/** @returns where the objects begin, and what follows the keyword of the only trailer */
function findObjects(text: string): { offsets: Offsets; trailer: number } {
  const offsets = new Map<number, number>();
  let trailer: number | undefined;
  if (STRUCTURES.test(withoutEscapes(text))) throw new SearchError('There are streams of objects.');
  let isInside = false;
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark === 'endobj') {
      if (!isInside) throw new SearchError('An object ends that has not begun.');
      isInside = false;
      end = index + mark.length;
    } else if (mark === 'trailer') {
      if (isInside) continue;
      if (trailer !== undefined) throw new SearchError('There are two trailers.');
      trailer = index + mark.length;
    } else {
      const number = numberAt(text, index);
      if (isInside || trailer !== undefined || offsets.has(number))
        throw new SearchError('Objects may be found in two ways.');
      if (offsets.size > 0 && !ONLY_BLANK.test(text.slice(end, index)))
        throw new SearchError('Something stands between objects.');
      offsets.set(number, index);
      isInside = true;
    }
  }
  if (isInside || trailer === undefined) throw new SearchError('The end of the file is missing.');
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
  if (number === undefined) throw new SearchError('Not every reader would find an object.');
  return Number(number);
}

/** A table that leaves out objects might still be followed by some reader, to whom they would not exist. */
function requireAllListed(tail: string, objects: number): void {
  const rows = [...tail.matchAll(ROWS)];
  const inUse = rows.filter(([, kind]) => kind === 'n').length;
  if (rows.length > 0 && (inUse !== objects || rows.length > objects + 1))
    throw new SearchError('The table lists other objects than the file has.');
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

function trailerOf(dictionary: PdfDictionary, offsets: Offsets, text: string): string {
  for (const key of ['Encrypt', 'Prev', 'XRefStm']) {
    if (dictionary.has(key)) throw new SearchError(`The trailer has ${key}.`);
  }
  const [root, info, id] = ['Root', 'Info', 'ID'].map(key => dictionary.get(key));
  if (!isListed(root, offsets)) throw new SearchError('There is no catalog.');
  const parts = itemsOf(id);
  const hasId = parts.length > 0 && parts.every(part => part.kind === 'string' && text[part.start] === '<');
  const entries = [
    `/Size ${Math.max(...offsets.keys()) + 1}`,
    `/Root ${root.number} 0 R`,
    ...(isListed(info, offsets) ? [`/Info ${info.number} 0 R`] : []),
    ...(hasId ? [`/ID ${text.slice(id?.start, id?.end)}`] : []),
  ];
  return `trailer\n<< ${entries.join(' ')} >>\n`;
}

function isListed(value: PdfValue | undefined, offsets: Offsets): value is PdfReference & PdfValue {
  return isReference(value) && value.generation === 0 && offsets.has(value.number);
}
