/* What a check found, in values that a worker can hand over. */
import type { AttachedReport, SignatureReport } from '@sign-session/verify';

/** Whom a certificate names. */
export interface FoundHolder {
  readonly name: string;
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
  /** The authority that issued the certificate. */
  readonly issuer: string;
}

/** One signature, as far as it was checked. */
export type SignatureFinding = Pick<
  SignatureReport,
  | 'digestMatches'
  | 'signatureValid'
  | 'chainTrusted'
  | 'indication'
  | 'subIndication'
  | 'claimedAt'
  | 'timestamp'
> & {
  /** Empty in an evidence pack. */
  readonly fieldName: string;
  readonly type: SignatureReport['type'];
  readonly coverage: SignatureReport['coverage'];
  readonly laterChanges: SignatureReport['laterChanges'];
  readonly revocation: SignatureReport['revocation']['status'];
  readonly holder: FoundHolder | undefined;
};

interface Checked {
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly sizeBytes: number;
}

export type FileCheck = Checked &
  (
    | {
        readonly kind: 'pdf';
        /** Oldest first. */
        readonly signatures: readonly SignatureFinding[];
        /** Of the evidence page's link. */
        readonly evidenceId: string | undefined;
      }
    | {
        readonly kind: 'pack';
        readonly signatures: readonly SignatureFinding[];
        /** Of the canonical JSON inside. */
        readonly contentHash: string;
        readonly evidenceId?: string;
      }
    /** A PDF that can't be read. */
    | { readonly kind: 'unreadable'; readonly cause: string }
    /** Neither a PDF nor an evidence pack. */
    | { readonly kind: 'foreign' }
  );

/** Without the certificates' bytes, which the page has no use for. */
export function findingOf(report: SignatureReport): SignatureFinding {
  const { fieldName, type, coverage, laterChanges } = report;
  return { fieldName, type, coverage, laterChanges, ...common(report) };
}

/** Of an evidence pack: its content is inside, so that nothing can come later. */
export function packFinding(report: AttachedReport): SignatureFinding {
  return {
    fieldName: '',
    type: 'approval',
    coverage: { wholeFile: true, bytesAfter: 0 },
    laterChanges: { level: 'none', permitted: true, filled: [], covered: [] },
    ...common(report),
  };
}

function common(report: SignatureReport | AttachedReport) {
  const { digestMatches, signatureValid, chainTrusted, indication, subIndication } = report;
  const { claimedAt, timestamp, revocation, signer } = report;
  return {
    digestMatches,
    signatureValid,
    chainTrusted,
    indication,
    subIndication,
    claimedAt,
    timestamp,
    revocation: revocation.status,
    holder: signer && { ...signer.holder, issuer: signer.issuerName },
  };
}
