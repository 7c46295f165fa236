/** The signatures of a file: their fields, their byte ranges and what these cover. */
import {
  bytesOfLatin1,
  entriesOf,
  headerOffset,
  isName,
  isReference,
  itemsOf,
  latin1,
  type PdfDictionary,
  PdfFile,
  PdfStructureError,
  type PdfValue,
  type Revision,
  SearchedFile,
  textOf,
} from '@sign-session/pdf-structure';
import { laterChanges, type LaterChanges, UNKNOWN_CHANGES } from '../changes/later-changes.ts';
import { readPermissions, type SignaturePermissions, transforms } from '../changes/signature-permissions.ts';
import type { Coverage } from './signature-report.ts';

/** A form's field for a signature, with what it inherits (ISO 32000-2, 12.7.4). */
interface SignatureField {
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

interface InheritedEntries {
  readonly name: string;
  readonly type: string | undefined;
  readonly value: PdfValue | undefined;
}

/**
 * The fields of a form that have a signature, parents first.
 * @param needsAll it is an error if one is missing
 * @throws PdfStructureError
 */
async function signatureFields(revision: Revision, needsAll: boolean): Promise<SignatureField[]> {
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
  const walk = async (list: PdfValue | undefined, above: InheritedEntries, depth: number): Promise<void> => {
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

async function inherit(
  revision: Revision,
  entries: PdfDictionary,
  above: InheritedEntries,
): Promise<InheritedEntries> {
  const partial = textOf(revision, await revision.resolve(entries.get('T')));
  const type = await revision.resolve(entries.get('FT'));
  return {
    name: [above.name, partial].filter(part => part !== '').join('.'),
    type: type?.kind === 'name' ? type.name : above.type,
    value: entries.get('V') ?? above.value,
  };
}

/** A signature as it stands in a PDF; nothing of it has been checked. */
export interface LocatedSignature {
  /** The full name of its form field; empty where the file is encrypted. */
  readonly fieldName: string;
  readonly type: 'approval' | 'certification' | 'timestamp';
  readonly filter?: string | undefined;
  readonly subFilter?: string | undefined;
  /** `/M`. */
  readonly statedAt?: Date | undefined;
  /** Offset and length of each part that is signed. */
  readonly byteRange: readonly number[];
  /** `/Contents`: the CMS, and the zeros that fill its room. */
  readonly contents: Uint8Array<ArrayBuffer>;
  /** What was done to the document after it. */
  readonly laterChanges: LaterChanges;
}

type FoundSignature = Omit<LocatedSignature, 'laterChanges'> & { readonly permissions: SignaturePermissions };

const MOST_SIGNATURES = 200;

/**
 * Finds the signatures that a PDF's form holds, in the order of what they cover: oldest first. What a reader
 * does not show as a signature is none, and what several fields show is one, of the first of them.
 * @param options.fieldName looks only for the signature of this field, and at what came after that
 * @throws PdfStructureError where the file cannot be read
 */
export async function locateSignatures(
  file: Uint8Array,
  { fieldName }: { readonly fieldName?: string } = {},
): Promise<LocatedSignature[]> {
  const header = headerOffset(file) ?? 0;
  const bytes = file.subarray(header);
  const found = await signaturesIn(bytes);
  const wanted = found.filter(signature => fieldName === undefined || signature.fieldName === fieldName);
  const sorted = wanted.toSorted((one, other) => endOf(one) - endOf(other));
  const changes = await laterChanges(
    bytes,
    sorted.map(({ permissions, ...signature }) => ({ end: endOf(signature) - header, permissions })),
    header,
  );
  return sorted.map((signature, index) => {
    const { permissions: _, ...located } = signature;
    return { ...located, laterChanges: changes[index] ?? UNKNOWN_CHANGES };
  });
}

/** Where what a signature covers ends. */
export function endOf({ byteRange }: Pick<LocatedSignature, 'byteRange'>): number {
  return (byteRange.at(-2) ?? 0) + (byteRange.at(-1) ?? 0);
}

/** Where a program can't follow the cross references to the signatures, it searches the file for them. */
async function signaturesIn(bytes: Uint8Array): Promise<FoundSignature[]> {
  try {
    return await signaturesOf(await PdfFile.read(bytes), true);
  } catch (error) {
    if (!(error instanceof PdfStructureError)) throw error;
    return signaturesOf(await SearchedFile.read(bytes));
  }
}

/**
 * @param needsAll fields must not be missing that the form refers to
 * @throws PdfStructureError where there is no catalog
 */
async function signaturesOf(revision: Revision, needsAll = false): Promise<FoundSignature[]> {
  const catalog = await revision.resolve(revision.trailer.get('Root'));
  if (catalog?.kind !== 'dictionary') throw new PdfStructureError('cross-references');
  const found = new Map<string, FoundSignature>();
  for (const field of await signatureFields(revision, needsAll)) {
    if (found.size >= MOST_SIGNATURES) break;
    const signature = await readSignature(revision, field);
    // Another text in the same place is another signature, and no right one.
    const key = signature && `${signature.byteRange.join(' ')} ${latin1(signature.contents)}`;
    if (signature && key !== undefined && !found.has(key)) found.set(key, signature);
  }
  return [...found.values()];
}

async function readSignature(
  revision: Revision,
  { name: fieldName, entries: field, value }: SignatureField,
): Promise<FoundSignature | undefined> {
  const get = (key: string) => revision.resolve(value.get(key));
  const contents = await get('Contents');
  const byteRange: number[] = [];
  for (const item of itemsOf(await get('ByteRange'))) {
    const number = await revision.resolve(item);
    byteRange.push(number?.kind === 'number' ? number.number : Number.NaN);
  }
  if (contents?.kind !== 'string' || byteRange.length === 0) return undefined;
  const [filter, subFilter] = [await get('Filter'), await get('SubFilter')];
  const isCertification = (await transforms(revision, value)).some(({ method }) => method === 'DocMDP');
  const isTimestamp = isName(subFilter, 'ETSI.RFC3161');
  return {
    fieldName,
    type: isTimestamp ? 'timestamp' : isCertification ? 'certification' : 'approval',
    filter: filter?.kind === 'name' ? filter.name : undefined,
    subFilter: subFilter?.kind === 'name' ? subFilter.name : undefined,
    statedAt: revision.isEncrypted ? undefined : dateOf(await get('M')),
    byteRange,
    contents: bytesOfLatin1(contents.text),
    permissions: await readPermissions(revision, value, field),
  };
}

/** ISO 32000-2, 7.9.4. */
const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([+\-Z])?(\d\d)?'?(\d\d)?'?$/;

function dateOf(value: PdfValue | undefined): Date | undefined {
  const parts = DATE.exec(value?.kind === 'string' ? value.text : '');
  if (parts === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign = 'Z'] = parts;
  const zone = sign === 'Z' ? 'Z' : `${sign}${parts[8] ?? '00'}:${parts[9] ?? '00'}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  // A time such as 25:00 has the form of a date and is none; years have four digits wherever it goes on to.
  return Number.isFinite(date.getTime()) && /^\d{4}-/.test(date.toISOString()) ? date : undefined;
}

export interface SignedParts {
  /** What stands before and behind the signature's room, as views. */
  readonly parts: readonly [Uint8Array, Uint8Array];
  readonly coverage: Coverage;
}

/**
 * The bytes under a signature, where its byte range is what it has to be: from the first byte of the file on,
 * with nothing left out but the signature itself (ISO 32000-2, 12.8.1). A wider gap could hold another page.
 * @returns undefined where it is not
 */
export function signedParts(file: Uint8Array, signature: LocatedSignature): SignedParts | undefined {
  const [start, length, next, rest] = signature.byteRange;
  if (start === undefined || length === undefined || next === undefined || rest === undefined)
    return undefined;
  const isRange = signature.byteRange.length === 4 && signature.byteRange.every(Number.isSafeInteger);
  if (!isRange || start !== 0 || length <= 0 || rest < 0 || next < length || next + rest > file.length) {
    return undefined;
  }
  if (!holdsContents(file.subarray(length, next), signature.contents)) return undefined;
  const bytesAfter = file.length - endOf(signature);
  return {
    parts: [file.subarray(0, length), file.subarray(next, next + rest)],
    coverage: { wholeFile: bytesAfter === 0, bytesAfter },
  };
}

/** What no digit is: white space, or another character. */
const [WHITE, OTHER] = [-1, -2];
/** The value of each byte as a hexadecimal digit. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character.trim() === '') return WHITE;
  return '0123456789abcdef'.includes(character.toLowerCase()) ? Number.parseInt(character, 16) : OTHER;
});
const isNotWhite = (byte: number): boolean => DIGITS[byte] !== WHITE;

/** The gap is `<`, the contents in hexadecimal, `>`, and nothing else but white space. */
function holdsContents(gap: Uint8Array, contents: Uint8Array): boolean {
  const [start, end] = [gap.findIndex(isNotWhite), gap.findLastIndex(isNotWhite)];
  if (gap[start] !== 0x3c || gap[end] !== 0x3e) return false;
  let count = 0;
  for (let at = start + 1; at < end; at += 1) {
    const digit = DIGITS[gap[at] ?? 0];
    if (digit === WHITE) continue;
    const expected = contents[count >> 1] ?? 0;
    if (digit !== (count % 2 === 0 ? expected >> 4 : expected & 0xf)) return false;
    count += 1;
  }
  // An odd digit at the end counts as if a zero followed (ISO 32000-2, 7.3.4.3).
  const isWhole = count % 2 === 0 || ((contents[count >> 1] ?? 0) & 0xf) === 0;
  return isWhole && Math.ceil(count / 2) === contents.length;
}
