import {
  compareUpdate,
  furtherChanges,
  gapOf,
  itemsOf,
  latin1,
  OTHER_PROGRAMS,
  pagesOf,
  PdfFile,
  PdfStructureError,
  readUpdates,
  UpdateError,
  type AddedSignature,
  type SignatureMark,
  fieldState,
  type Update,
  type UpdateChanges,
} from '@sign-session/pdf-structure';
import type { ChangeLevel, FilledField } from './change-levels.ts';
import { hasItsPages } from './page-hints.ts';

/** Why it is not known what readers show of a signed revision. */
export type StructureProblem =
  /** The file goes on behind it in another way than by updates that all readers read alike. */
  | 'continued'
  /** Readers may find two documents in it. */
  | 'ambiguous';

/** A revision, as it differs from the one before. */
export interface Difference {
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
export interface LaterMark {
  /** Number of the page, from 1 on; undefined where none is known. */
  readonly page: number | undefined;
  /** `/Rect` of its widget, in the page's units: left, bottom, right, top. */
  readonly rect: readonly number[] | undefined;
  /** The full name of the signature's field; empty where the file is encrypted. */
  readonly fieldName: string;
}

/** Where a revision may end: behind its `%%EOF`, or behind any of the line ends that follow. */
export type Limits = readonly [first: number, last: number];

/** A file from its oldest signed revision on that can be read strictly. */
export interface StrictReading {
  /** The ends of those signed revisions that can't be relied on. */
  readonly problems: ReadonlyMap<number, StructureProblem>;
  /** The oldest that can, which differs from none, and what follows it. */
  readonly revisions: readonly Difference[];
}

/** Each attempt reads the whole file once. */
const MOST_ATTEMPTS = 3;

export function isWithin(end: number, [first, last]: Limits): boolean {
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
export async function readStrictly(
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
