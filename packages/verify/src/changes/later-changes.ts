import { headerOffset } from '@sign-session/pdf-structure';
import { CHANGE_LEVELS, graver } from './change-levels.ts';
import type { ChangeLevel, FilledField } from './change-levels.ts';
import {
  isWithin,
  readStrictly,
  type Difference,
  type LaterMark,
  type StructureProblem,
} from './revisions.ts';
import { isLocked, stricter, type SignaturePermissions } from './signature-permissions.ts';

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
export interface SignedRevision {
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
