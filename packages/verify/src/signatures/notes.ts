import type { SignatureReport, SubIndication } from './signature-report.ts';

/** What a verdict rests on besides its subindication, or what a reader of it must know. */
export type Note =
  | { readonly kind: 'changed-after-signing' }
  /** The look of a later signature meets, or may meet, text or an image of the page, counted from 1 on. */
  | { readonly kind: 'covers-content'; readonly page: number }
  | { readonly kind: 'field-filled'; readonly field: string; readonly before: string; readonly after: string }
  /** Nobody signed them. */
  | { readonly kind: 'bytes-after-last-signature'; readonly bytes: number }
  | { readonly kind: 'not-computable' };

type Unnoted = Omit<SignatureReport, 'notes'>;

/** A note in English. */
export function noteText(note: Note): string {
  switch (note.kind) {
    case 'changed-after-signing':
      return 'The document was changed after signing, in a way that is not permitted.';
    case 'covers-content':
      return `A later signature covers content on page ${note.page}.`;
    case 'field-filled':
      return `After signing, the field “${note.field}” was changed from “${note.before}” to “${note.after}”.`;
    case 'bytes-after-last-signature':
      return `${note.bytes} bytes at the end of the file are covered by no signature.`;
    case 'not-computable':
      return 'The signature uses an algorithm that is not computed here.';
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
    const isUnsigned = later.some(({ subIndication }) => UNSIGNED.includes(subIndication));
    const completed = isUnsigned && report.laterChanges.permitted ? refused(report) : report;
    return { ...completed, notes: notesOn(completed, later.length === 0) };
  });
}

function refused(report: Unnoted): Unnoted {
  const laterChanges = { ...report.laterChanges, level: 'other', permitted: false } as const;
  if (report.indication !== 'TOTAL-PASSED') return { ...report, laterChanges };
  return { ...report, laterChanges, indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
}

function notesOn({ laterChanges, coverage, subIndication }: Unnoted, isLast: boolean): Note[] {
  const { permitted, covered, filled } = laterChanges;
  const notes: Note[] = filled.map(field => ({ kind: 'field-filled', ...field }));
  for (const page of covered) notes.push({ kind: 'covers-content', page });
  if (!permitted && covered.length === 0) notes.push({ kind: 'changed-after-signing' });
  if (subIndication === 'GENERIC') notes.push({ kind: 'not-computable' });
  if (isLast && coverage.bytesAfter > 0) {
    notes.push({ kind: 'bytes-after-last-signature', bytes: coverage.bytesAfter });
  }
  return notes;
}
