import { CHANGE_LEVELS, graver } from './change-levels.ts';
import type { ChangeLevel, Difference, FilledField } from './change-levels.ts';
import { differenceBetween } from './revision-comparison.ts';
import { Revision } from './revision.ts';
import { isLocked, stricter, type SignaturePermissions } from './signature-permissions.ts';

/** What became of a document after it was signed. */
export interface LaterChanges {
  /** The gravest change; `unknown` where the revisions can't be compared. */
  readonly level: ChangeLevel | 'unknown';
  /**
   * Whether nothing came but signatures that cover all before them and hide nothing, data for validation, and values
   * of fields that neither the document's certification nor a lock keeps closed.
   */
  readonly permitted: boolean;
  readonly filled: readonly FilledField[];
  /** Pages whose text or images the look of a later signature meets, or may meet. */
  readonly covered: readonly number[];
}

/** A signature as far as it matters here. */
export interface SignedRevision {
  /** Where what it covers ends, in bytes from the file's header. */
  readonly end: number;
  readonly permissions: SignaturePermissions;
}

/** More revisions than people sign; a file with more is not looked through. */
const MOST_REVISIONS = 64;

/** DocMDP's level where there is no certification: what was signed is signed and filled in. */
const USUAL_LEVEL = 2;

const UNTOUCHED: LaterChanges = { level: 'none', permitted: true, filled: [], covered: [] };
export const UNKNOWN_CHANGES: LaterChanges = { level: 'unknown', permitted: false, filled: [], covered: [] };

/**
 * What was changed behind each signature (ISO 32000-2, 12.8.2.2), by comparing each revision with the next one.
 * @param bytes the file from its header on
 * @param signatures by what they cover, the oldest first
 * @param header its offset in the file
 */
export function laterChanges(
  bytes: Uint8Array,
  signatures: readonly SignedRevision[],
  header = 0,
): LaterChanges[] {
  const signed = signatures.map(({ end }) => end).filter(end => isWithin(end, bytes));
  const ends = [...new Set([...signed, bytes.length])].toSorted((a, b) => a - b);
  const steps = differences(bytes, ends, header);
  const allowed = ends.map(end => levelAfter(end, signatures));
  return signatures.map(({ end, permissions: { locks } }) => {
    if (end === bytes.length) return UNTOUCHED;
    const from = ends.indexOf(end);
    const later = isWithin(end, bytes) ? steps?.slice(from) : undefined;
    if (later === undefined) return UNKNOWN_CHANGES;
    const filled = later.flatMap(step => step.filled);
    const covered = [...new Set(later.flatMap(step => step.covered))].toSorted((a, b) => a - b);
    const within = later.every((step, index) => isAllowed(step, allowed[from + index] ?? 1));
    const isAnyLocked = filled.some(({ field }) => locks.some(lock => isLocked(lock, field)));
    return {
      level: later.map(step => step.level).reduce(graver, 'none'),
      permitted: within && covered.length === 0 && !isAnyLocked,
      filled,
      covered,
    };
  });
}

/** What may be changed from there on: a certification binds what comes after it, not what it found. */
function levelAfter(end: number, signatures: readonly SignedRevision[]): 1 | 2 | 3 {
  const levels = signatures.flatMap(signature =>
    signature.end <= end ? [signature.permissions.documentLevel] : [],
  );
  return levels.reduce(stricter, undefined) ?? USUAL_LEVEL;
}

/** With level 1, data for validation and timestamps only (ISO 32000-2, 12.8.2.2.1); comments never. */
function isAllowed({ level, signed, filled }: Difference, documentLevel: 1 | 2 | 3): boolean {
  const isKnown = CHANGE_LEVELS.indexOf(level) <= CHANGE_LEVELS.indexOf('form');
  return isKnown && (documentLevel > 1 || (signed === undefined && filled.length === 0));
}

/** A byte range may say anything. */
function isWithin(end: number, { length }: Uint8Array): boolean {
  return Number.isSafeInteger(end) && end > 0 && end <= length;
}

/** From each end to the next; undefined where they can't be told. */
function differences(bytes: Uint8Array, ends: readonly number[], header: number): Difference[] | undefined {
  if (ends.length < 2) return [];
  if (ends.length > MOST_REVISIONS) return undefined;
  try {
    let before: Revision | undefined;
    const found: Difference[] = [];
    for (const end of ends) {
      const revision = new Revision(bytes.subarray(0, end), before);
      if (before !== undefined) found.push(differenceBetween(before, revision, header));
      before = revision;
    }
    return found;
  } catch {
    // Broken cross references, objects that the library can't read, lists without an end: whatever keeps a hostile
    // file from being compared is no reason to keep back the rest of what is found.
    return undefined;
  }
}
