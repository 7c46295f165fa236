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
    case 'covers-content':
      return `A later signature covers content on page ${note.page}.`;
    case 'covering-unknown':
      return `Page ${note.page} could not be drawn to see whether a later signature covers content on it.`;
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
    const { permitted, onlyCovers = false } = report.laterChanges;
    const completed = isUnsigned && (permitted || onlyCovers) ? refused(report) : report;
    return { ...completed, notes: notesOn(completed, later.length === 0) };
  });
}

function refused(report: Unnoted): Unnoted {
  const { coverings } = report.laterChanges;
  const laterChanges = {
    ...report.laterChanges,
    ...(coverings && { onlyCovers: false }),
    level: 'other',
    permitted: false,
  } as const;
  if (report.indication !== 'TOTAL-PASSED') return { ...report, laterChanges };
  return { ...report, laterChanges, indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
}

const PROBLEM_NOTES = { continued: 'continued-unchecked', ambiguous: 'ambiguous-document' } as const;

function notesOn({ laterChanges, coverage, subIndication, isFollowed }: Unnoted, isLast: boolean): Note[] {
  const { permitted, covered, coverings = [], onlyCovers = false, filled, problem } = laterChanges;
  const notes: Note[] = filled.map(field => ({ kind: 'field-filled', ...field }));
  for (const page of covered) {
    const isKnown = coverings.some(found => found.page + 1 === page && found.reason !== 'not-drawn');
    notes.push({ kind: isKnown ? 'covers-content' : 'covering-unknown', page });
  }
  if (problem !== undefined) notes.push({ kind: PROBLEM_NOTES[problem] });
  else if (!permitted && !onlyCovers) notes.push({ kind: 'changed-after-signing' });
  if (isFollowed) notes.push({ kind: 'bytes-behind-contents' });
  if (subIndication === 'GENERIC') notes.push({ kind: 'not-computable' });
  if (isLast && coverage.bytesAfter > 0) {
    notes.push({ kind: 'bytes-after-last-signature', bytes: coverage.bytesAfter });
  }
  return notes;
}
