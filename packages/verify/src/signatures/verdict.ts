import type { CertificateFacts } from '@sign-session/certificates';
import type { CertificationPath } from './certification-path.ts';
import type {
  Indication,
  RevocationReport,
  SignatureReport,
  SubIndication,
  TimestampReport,
} from './signature-report.ts';
import type { SignedDataCheck } from './signed-data-check.ts';

/** What was found of the certificate that signs. */
export interface CertificateFindings {
  readonly type: SignatureReport['type'];
  readonly signer: CertificateFacts;
  readonly path: CertificationPath;
  readonly revocation: RevocationReport;
  /** Of the authorities between the signer and the root; the worst that was found. */
  readonly authorities: RevocationReport['status'];
  /** When the signature was certainly there, as the earliest timestamp proves that covers it. */
  readonly existedAt?: Date | undefined;
  /** Of the content: the signature was not there before. */
  readonly contentTimestamp?: TimestampReport | undefined;
  readonly now: Date;
}

export interface Findings extends CertificateFindings {
  readonly check: SignedDataCheck;
}

export interface Verdict {
  readonly indication: Indication;
  readonly subIndication: SubIndication | undefined;
}

/** ETSI EN 319 102-1, table 5: what is wrong for good. Everything else may be right, given more evidence. */
const FAILURES: readonly SubIndication[] = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
];

export function verdictOf(subIndication: SubIndication | undefined): Verdict {
  if (subIndication === undefined) return { indication: 'TOTAL-PASSED', subIndication };
  const failed = FAILURES.includes(subIndication);
  return { indication: failed ? 'TOTAL-FAILED' : 'INDETERMINATE', subIndication };
}

/** What speaks against a signature on its own, before anybody's trust comes in. */
export function ownFault({ digest, signer, signature }: SignedDataCheck): SubIndication | undefined {
  if (digest === 'invalid') return 'HASH_FAILURE';
  if (signer === undefined) return 'NO_SIGNING_CERTIFICATE_FOUND';
  if (signature === 'invalid') return 'SIG_CRYPTO_FAILURE';
  return digest === 'valid' && signature === 'valid' ? undefined : 'GENERIC';
}

/** The first thing that speaks against a signature, the gravest first. */
export function faultOf(findings: Findings): SubIndication | undefined {
  const { check } = findings;
  return (
    ownFault(check) ?? (check.strong ? undefined : 'CRYPTO_CONSTRAINTS_FAILURE') ?? certificateFault(findings)
  );
}

/** The same of the certificate alone, whatever it signs. */
export function certificateFault(findings: CertificateFindings): SubIndication | undefined {
  return (
    (isForSigning(findings) ? undefined : 'SIG_CONSTRAINTS_FAILURE') ??
    findings.path.failure ??
    revocationFault(findings) ??
    validityFault(findings)
  );
}

/** A timestamp of the whole is by a certificate for times alone, which is looked at where the token is read. */
function isForSigning({ signer: { usageFault }, type }: CertificateFindings): boolean {
  return usageFault === undefined || (usageFault === 'purposes' && type === 'timestamp');
}

/** The time of a timestamp that is to be trusted: what it is of was there then. */
export function provenTime(timestamp: TimestampReport | undefined): Date | undefined {
  return timestamp?.valid === true && timestamp.trusted ? timestamp.time : undefined;
}

/** The earliest of those times that are proven. */
export function earliest(...times: readonly (Date | undefined)[]): Date | undefined {
  const proven = times.flatMap(time => time?.getTime() ?? []);
  return proven.length === 0 ? undefined : new Date(Math.min(...proven));
}

/**
 * Only a timestamp of the content proves that the signature came after the revocation, since it was made before the
 * signature: one on the signature says no more than that it is not older (EN 319 102-1, 5.3.4 and 5.5.4).
 */
function revocationFault(findings: CertificateFindings): SubIndication | undefined {
  const { revocation, authorities } = findings;
  if (authorities === 'revoked') return 'REVOKED_CA_NO_POE';
  if (revocation.status === 'revoked') {
    const { revokedAt = new Date(0) } = revocation;
    const [after, before] = [provenTime(findings.contentTimestamp), findings.existedAt];
    if (after !== undefined && after >= revokedAt) return 'REVOKED';
    return before !== undefined && before < revokedAt ? undefined : 'REVOKED_NO_POE';
  }
  if (isForgotten(revocation)) return 'OUT_OF_BOUNDS_NO_POE';
  return revocation.status === 'unknown' || authorities === 'unknown' ? 'TRY_LATER' : undefined;
}

/** Whether nobody tells of the certificate any more, because it is over: no later try will. */
function isForgotten({ status, failures = [] }: RevocationReport): boolean {
  return status === 'unknown' && failures.some(({ problem }) => problem === 'after-expiry');
}

/** As with revocation. */
function validityFault(findings: CertificateFindings): SubIndication | undefined {
  const { signer, now } = findings;
  const at = findings.existedAt ?? now;
  const after = provenTime(findings.contentTimestamp);
  if (at < signer.notBefore) return 'NOT_YET_VALID';
  if (after !== undefined && after > signer.notAfter) return 'EXPIRED';
  return at <= signer.notAfter ? undefined : 'OUT_OF_BOUNDS_NO_POE';
}
