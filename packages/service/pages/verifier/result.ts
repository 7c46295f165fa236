import type { FileCheck, SignatureFinding } from './check/file-check.ts';
import type { PlainResult, Reason } from './messages/message-types.ts';
import type { EnvelopeRecord, EvidenceRecord, RecordState } from './record.ts';

/** How a checked file relates to the record. */
export type Relation =
  | {
      readonly kind:
        | 'signed'
        | 'pack'
        | 'evidencePage'
        /** With all signatures of an envelope. */
        | 'combined'
        | 'original'
        | 'otherVersion'
        | 'other'
        | 'recordUnknown';
    }
  /** What another signer of the envelope signed. */
  | { readonly kind: 'ofEnvelope'; readonly signer: string }
  /** Another document of the batch. */
  | { readonly kind: 'ofBatch'; readonly position: number; readonly total: number };

export type FileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'failed'; readonly reason: Reason }
  | {
      readonly kind: 'checked';
      readonly check: FileCheck;
      readonly relation: Relation;
      /** The file itself, which stays on the device. */
      readonly file: Blob;
      /** The state of the check by the service, to which the file is sent on request. */
      readonly fullCheck: 'none' | 'running' | 'done' | 'failed';
    };

export type CheckedFile = Extract<FileState, { kind: 'checked' }>;

/** The page's result. */
export type Result =
  | { readonly kind: PlainResult; readonly tone: Tone }
  /** Only the record; no file was checked. */
  | { readonly kind: 'recorded'; readonly tone: 'good' }
  | { readonly kind: 'undecided'; readonly tone: 'caution'; readonly reason: Reason }
  | { readonly kind: 'invalid'; readonly tone: 'bad'; readonly reason: Reason };

export type Tone = 'good' | 'caution' | 'bad' | 'neutral';

/** How a file relates to the record, by their hashes. @param holdsOriginal whether it begins with the original's bytes */
export function relationOf(
  check: FileCheck,
  record: EvidenceRecord | undefined,
  holdsOriginal: boolean,
  envelope?: EnvelopeRecord,
): Relation {
  if (record === undefined) return { kind: 'recordUnknown' };
  const { hash } = check;
  if (check.kind === 'pack') return { kind: check.contentHash === record.evidenceHash ? 'pack' : 'other' };
  if (hash === record.signedHash) return { kind: 'signed' };
  if (hash === record.documentHash) return { kind: 'original' };
  if (hash === record.combinedHash) return { kind: 'combined' };
  if (hash === record.evidencePageHash) return { kind: 'evidencePage' };
  const files = record.batchFiles ?? [];
  const inBatch = files.find(({ signedHash }) => signedHash === hash);
  if (inBatch !== undefined) return { kind: 'ofBatch', position: inBatch.position, total: files.length };
  const other = envelope?.signatures.find(({ signedHash }) => signedHash === hash);
  if (other !== undefined) return { kind: 'ofEnvelope', signer: other.signer.displayName };
  return { kind: holdsOriginal ? 'otherVersion' : 'other' };
}

/** Files that are known byte for byte, and signed or sealed. */
const INTACT = {
  signed: 'intact',
  pack: 'intact',
  evidencePage: 'intactPage',
  combined: 'intactCombined',
  ofEnvelope: 'intactOther',
  ofBatch: 'intactOther',
} as const satisfies Partial<Record<Relation['kind'], PlainResult>>;

/** The result of the file if there is one, else of the record. */
export function resultOf(record: RecordState, file: FileState): Result {
  switch (file.kind) {
    case 'checking':
      return { kind: 'checking', tone: 'neutral' };
    case 'failed':
      return undecided(file.reason);
    case 'checked':
      return resultOfFile(file.check, file.relation, record);
    case 'none':
      return resultOfRecord(record);
  }
}

function resultOfRecord(state: RecordState): Result {
  switch (state.kind) {
    case 'none':
      return { kind: 'start', tone: 'neutral' };
    case 'loading':
      return { kind: 'loading', tone: 'neutral' };
    case 'unknown':
      return { kind: 'unknown', tone: 'caution' };
    case 'unavailable':
    case 'unanswered':
      return undecided(state.kind);
    case 'held':
      return { kind: 'recorded', tone: 'good' };
  }
}

function resultOfFile(check: FileCheck, relation: Relation, state: RecordState): Result {
  if (check.kind === 'foreign') {
    // The original need not be a PDF; its hash identifies it.
    return relation.kind === 'original'
      ? { kind: 'original', tone: 'caution' }
      : { kind: 'foreign', tone: 'caution' };
  }
  if (relation.kind === 'original') return { kind: 'original', tone: 'caution' };
  const known = state.kind === 'held' ? state.record : undefined;
  const bySignatures = check.kind === 'unreadable' ? undefined : worstOf(check.signatures);
  const isBroken = bySignatures?.tone === 'bad';
  const { kind } = relation;
  if (known !== undefined && isIntact(kind) && (kind !== 'pack' || !isBroken)) {
    return { kind: isAction(known) ? 'intactAction' : INTACT[kind], tone: 'good' };
  }
  if (isBroken) return bySignatures;
  if (kind === 'recordUnknown') return bySignatures ?? { kind: 'unreadable', tone: 'caution' };
  // Anybody can append to the original, so only a signed version counts.
  if (kind === 'otherVersion' && bySignatures?.kind === 'intactFile') {
    return { kind: 'otherVersion', tone: 'caution' };
  }
  const isOpen = kind === 'otherVersion' && bySignatures?.kind === 'undecided';
  return isOpen ? bySignatures : { kind: 'otherFile', tone: 'bad' };
}

function isIntact(kind: Relation['kind']): kind is keyof typeof INTACT {
  return kind in INTACT;
}

/** Whether a file says itself that it is a test: by the certificate that sealed or signed it. */
export function isTestFile(file: FileState): boolean {
  if (file.kind !== 'checked' || !('signatures' in file.check)) return false;
  return file.check.signatures.some(({ holder }) => holder?.isTest === true);
}

/** Made in the sandbox, without legal effect. */
export function isTest({ environment }: EvidenceRecord): boolean {
  return environment !== 'production';
}

/** Whether an action was confirmed instead of a document signed. */
export function isAction({ purpose }: EvidenceRecord): boolean {
  return purpose === 'ACTION_AUTHENTICATION';
}

const TONES: readonly Tone[] = ['bad', 'caution', 'neutral', 'good'];

/** The result of the worst signature. */
function worstOf(signatures: readonly SignatureFinding[]): Result {
  const results = signatures
    .map(resultOfSignature)
    .toSorted((one, other) => TONES.indexOf(one.tone) - TONES.indexOf(other.tone));
  return results[0] ?? { kind: 'unsigned', tone: 'caution' };
}

const REASONS: Readonly<Partial<Record<NonNullable<SignatureFinding['subIndication']>, Reason>>> = {
  FORMAT_FAILURE: 'format',
  NO_SIGNING_CERTIFICATE_FOUND: 'untrusted',
  NO_CERTIFICATE_CHAIN_FOUND: 'untrusted',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'untrusted',
  CRYPTO_CONSTRAINTS_FAILURE: 'weak',
  GENERIC: 'notComputable',
  NOT_YET_VALID: 'notYetValid',
  EXPIRED: 'expired',
  OUT_OF_BOUNDS_NO_POE: 'expired',
  REVOKED: 'revoked',
  REVOKED_NO_POE: 'revoked',
  REVOKED_CA_NO_POE: 'revoked',
};

/** Where it could not be found out whether the certificate was revoked: only what is still as signed is called intact. */
const UNCHECKED_REASONS: Readonly<Record<SignatureFinding['laterChanges']['fileState'], Reason>> = {
  same: 'revocationUnknown',
  marked: 'markedUnchecked',
  changed: 'filledUnchecked',
  unknown: 'unclearChanges',
};

/** A verdict of ETSI EN 319 102-1 in the page's terms. */
function resultOfSignature({
  indication,
  subIndication,
  laterChanges,
  validAsSigned,
  lacksRevocation,
}: SignatureFinding): Result {
  if (subIndication === 'HASH_FAILURE' || subIndication === 'SIG_CRYPTO_FAILURE') {
    return { kind: 'changed', tone: 'bad' };
  }
  const reason = (subIndication && REASONS[subIndication]) ?? 'other';
  if (indication === 'TOTAL-FAILED') return { kind: 'invalid', tone: 'bad', reason };
  if (laterChanges.problem === 'ambiguous') return undecided('ambiguousDocument');
  if (laterChanges.level === 'unknown') return undecided('unclearChanges');
  if (!laterChanges.permitted) return { kind: 'changed', tone: 'bad' };
  // Without a reason of its own: then it is another that decides.
  if (subIndication === 'SIG_CONSTRAINTS_FAILURE' && validAsSigned)
    return undecided(laterChanges.fileState === 'marked' ? 'markedLater' : 'filledLater');
  if (lacksRevocation) return undecided('expiredUnchecked');
  if (subIndication === 'TRY_LATER') return undecided(UNCHECKED_REASONS[laterChanges.fileState]);
  return indication === 'TOTAL-PASSED' ? { kind: 'intactFile', tone: 'good' } : undecided(reason);
}

function undecided(reason: Reason): Result {
  return { kind: 'undecided', tone: 'caution', reason };
}
