/** What a file has after a signature, revision by revision, and how grave it is. */
import {
  type AddedSignature,
  compareUpdate,
  countOf,
  entriesOf,
  fieldState,
  type FilledField,
  furtherChanges,
  gapOf,
  headerOffset,
  itemsOf,
  latin1,
  OTHER_PROGRAMS,
  pagesOf,
  PdfFile,
  PdfStructureError,
  readUpdates,
  type SignatureMark,
  type Update,
  type UpdateChanges,
  UpdateError,
} from '@sign-session/pdf-structure';
import { isLocked, type SignaturePermissions, stricter } from './signature-permissions.ts';

/** The gravest kind of change from one revision to the next, the mildest first. */
export const CHANGE_LEVELS = ['none', 'signatures', 'form', 'annotations', 'other'] as const;
type ChangeLevel = (typeof CHANGE_LEVELS)[number];

function graver(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return CHANGE_LEVELS.indexOf(one) > CHANGE_LEVELS.indexOf(other) ? one : other;
}

/** Where the width of its first entries stands in a page offset hint table, and where they begin (ISO 32000-2, F.4.2). */
const WIDTH_AT = 8;
const ENTRIES_AT = 36;

/**
 * Whether the pages are those that a linearized file's hints name, which poppler draws where the file is as long as it says.
 * The first page is named elsewhere; the others begin with object 1, each as many numbers after the one before as that has
 * objects.
 * @throws PdfStructureError for hints that can't be read
 */
export async function hasItsPages(file: PdfFile): Promise<boolean> {
  const entries = entriesOf((await file.at(0)).value);
  if (!entries.has('Linearized') || countOf(entries.get('L')) !== file.bytes.length) return true;
  const [, ...pages] = (await pagesOf(file)).keys();
  if (countOf(entries.get('N')) !== pages.length + 1) return false;
  const hints = await file.at(countOf(itemsOf(entries.get('H'))[0]) ?? 0);
  const table = new DataView((await file.contentOf(hints)).slice().buffer);
  if (table.byteLength < ENTRIES_AT) return false;
  const [least, width] = [table.getUint32(0), table.getUint16(WIDTH_AT)];
  let number = 1;
  return pages.every((page, index) => {
    // The first page's entry is not used.
    if (index > 0) number += least + bitsAt(table, ENTRIES_AT * 8 + index * width, width);
    return page === number;
  });
}

/** A number of some bits, of which those behind the end are 0. */
function bitsAt(table: DataView, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at += 1) {
    const byte = at >> 3 < table.byteLength ? table.getUint8(at >> 3) : 0;
    value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
  }
  return value;
}

/** Why it is not known what readers show of a signed revision. */
type StructureProblem =
  /** The file goes on behind it in another way than by updates that all readers read alike, or by a signature that can't be computed. */
  | 'continued'
  /** Readers may find two documents in it. */
  | 'ambiguous';

/** A revision, as it differs from the one before. */
interface Difference {
  /** Where its end may be said to be. */
  readonly limits: Limits;
  /** `unknown` if it can't be compared. */
  readonly level: ChangeLevel | 'unknown';
  readonly filled: readonly FilledField[];
  /** Whether it has a signature that is no timestamp of the document. */
  readonly isSigned: boolean;
  /** Of its signatures. */
  readonly marks: readonly LaterMark[];
}

/** Something that a later signature shows, or that some reader may show of it. */
interface LaterMark {
  /** Number of the page, from 1 on; undefined where none is known. */
  readonly page: number | undefined;
  /** `/Rect` of its widget, in the page's units: left, bottom, right, top. */
  readonly rect: readonly number[] | undefined;
  /** The full name of the signature's field; empty where the file is encrypted. */
  readonly fieldName: string;
}

/** Where a revision may end: behind its `%%EOF`, or behind any of the line ends that follow. */
type Limits = readonly [first: number, last: number];

/** A file from its oldest signed revision on that can be read strictly. */
interface StrictReading {
  /** The ends of those signed revisions that can't be relied on. */
  readonly problems: ReadonlyMap<number, StructureProblem>;
  /** The oldest that can, which differs from none, and what follows it. */
  readonly revisions: readonly Difference[];
}

/** Each attempt reads the whole file once. */
const MOST_ATTEMPTS = 3;

function isWithin(end: number, [first, last]: Limits): boolean {
  return first <= end && end <= last;
}

/**
 * Reads a file strictly: the oldest signed revision must be one document, and what follows it nothing but updates that
 * all readers read alike. Where this does not hold, it is tried again from the next signed revision on.
 *
 * @param bytes the file from its header on
 * @param ends where the signed revisions end, ascending, none twice
 * @param header its offset in the file
 */
async function readStrictly(
  bytes: Uint8Array,
  ends: readonly number[],
  header: number,
): Promise<StrictReading> {
  const problems = new Map<number, StructureProblem>();
  for (const [index, end] of ends.entries()) {
    const revisions = index < MOST_ATTEMPTS ? await revisionsFrom(bytes, end, header) : 'continued';
    if (typeof revisions === 'string') {
      problems.set(end, revisions);
      continue;
    }
    for (const later of ends.slice(index))
      if (!revisions.some(({ limits }) => isWithin(later, limits))) problems.set(later, 'continued');
    return { problems, revisions };
  }
  return { problems, revisions: [] };
}

/** The revisions from a signed one on, if they can be relied on. */
async function revisionsFrom(
  bytes: Uint8Array,
  end: number,
  header: number,
): Promise<readonly Difference[] | StructureProblem> {
  let problem: StructureProblem = 'ambiguous';
  try {
    const file = await PdfFile.read(bytes.subarray(0, end));
    const { ambiguities } = await file.survey();
    const isMisread = misleads(bytes, header, file.startxref);
    if (ambiguities.length > 0 || isMisread || !(await hasItsPages(file))) return problem;
    problem = 'continued';
    const revisions: Difference[] = [{ ...NOTHING, level: 'none', limits: [end, end] }];
    let pages = await pagesOf(file);
    for (const update of await readUpdates(file, bytes, OTHER_PROGRAMS)) {
      if (misleads(bytes, header, update.startxref)) return problem;
      const difference = await compare(update, pages, header);
      revisions.push({ ...difference, limits: [lineEndsFrom(bytes, update.span.end), update.span.end] });
      if (['other', 'unknown'].includes(difference.level)) pages = await pagesOf(update);
    }
    return revisions;
  } catch (error) {
    if (error instanceof PdfStructureError) return problem;
    throw error;
  }
}

/**
 * Ghostscript counts from the first byte of a file, and not from its header: whether it finds cross references so, which are
 * others.
 */
function misleads(bytes: Uint8Array, header: number, startxref: number): boolean {
  const at = startxref - header;
  if (header === 0 || at < 0) return false;
  return /^\s*(?:xref|\d+\s+\d+\s*obj[^]*\/XRef)/.test(latin1(bytes.subarray(at, at + LONGEST_HEAD)));
}

const LONGEST_HEAD = 512;

const NOTHING = { filled: [], isSigned: false, marks: [] } as const;

/** An update that changes what it must not is not looked at any further. */
async function compare(
  update: Update,
  pages: ReadonlyMap<number, number>,
  header: number,
): Promise<Omit<Difference, 'limits'>> {
  try {
    return await described(update, await compareUpdate(update, { pages, further: furtherChanges }), header);
  } catch (error) {
    if (error instanceof UpdateError)
      return { ...NOTHING, level: error.reason === 'annotation' ? 'annotations' : 'other' };
    if (error instanceof PdfStructureError) return { ...NOTHING, level: 'unknown' };
    throw error;
  }
}

async function described(
  update: Update,
  { signatures, filled, changed }: UpdateChanges,
  header: number,
): Promise<Omit<Difference, 'limits'>> {
  const [only, another] = signatures;
  if (another !== undefined || (only !== undefined && !covers(update, only, header)))
    return { ...NOTHING, level: 'other' };
  const hasEvidence = only !== undefined || changed.has('catalog/DSS');
  const level = filled.length > 0 ? 'form' : hasEvidence ? 'signatures' : 'none';
  return {
    level,
    filled,
    isSigned: only?.isTimestamp === false,
    marks: only === undefined ? [] : await marksOf(update, only),
  };
}

async function marksOf(update: Update, { number, marks }: AddedSignature): Promise<LaterMark[]> {
  if (marks.length === 0) return [];
  const { name: fieldName } = await fieldState(update, number);
  return marks.map(({ page, rect }: SignatureMark) => ({
    page: page === undefined ? undefined : page + 1,
    rect,
    fieldName,
  }));
}

/** A signature covers all of the revision that it is added in, but its own digits. */
function covers(update: Update, signature: AddedSignature, header: number): boolean {
  const gap = gapOf(update.bytes, signature);
  const [start, length, next, rest = NaN, another] = itemsOf(signature.dictionary.get('ByteRange')).map(
    item => (item.kind === 'number' ? item.number : NaN),
  );
  if (gap === undefined || another !== undefined) return false;
  const { end } = update.span;
  const limits = [lineEndsFrom(update.bytes, end), end] as const;
  const isGap = start === 0 && length === gap.start + header && next === gap.end + header;
  return isGap && isWithin(gap.end + rest, limits);
}

/** Where the line ends before an offset begin. */
function lineEndsFrom(bytes: Uint8Array, end: number): number {
  let start = end;
  while (bytes[start - 1] === 0x0a || bytes[start - 1] === 0x0d) start -= 1;
  return start;
}

/**
 * Whether a file is now what was signed. `same`: nothing came after it, or only what no reader draws: data for validation,
 * timestamps of the document, signatures that are invisible by their form. `marked`: later signatures, of which one at least
 * may be seen. `changed`: anything else came, permitted or not. `unknown`: what came can't be read.
 */
export const FILE_STATES = ['same', 'marked', 'changed', 'unknown'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** What became of a document after it was signed. */
export interface LaterChanges {
  readonly fileState: FileState;
  /** The gravest change; `unknown` where the revisions can't be compared. */
  readonly level: ChangeLevel | 'unknown';
  /**
   * Whether nothing came but signatures that cover all before them, data for validation, and values
   * of fields that neither the document's certification nor a lock keeps closed.
   */
  readonly permitted: boolean;
  readonly filled: readonly FilledField[];
  /** Of the signatures that came later, whether or not something else did. */
  readonly marks: readonly LaterMark[];
  /** Why the level is `unknown`, if it is the file's structure. */
  readonly problem?: StructureProblem | undefined;
}

/** A signature as far as it matters here. */
interface SignedRevision {
  /** Where what it covers ends, in bytes from the file's header. */
  readonly end: number;
  readonly permissions: SignaturePermissions;
}

/** DocMDP's level where there is no certification: what was signed is signed and filled in. */
const USUAL_LEVEL = 2;

export const UNKNOWN_CHANGES: LaterChanges = {
  fileState: 'unknown',
  level: 'unknown',
  permitted: false,
  filled: [],
  marks: [],
};

/**
 * What was changed behind each signature (ISO 32000-2, 12.8.2.2), by comparing each revision with the next one, if all
 * readers read the file in the same way.
 * @param bytes the file from its header on
 * @param signatures by what they cover, the oldest first
 * @param header its offset in the file
 */
export async function laterChanges(
  bytes: Uint8Array,
  signatures: readonly SignedRevision[],
  header = 0,
): Promise<LaterChanges[]> {
  const ends = signatures.map(({ end }) => end).filter(end => isEnd(end, bytes));
  const sorted = [...new Set(ends)].toSorted((one, other) => one - other);
  const { problems, revisions } = await readStrictly(bytes, sorted, header);
  const allowed = revisions.map(({ limits: [, last] }) => levelAfter(last, signatures));
  const changes: LaterChanges[] = [];
  for (const { end, permissions } of signatures) {
    const problem = problems.get(end);
    const at = revisions.findIndex(({ limits }) => isWithin(end, limits));
    const later = revisions.slice(at + 1);
    if (problem !== undefined) changes.push({ ...UNKNOWN_CHANGES, problem });
    else if (at === -1) changes.push(UNKNOWN_CHANGES);
    else if (later.some(({ level }) => level === 'unknown'))
      changes.push({ ...UNKNOWN_CHANGES, problem: 'continued' });
    else {
      const isAllowed = later.every((step, index) => isAllowedBy(allowed[at + index] ?? 1, step));
      changes.push(judged(later, isAllowed, permissions));
    }
  }
  return changes;
}

/** What was done to a document since, and in how many revisions. */
export interface ChangesSince extends LaterChanges {
  readonly revisions: number;
}

/**
 * What was done to a document after its first bytes, whether or not these are signed: as after a signature that covers
 * them and says nothing of what may come.
 * @param length of the document as it was
 */
export async function changesSince(file: Uint8Array, length: number): Promise<ChangesSince> {
  const header = headerOffset(file) ?? 0;
  const bytes = file.subarray(header);
  const end = length - header;
  const permissions = { documentLevel: undefined, locks: [] };
  const [changes = UNKNOWN_CHANGES] = await laterChanges(bytes, [{ end, permissions }], header);
  const { revisions } = await readStrictly(bytes, [end], header);
  const at = revisions.findIndex(({ limits }) => isWithin(end, limits));
  return { ...changes, revisions: at === -1 ? 0 : revisions.length - at - 1 };
}

function judged(
  later: readonly Difference[],
  isAllowed: boolean,
  { locks }: SignaturePermissions,
): LaterChanges {
  const level = later.flatMap(step => (step.level === 'unknown' ? [] : step.level)).reduce(graver, 'none');
  const filled = later.flatMap(step => step.filled);
  const marks = later.flatMap(step => step.marks);
  const isAnyLocked = filled.some(({ field }) => locks.some(lock => isLocked(lock, field)));
  const permitted = isAllowed && !isAnyLocked;
  const isChanged = !permitted || filled.length > 0;
  const fileState = isChanged ? 'changed' : marks.length > 0 ? 'marked' : 'same';
  return { fileState, level, permitted, filled, marks };
}

/** What may be changed from there on: a certification binds what comes after it, not what it found. */
function levelAfter(end: number, signatures: readonly SignedRevision[]): 1 | 2 | 3 {
  const levels = signatures.flatMap(signature =>
    signature.end <= end ? [signature.permissions.documentLevel] : [],
  );
  return levels.reduce(stricter, undefined) ?? USUAL_LEVEL;
}

/** With level 1, data for validation and timestamps only (ISO 32000-2, 12.8.2.2.1); comments never. */
function isAllowedBy(documentLevel: 1 | 2 | 3, { level, isSigned, filled }: Difference): boolean {
  const isKnown = level !== 'unknown' && CHANGE_LEVELS.indexOf(level) <= CHANGE_LEVELS.indexOf('form');
  return isKnown && (documentLevel > 1 || (!isSigned && filled.length === 0));
}

/** A byte range may say anything. */
function isEnd(end: number, { length }: Uint8Array): boolean {
  return Number.isSafeInteger(end) && end > 0 && end <= length;
}
