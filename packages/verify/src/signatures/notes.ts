import type { Note, SignatureReport, SubIndication } from './signature-report.ts';

type Unnoted = Omit<SignatureReport, 'notes'>;

/** A note in English. */
export function noteText(note: Note): string {
  switch (note.kind) {
    case 'changed-after-signing':
      return 'The document was changed after signing, in a way that is not permitted.';
    case 'continued-unchecked':
      return 'The file was continued in a way that is not checked.';
    case 'ambiguous-document':
      return 'The signed document can be read as two documents.';
    case 'marked-later':
      return `${note.isValid ? 'Valid for the document as it was signed. ' : ''}A later signature put a visible mark on ${placeOf(note.pages)}: compare.`;
    case 'field-filled':
      return `After signing, the field “${note.field}” was changed from “${note.before}” to “${note.after}”.`;
    case 'bytes-after-last-signature':
      return `${note.bytes} bytes at the end of the file are covered by no signature.`;
    case 'bytes-behind-contents':
      return 'Something that is not signed stands behind the signature in its own place.';
    case 'not-computable':
      return 'The signature uses an algorithm or a form that is not checked here.';
  }
}

function placeOf(pages: readonly number[]): string {
  if (pages.length === 0) return 'the document';
  return `page${pages.length === 1 ? '' : 's'} ${pages.join(', ')}`;
}

/** What is wrong with what only claims to be a signature: it covers nothing. */
const UNSIGNED: readonly (SubIndication | undefined)[] = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
];

/**
 * Completes reports by what they say of each other: what a later signature added is permitted only if it is one.
 * @param reports of all signatures of a file, oldest first
 */
export function completeReports(reports: readonly Unnoted[]): SignatureReport[] {
  return reports.map((report, index) => {
    const later = reports.slice(index + 1);
    const isUnsigned = later.some(
      ({ subIndication, digestMatches }) => !digestMatches || UNSIGNED.includes(subIndication),
    );
    const completed = isUnsigned && report.laterChanges.permitted ? refused(report) : report;
    return { ...completed, notes: notesOn(completed, later.length === 0) };
  });
}

function refused(report: Unnoted): Unnoted {
  const laterChanges = {
    ...report.laterChanges,
    fileState: 'changed',
    level: 'other',
    permitted: false,
  } as const;
  if (report.indication !== 'TOTAL-PASSED') return { ...report, laterChanges };
  return { ...report, laterChanges, indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
}

const PROBLEM_NOTES = { continued: 'continued-unchecked', ambiguous: 'ambiguous-document' } as const;

function notesOn(
  { laterChanges, coverage, subIndication, isFollowed, validAsSigned }: Unnoted,
  isLast: boolean,
): Note[] {
  const { fileState, permitted, marks, filled, problem } = laterChanges;
  const notes: Note[] = filled.map(field => ({ kind: 'field-filled', ...field }));
  if (fileState === 'marked') {
    const pages = [...new Set(marks.flatMap(({ page }) => page ?? []))].toSorted((one, other) => one - other);
    notes.push({ kind: 'marked-later', pages, isValid: validAsSigned });
  }
  if (problem !== undefined) notes.push({ kind: PROBLEM_NOTES[problem] });
  else if (!permitted) notes.push({ kind: 'changed-after-signing' });
  if (isFollowed) notes.push({ kind: 'bytes-behind-contents' });
  if (subIndication === 'GENERIC') notes.push({ kind: 'not-computable' });
  if (isLast && coverage.bytesAfter > 0) {
    notes.push({ kind: 'bytes-after-last-signature', bytes: coverage.bytesAfter });
  }
  return notes;
}
