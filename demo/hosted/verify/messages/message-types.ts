/** A heading with a sentence below it. */
interface Told {
  readonly heading: string;
  readonly text: string;
}

/** What the verifier comes to, where that needs no more words than these. */
export type PlainResult =
  | 'start'
  | 'loading'
  | 'checking'
  | 'test'
  | 'testAction'
  | 'intact'
  | 'intactAction'
  | 'intactFile'
  | 'original'
  | 'otherVersion'
  | 'otherFile'
  | 'changed'
  | 'unsigned'
  | 'unreadable'
  | 'foreign'
  | 'unknown';

/** Why a signature is not valid, or can't be decided on. */
export type Reason =
  | 'unavailable'
  | 'unanswered'
  | 'insecure'
  | 'tooLarge'
  | 'tooLong'
  | 'broken'
  | 'noRoots'
  | 'format'
  | 'untrusted'
  | 'revocationUnknown'
  | 'revoked'
  | 'expired'
  | 'notYetValid'
  | 'weak'
  | 'notComputable'
  | 'unclearChanges'
  | 'other';

export type SignatureKind = 'simple' | 'advanced' | 'qualified';

/** The step types of the service interface. */
export type StepType =
  | 'CLICK_ACCEPT'
  | 'OTP_CHALLENGE'
  | 'OTP_VERIFY'
  | 'BIOMETRIC_LIVENESS'
  | 'BIOMETRIC_MATCH'
  | 'DIGITAL_SIGN_A1'
  | 'SERPRO_IDENTITY_CHECK'
  | 'DOCUMENT_PHOTO_MATCH'
  | 'PURPOSE_DISCLOSURE';

/** All that the verifier page says. */
export interface VerifyMessages {
  readonly titleSignature: string;
  readonly titleAction: string;
  readonly language: string;
  readonly testBanner: string;
  readonly results: Readonly<Record<PlainResult, Told>>;
  readonly recordedSignature: string;
  readonly recordedAction: string;
  readonly dropToCompare: string;
  readonly signedBy: (who: string, when: string) => string;
  readonly confirmedBy: (who: string, when: string) => string;
  readonly kinds: Readonly<Record<SignatureKind, string>>;
  readonly undecided: string;
  readonly invalid: string;
  readonly reasons: Readonly<Record<Reason, string>>;

  readonly drop: string;
  readonly dropPack: string;
  readonly dropAny: string;
  readonly dropAnother: string;
  readonly dropPrivacy: string;

  readonly fileHeading: string;
  readonly fileRelation: Readonly<
    Record<'signed' | 'pack' | 'original' | 'otherVersion' | 'other' | 'recordUnknown', string>
  >;
  readonly signedWith: (holder: string, issuer: string) => string;
  readonly timestampBy: (holder: string) => string;
  readonly signatureBroken: string;
  readonly unknownHolder: string;
  readonly unchanged: string;
  readonly laterSignatures: string;
  readonly filled: (field: string, before: string, after: string) => string;
  readonly changedLater: string;
  readonly changesUnclear: string;
  readonly trusted: string;
  readonly untrusted: string;
  readonly revocation: Readonly<Record<'good' | 'revoked' | 'unknown' | 'not-stated', string>>;
  readonly unsignedBytes: (bytes: string) => string;
  readonly statedTime: (time: string) => string;
  readonly stampedTime: (time: string) => string;
  readonly fileHash: string;
  /** The check by the service, of a file that is sent to it. */
  readonly fullCheckWhat: string;
  readonly fullCheckAsk: string;
  readonly fullCheckRuns: string;
  readonly fullCheckDone: string;
  readonly fullCheckFailed: string;

  readonly howSigned: string;
  readonly howConfirmed: string;
  readonly steps: Readonly<Record<StepType, string>>;
  readonly readAndAgreed: (viewed: number, pages: number) => string;
  readonly confirmedAction: string;
  readonly codeSentTo: (contact: string) => string;
  readonly actionHeading: string;
  readonly reference: string;

  readonly envelopeHeading: string;
  readonly envelopeProgress: (done: number, all: number) => string;
  readonly envelopeSigner: (name: string, when: string) => string;

  readonly recordHeading: string;
  readonly requestedBy: string;
  readonly sealedBy: string;
  readonly issuedBy: (issuer: string) => string;
  readonly document: string;
  readonly evidenceId: string;
  readonly originalHash: string;
  readonly signedHash: string;
  readonly packHash: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyWhat: (what: string) => string;

  readonly print: string;
  readonly technical: string;
  readonly downloads: string;
  readonly downloadsWho: string;
  readonly downloadsField: string;
  readonly downloadsAsk: string;
  readonly downloadsNone: string;
  readonly downloadsFailed: string;
  readonly download: Readonly<
    Record<'finalPdf' | 'originalDocument' | 'evidencePage' | 'evidencePack', string>
  >;
}
