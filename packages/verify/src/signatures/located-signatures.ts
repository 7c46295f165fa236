import {
  headerOffset,
  isName,
  itemsOf,
  latin1,
  PdfFile,
  PdfStructureError,
  SearchedFile,
  type PdfValue,
  type Revision,
} from '@sign-session/pdf-structure';
import { laterChanges, UNKNOWN_CHANGES, type LaterChanges } from '../changes/later-changes.ts';
import { readPermissions, transforms, type SignaturePermissions } from '../changes/signature-permissions.ts';
import { signatureFields, type SignatureField } from './signature-fields.ts';

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
    contents: Uint8Array.from(contents.text, character => character.charCodeAt(0)),
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
