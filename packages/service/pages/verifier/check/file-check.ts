/* The result of a check, as values that a worker can post. */
import type { AttachedReport, SignatureReport } from '@sign-session/verify';

/** The holder of a certificate. */
export interface FoundHolder {
  readonly name: string;
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
  /** The authority that issued the certificate. */
  readonly issuer: string;
  /** Whether it is one of the service's test authority, without legal effect. */
  readonly isTest: boolean;
}

/** The result for one signature. */
export type SignatureFinding = Pick<
  SignatureReport,
  | 'digestMatches'
  | 'signatureValid'
  | 'chainTrusted'
  | 'validAsSigned'
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
  /** The certificate has expired, and nothing is missing but a proof that it was not revoked when the signature was made. */
  readonly lacksRevocation: boolean;
  readonly holder: FoundHolder | undefined;
};

interface FileIdentity {
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly sizeBytes: number;
}

export type FileCheck = FileIdentity &
  (
    | {
        readonly kind: 'pdf';
        /** Oldest first. */
        readonly signatures: readonly SignatureFinding[];
        /** From the evidence page's link. */
        readonly evidenceId: string | undefined;
      }
    | {
        readonly kind: 'pack';
        readonly signatures: readonly SignatureFinding[];
        /** The hash of the canonical JSON inside. */
        readonly contentHash: string;
        readonly evidenceId?: string;
      }
    /** A PDF that can't be read. */
    | { readonly kind: 'unreadable'; readonly cause: string }
    /** Neither a PDF nor an evidence pack. */
    | { readonly kind: 'foreign' }
  );

/** Leaves out the certificates' bytes, which the page doesn't need. */
export function findingOf(report: SignatureReport): SignatureFinding {
  const { fieldName, type, coverage, laterChanges, validAsSigned } = report;
  return { fieldName, type, coverage, laterChanges, validAsSigned, ...common(report) };
}

/** For an evidence pack: its content is inside, so nothing can be added later. */
export function packFinding(report: AttachedReport): SignatureFinding {
  return {
    fieldName: '',
    type: 'approval',
    coverage: { wholeFile: true, bytesAfter: 0 },
    laterChanges: { fileState: 'same', level: 'none', permitted: true, filled: [], marks: [] },
    validAsSigned: report.indication === 'TOTAL-PASSED',
    ...common(report),
  };
}

function common(report: SignatureReport | AttachedReport) {
  const { digestMatches, signatureValid, chainTrusted, indication, subIndication } = report;
  const { claimedAt, timestamp, revocation, signer, existedAt } = report;
  const { name = '', cpf, cnpj } = signer?.holder ?? {};
  return {
    digestMatches,
    signatureValid,
    chainTrusted,
    indication,
    subIndication,
    claimedAt,
    timestamp,
    revocation: revocation.status,
    lacksRevocation: lacksRevocation(subIndication, existedAt, signer?.notAfter),
    holder: signer && { name, cpf, cnpj, issuer: signer.issuerName, isTest: isTestCertificate(signer) },
  };
}

/** For one subindication both proofs may be missing; this tells whether that of the time is there. */
export function lacksRevocation(
  subIndication: string | undefined,
  existedAt: Date | undefined,
  end: Date | undefined,
): boolean {
  const isInTime = existedAt !== undefined && end !== undefined && existedAt <= end;
  return subIndication === 'OUT_OF_BOUNDS_NO_POE' && isInTime;
}

/** What the service writes into the subject of every certificate that it makes for tests, seals and others. */
const TEST_ORGANISATION = /(?:^|, ?)O=Sign Session LOCAL TEST - sem valor legal(?:,|$)/;

function isTestCertificate({ subjectText, issuerText }: NonNullable<SignatureReport['signer']>): boolean {
  return [subjectText, issuerText].some(text => TEST_ORGANISATION.test(text));
}

/** The hash of bytes as the service writes it: `sha256:` and lower-case hex. */
export async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
