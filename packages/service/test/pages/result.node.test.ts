import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileCheck, SignatureFinding } from '../../pages/verifier/check/file-check.ts';
import type { EnvelopeRecord, EvidenceRecord, RecordState } from '../../pages/verifier/record.ts';
import {
  isTestFile,
  relationOf,
  resultOf,
  type FileState,
  type Relation,
  type Result,
} from '../../pages/verifier/result.ts';

const RECORD: EvidenceRecord = {
  evidenceId: 'ev_1',
  schemaVersion: '1',
  status: 'COMPLETED',
  tenantId: 'tenant_1',
  transactionId: 'tx_1',
  createdAt: '2026-11-23T17:00:00Z',
  timestamps: { createdAt: '2026-11-23T17:00:00Z', completedAt: '2026-11-23T17:03:00Z' },
  policy: { profile: 'CLICK_ONLY' },
  context: {},
  environment: 'production',
  purpose: 'DOCUMENT_SIGNATURE',
  completedAt: '2026-11-23T17:03:00Z',
  documentHash: 'sha256:original',
  signedHash: 'sha256:signed',
  evidenceHash: 'sha256:pack',
  signatureKind: 'advanced',
  tenantName: 'Acme',
  sealedBy: { name: 'Acme', issuer: 'AC' },
  signer: { displayName: 'Maria', name: 'Maria' },
  document: { filename: 'contrato.pdf', hash: 'sha256:original', sizeBytes: 10 },
  action: null,
  steps: [],
};

const ENVELOPE: EnvelopeRecord = {
  envelopeId: 'env_1',
  status: 'COMPLETED',
  signingMode: 'PARALLEL',
  totalSigners: 2,
  completedSessions: 2,
  documentHash: 'sha256:original',
  tenantName: 'Acme',
  createdAt: '2026-11-23T17:00:00Z',
  signers: [],
  downloads: {},
  signatures: [
    {
      evidenceId: 'ev_2',
      evidenceHash: 'sha256:pack2',
      signedHash: 'sha256:by-joao',
      signerIndex: 2,
      completedAt: '2026-11-23T17:05:00Z',
      signer: { displayName: 'João', name: 'João' },
    },
  ],
};

const PASSED: SignatureFinding = {
  fieldName: 'Seal',
  type: 'approval',
  coverage: { wholeFile: true, bytesAfter: 0 },
  laterChanges: { fileState: 'same', level: 'none', permitted: true, filled: [], marks: [] },
  validAsSigned: true,
  lacksRevocation: false,
  digestMatches: true,
  signatureValid: true,
  chainTrusted: true,
  indication: 'TOTAL-PASSED',
  subIndication: undefined,
  claimedAt: undefined,
  timestamp: undefined,
  revocation: 'good',
  holder: undefined,
};
const ALTERED: SignatureFinding = {
  ...PASSED,
  indication: 'TOTAL-FAILED',
  subIndication: 'HASH_FAILURE',
  digestMatches: false,
};

const held = (changes: Partial<EvidenceRecord> = {}): RecordState => ({
  kind: 'held',
  record: { ...RECORD, ...changes },
});
const pdf = (...signatures: SignatureFinding[]): FileCheck => ({
  kind: 'pdf',
  hash: 'sha256:some',
  sizeBytes: 20,
  signatures,
  evidenceId: undefined,
});

/** With a second signature that is neither right nor wrong. */
const inDoubt = (subIndication: SignatureFinding['subIndication'], changes: Partial<SignatureFinding> = {}) =>
  pdf(PASSED, { ...PASSED, indication: 'INDETERMINATE', subIndication, ...changes });
const pack = (signature: SignatureFinding): FileCheck => ({
  kind: 'pack',
  hash: 'sha256:p7m',
  sizeBytes: 5,
  signatures: [signature],
  contentHash: 'sha256:pack',
});
const withHash = (hash: string): FileCheck => ({ ...pdf(), hash });

/** The answer to a file, by its heading and tone. */
function answerTo(
  check: FileCheck,
  kind: Exclude<Relation['kind'], 'ofEnvelope' | 'ofBatch'> | Relation,
  state: RecordState = { kind: 'none' },
): string {
  const related: Relation = typeof kind === 'string' ? { kind } : kind;
  const result = resultOf(state, {
    kind: 'checked',
    check,
    relation: related,
    file: new Blob(),
    fullCheck: 'none',
  });
  return `${kindOf(result)} ${result.tone}`;
}

const relation = (hash: string, record?: EvidenceRecord, holdsOriginal = false): Relation =>
  relationOf(withHash(hash), record, holdsOriginal, ENVELOPE);

const checked = (...signatures: SignatureFinding[]): FileState => ({
  kind: 'checked',
  check: pdf(...signatures),
  relation: { kind: 'recordUnknown' },
  file: new Blob(),
  fullCheck: 'none',
});

const kindOf = (result: Result): string =>
  'reason' in result ? `${result.kind} (${result.reason})` : result.kind;
const answerOf = (state: RecordState): string => kindOf(resultOf(state, { kind: 'none' }));

describe('the verifier’s one answer', () => {
  it('is the record’s while there is no file', () => {
    assert.equal(answerOf(held()), 'recorded');
    assert.equal(answerOf(held({ environment: 'sandbox' })), 'recorded');
    assert.equal(answerOf(held({ environment: 'sandbox', purpose: 'ACTION_AUTHENTICATION' })), 'recorded');
    assert.equal(answerOf({ kind: 'none' }), 'start');
    assert.equal(answerOf({ kind: 'unknown' }), 'unknown');
    assert.equal(answerOf({ kind: 'unanswered' }), 'undecided (unanswered)');
  });

  it('is the file’s, compared with the record', () => {
    assert.equal(answerTo(pdf(PASSED), 'signed', held()), 'intact good');
    assert.equal(answerTo(pdf(PASSED), 'signed', held({ environment: 'sandbox' })), 'intact good');
    assert.equal(answerTo(pdf(), 'original', held()), 'original caution');
    assert.equal(answerTo(pdf(), 'other', held()), 'otherFile bad');
    assert.equal(answerTo(pdf(PASSED), 'other', held()), 'otherFile bad');
    assert.equal(answerTo(pdf(ALTERED), 'other', held()), 'changed bad');
    assert.equal(answerTo(pdf(PASSED, PASSED), 'otherVersion', held()), 'otherVersion caution');
    assert.equal(answerTo(pdf(PASSED, ALTERED), 'otherVersion', held()), 'changed bad');
    assert.equal(answerTo(pdf(), 'otherVersion', held()), 'otherFile bad', 'anybody may append');
    assert.equal(
      answerTo(inDoubt('NO_CERTIFICATE_CHAIN_FOUND'), 'otherVersion', held()),
      'undecided (untrusted) caution',
    );
  });

  it('never passes a test’s changed file as a test', () => {
    assert.equal(answerTo(pdf(ALTERED), 'other', held({ environment: 'sandbox' })), 'changed bad');
  });

  it('is the worst signature’s where no record is known', () => {
    assert.equal(answerTo(pdf(PASSED), 'recordUnknown'), 'intactFile good');
    assert.equal(answerTo(pdf(PASSED, ALTERED), 'recordUnknown'), 'changed bad');
    assert.equal(answerTo(pdf(), 'recordUnknown'), 'unsigned caution');
    assert.equal(
      answerTo(inDoubt('TRY_LATER', { revocation: 'unknown' }), 'recordUnknown'),
      'undecided (revocationUnknown) caution',
    );
    assert.equal(answerTo(inDoubt('GENERIC'), 'recordUnknown'), 'undecided (notComputable) caution');
    const expired = (lacksRevocation: boolean) => inDoubt('OUT_OF_BOUNDS_NO_POE', { lacksRevocation });
    assert.equal(answerTo(expired(false), 'recordUnknown'), 'undecided (expired) caution');
    assert.equal(answerTo(expired(true), 'recordUnknown'), 'undecided (expiredUnchecked) caution');
    assert.equal(answerTo(inDoubt('REVOKED_NO_POE'), 'recordUnknown'), 'undecided (revoked) caution');
    const laterChanges = {
      fileState: 'changed',
      level: 'other',
      permitted: false,
      filled: [],
      marks: [],
    } as const;
    assert.equal(answerTo(inDoubt('TRY_LATER', { laterChanges }), 'recordUnknown'), 'changed bad');
    assert.equal(
      answerTo(inDoubt(undefined, { laterChanges: { ...laterChanges, level: 'unknown' } }), 'recordUnknown'),
      'undecided (unclearChanges) caution',
    );
    const ambiguous = { ...laterChanges, level: 'unknown', problem: 'ambiguous' } as const;
    assert.equal(
      answerTo(inDoubt(undefined, { laterChanges: ambiguous }), 'recordUnknown'),
      'undecided (ambiguousDocument) caution',
    );
    const later = (changes: Partial<SignatureFinding['laterChanges']>, validAsSigned = true) =>
      inDoubt('SIG_CONSTRAINTS_FAILURE', {
        laterChanges: { ...laterChanges, level: 'signatures', permitted: true, ...changes },
        validAsSigned,
      });
    const marks = [{ page: 1, rect: [0, 0, 9, 9], fieldName: 'Segunda' }];
    const marked = { fileState: 'marked', marks } as const;
    assert.equal(answerTo(later(marked), 'recordUnknown'), 'undecided (markedLater) caution');
    assert.equal(answerTo(later(marked, false), 'recordUnknown'), 'undecided (other) caution');
    const filled = [{ field: 'Preco', before: '100', after: '900' }];
    assert.equal(answerTo(later({ filled }), 'recordUnknown'), 'undecided (filledLater) caution');
    assert.equal(answerTo(later({ ...marked, permitted: false }), 'recordUnknown'), 'changed bad');
    const withoutList = (changes: Partial<SignatureFinding['laterChanges']>) =>
      answerTo(
        inDoubt('TRY_LATER', {
          laterChanges: { ...laterChanges, level: 'form', permitted: true, ...changes },
          validAsSigned: false,
        }),
        'recordUnknown',
      );
    assert.equal(withoutList({ filled }), 'undecided (filledUnchecked) caution');
    assert.equal(
      withoutList({ ...marked, level: 'signatures' }),
      'undecided (markedUnchecked) caution',
      'not intact, and not valid as signed',
    );
    assert.equal(
      withoutList({ fileState: 'same', level: 'signatures' }),
      'undecided (revocationUnknown) caution',
    );
    const failed = { ...PASSED, indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' } as const;
    assert.equal(answerTo(pdf(failed), 'recordUnknown'), 'invalid (format) bad');
  });

  it('takes an evidence pack by what is inside, and only under a seal that holds', () => {
    const action = held({ purpose: 'ACTION_AUTHENTICATION' });
    assert.deepEqual(relationOf(pack(PASSED), RECORD, false), { kind: 'pack' });
    assert.equal(answerTo(pack(PASSED), 'pack', action), 'intactAction good');
    assert.equal(answerTo(pack(ALTERED), 'pack', action), 'changed bad');
  });

  it('knows files by their hashes', () => {
    assert.deepEqual(relation('sha256:signed', RECORD, true), { kind: 'signed' });
    assert.deepEqual(relation('sha256:original', RECORD), { kind: 'original' });
    assert.deepEqual(relation('sha256:x', RECORD, true), { kind: 'otherVersion' });
    assert.deepEqual(relation('sha256:x', RECORD), { kind: 'other' });
    assert.deepEqual(relation('sha256:signed'), { kind: 'recordUnknown' });
    const record = {
      ...RECORD,
      combinedHash: 'sha256:all',
      evidencePageHash: 'sha256:page',
      batchFiles: [
        { position: 1, signedHash: 'sha256:signed' },
        { position: 2, signedHash: 'sha256:second-signed' },
      ],
    };
    assert.deepEqual(relation('sha256:all', record), { kind: 'combined' });
    assert.deepEqual(relation('sha256:page', record), { kind: 'evidencePage' });
    assert.deepEqual(relation('sha256:second-signed', record), { kind: 'ofBatch', position: 2, total: 2 });
    assert.deepEqual(relation('sha256:by-joao', record), { kind: 'ofEnvelope', signer: 'João' });
  });

  it('calls each known file what it is', () => {
    assert.equal(answerTo(pdf(PASSED), 'combined', held()), 'intactCombined good');
    assert.equal(answerTo(pdf(PASSED), 'evidencePage', held()), 'intactPage good');
    const place = { position: 3, total: 5 };
    assert.equal(answerTo(pdf(PASSED), { kind: 'ofBatch', ...place }, held()), 'intactOther good');
    assert.equal(answerTo(pdf(PASSED), { kind: 'ofEnvelope', signer: 'João' }, held()), 'intactOther good');
  });

  it('knows a test by the certificate that sealed it, without a record', () => {
    const holder = { name: 'A', cpf: undefined, cnpj: undefined, issuer: 'B', isTest: true };
    assert.equal(isTestFile(checked(PASSED, { ...PASSED, holder })), true);
    assert.equal(isTestFile(checked(PASSED)), false);
  });
});
