import { differenceBetween, graver, type ChangeLevel, type Difference } from './revision-difference.ts';
import { Revision } from './revision.ts';
import { isLocked, stricter, type SignaturePermissions } from './signature-permissions.ts';

/** What became of a document after it was signed. */
export interface LaterChanges {
  /** The gravest change; `unknown` where the revisions can't be compared. */
  readonly level: ChangeLevel | 'unknown';
  /** Whether the document's certification, or what is usual without one, allows that much. */
  readonly permitted: boolean;
}

/** A signature as far as it matters here. */
export interface SignedRevision {
  /** Where what it covers ends, in bytes from the file's header. */
  readonly end: number;
  readonly permissions: SignaturePermissions;
}

/** More revisions than people sign; a file with more is not looked through. */
const MOST_REVISIONS = 64;

/** By DocMDP's level. Without a certification, as with 2: what was signed is signed and filled in, not commented. */
const ALLOWED: Readonly<Record<1 | 2 | 3, ChangeLevel>> = { 1: 'none', 2: 'form', 3: 'annotations' };
const USUAL_LEVEL = 2;

const UNTOUCHED: LaterChanges = { level: 'none', permitted: true };
export const UNKNOWN_CHANGES: LaterChanges = { level: 'unknown', permitted: false };

/**
 * What was changed behind each signature (ISO 32000-2, 12.8.2.2), by comparing each revision with the next one.
 * @param bytes the file from its header on
 * @param signatures by what they cover, the oldest first
 */
export function laterChanges(bytes: Uint8Array, signatures: readonly SignedRevision[]): LaterChanges[] {
  const signed = signatures.map(({ end }) => end).filter(end => isWithin(end, bytes));
  const ends = [...new Set([...signed, bytes.length])].toSorted((a, b) => a - b);
  const steps = differences(bytes, ends);
  const allowed = ends.map(end => allowedAfter(end, signatures));
  return signatures.map(({ end, permissions: { lock } }) => {
    if (end === bytes.length) return UNTOUCHED;
    const from = ends.indexOf(end);
    const later = isWithin(end, bytes) ? steps?.slice(from) : undefined;
    if (later === undefined) return UNKNOWN_CHANGES;
    const found = later.map(step => step.level).reduce(graver, 'none');
    const filled = later.flatMap(step => [...step.filled]);
    const within = later.every((step, index) => isAllowed(step.level, allowed[from + index]));
    return { level: found, permitted: within && !filled.some(name => isLocked(lock, name)) };
  });
}

/** What may be changed from there on: a certification binds what comes after it, not what it found. */
function allowedAfter(end: number, signatures: readonly SignedRevision[]): ChangeLevel {
  const levels = signatures.flatMap(signature =>
    signature.end <= end ? [signature.permissions.documentLevel] : [],
  );
  return ALLOWED[levels.reduce(stricter, undefined) ?? USUAL_LEVEL];
}

function isAllowed(level: ChangeLevel, allowed: ChangeLevel = 'none'): boolean {
  return graver(level, allowed) === allowed;
}

/** A byte range may say anything. */
function isWithin(end: number, { length }: Uint8Array): boolean {
  return Number.isSafeInteger(end) && end > 0 && end <= length;
}

/** From each end to the next; undefined where they can't be told. */
function differences(bytes: Uint8Array, ends: readonly number[]): Difference[] | undefined {
  if (ends.length < 2) return [];
  if (ends.length > MOST_REVISIONS) return undefined;
  try {
    let before: Revision | undefined;
    const found: Difference[] = [];
    for (const end of ends) {
      const revision = new Revision(bytes.subarray(0, end));
      if (before !== undefined) found.push(differenceBetween(before, revision));
      before = revision;
    }
    return found;
  } catch {
    // Broken cross references, objects that the library can't read, lists without an end: whatever keeps a hostile
    // file from being compared is no reason to keep back the rest of what is found.
    return undefined;
  }
}
