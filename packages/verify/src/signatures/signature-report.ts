import type { CertificateFacts } from '@sign-session/certificates';
import type { LaterChanges } from '../changes/later-changes.ts';

/** The three answers that a validation may come to (ETSI EN 319 102-1, 5.1.3). */
export type Indication = 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE';

/** Why it did not pass, in the words of ETSI EN 319 102-1, tables 5 and 6. */
export type SubIndication =
  /** The signature is not of a form that is understood, or its byte range leaves out what it must not. */
  | 'FORMAT_FAILURE'
  /** The bytes under the signature are not those that were signed. */
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  /** A hash, a signature scheme or a key of a kind that is not computed here: neither right nor wrong. */
  | 'GENERIC'
  /** The certificate's key is weaker than 2048 bits of RSA or 256 of EC, or the hash is SHA-1 or older. */
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  /** No path leads from the certificate to a trusted root. */
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  /** A certificate above the signer's may not do what it did, or was not valid. */
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  /**
   * The certificate is an authority's, or its key usage excludes signing; or the file is not what was signed any more: it
   * was changed or marked, or continued in a way that is not checked.
   */
  | 'SIG_CONSTRAINTS_FAILURE'
  /** Signed before the certificate was valid. */
  | 'NOT_YET_VALID'
  /** Signed after the certificate's end, as a timestamp of the content proves. */
  | 'EXPIRED'
  /**
   * Past the certificate's end, and no timestamp proves that the signature is older; or one does, but nothing tells any more
   * whether the certificate had been revoked.
   */
  | 'OUT_OF_BOUNDS_NO_POE'
  /** Revoked, and nothing proves that the signature is older. */
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  /** Revoked before the signature was made, as a timestamp of the content proves. */
  | 'REVOKED'
  /**
   * A revocation list could not be had or is out of date; later it may be. Or a document timestamp states a time that is
   * yet to come.
   */
  | 'TRY_LATER'
  /** A timestamp states a later time than one that covers it. */
  | 'TIMESTAMP_ORDER_FAILURE';

export interface Coverage {
  /** The signature covers everything but its own hole, from the first byte of the file to the last. */
  readonly wholeFile: boolean;
  /** Bytes that were added behind what is covered: later signatures, or changes. */
  readonly bytesAfter: number;
}

/** Why what an address gives says nothing of a certificate. */
export type RevocationProblem =
  /** Nothing came, or not in time. */
  | 'unreachable'
  | 'malformed'
  /** It is over, or has not begun. */
  | 'outdated'
  /** By somebody else than the certificate's issuer. */
  | 'not-by-issuer'
  /** About other certificates, or in terms that are not understood. */
  | 'out-of-scope'
  /** It does not name the certificate, and was made when authorities may have forgotten it. */
  | 'after-expiry';

export interface RevocationFailure {
  readonly address: string;
  readonly problem: RevocationProblem;
}

export interface RevocationReport {
  /**
   * Of the signer's certificate, by the list of the authority that issued it. `not-stated`: the certificate
   * names no source at all. `unknown`: it names none over http, or the list could not be had, is out of date, or is not the authority's.
   */
  readonly status: 'good' | 'revoked' | 'unknown' | 'not-stated';
  readonly revokedAt?: Date;
  /** With `unknown`: the addresses that were asked, and what came of it. */
  readonly failures?: readonly RevocationFailure[];
}

/** A time that a third party signed (RFC 3161). */
export interface TimestampReport {
  readonly time: Date;
  /** The token's digest and signature are right. */
  readonly valid: boolean;
  /**
   * The authority's certificate leads to a trusted root, may sign times, and is valid and not revoked; the time is not
   * in the future.
   */
  readonly trusted: boolean;
  readonly authority: string | undefined;
}

/** What a document carries for a signature with a timestamp: the data to validate it later, and a timestamp over that. */
export type LongTerm = 'LT' | 'LTA';

/** What a verdict rests on besides its subindication, or what a reader of it must know. */
export type Note =
  | { readonly kind: 'changed-after-signing' }
  /** What follows the signed revision is not read: programs might display it differently. */
  | { readonly kind: 'continued-unchecked' }
  /** Programs might find two documents in what was signed. */
  | { readonly kind: 'ambiguous-document' }
  /**
   * Later signatures can be seen on these pages, counted from 1 on; none where it isn't known on which.
   * `isValid`: the signature is valid for the document as it was signed.
   */
  | { readonly kind: 'marked-later'; readonly pages: readonly number[]; readonly isValid: boolean }
  | { readonly kind: 'field-filled'; readonly field: string; readonly before: string; readonly after: string }
  /** Nobody signed them. */
  | { readonly kind: 'bytes-after-last-signature'; readonly bytes: number }
  /** In `/Contents` behind the signature: unsigned, and shown by no program. */
  | { readonly kind: 'bytes-behind-contents' }
  | { readonly kind: 'not-computable' };

export interface SignatureReport {
  /** The full name of the form field that holds it; empty where the file is encrypted. */
  readonly fieldName: string;
  /** `certification` says what may be changed later (DocMDP); `timestamp` is one of the document as a whole. */
  readonly type: 'approval' | 'certification' | 'timestamp';
  /** Such as `Adobe.PPKLite`. */
  readonly filter: string | undefined;
  /** Such as `ETSI.CAdES.detached`. */
  readonly subFilter: string | undefined;
  readonly coverage: Coverage;
  /** What was done to the document after this signature, and whether the file is now what was signed. */
  readonly laterChanges: LaterChanges;
  /** Whether it passes for the bytes that it signs, whatever came after them. */
  readonly validAsSigned: boolean;
  /** The signer's own word: the CMS's signing time or the dictionary's `/M`. */
  readonly claimedAt: Date | undefined;
  readonly digestMatches: boolean;
  /** The CMS signature over its signed attributes is the certificate's. */
  readonly signatureValid: boolean;
  /** Such as `SHA256 with RSA`. */
  readonly algorithm: string | undefined;
  /** Who signed. Not masked: mask it before it leaves the service. */
  readonly signer: CertificateFacts | undefined;
  /** DER, the signer's first, a trusted root last if one was reached. */
  readonly chain: readonly Uint8Array[];
  /** Every link of the chain holds, up to a trusted root. */
  readonly chainTrusted: boolean;
  readonly revocation: RevocationReport;
  readonly timestamp: TimestampReport | undefined;
  /** When it was certainly there, as the earliest timestamp proves; undefined without one that is trusted. */
  readonly existedAt: Date | undefined;
  /** The OID of the policy that its signer states (`sigPolicyId`, ETSI EN 319 122-1, 5.2.9). Not looked into. */
  readonly policy: string | undefined;
  /** Whether anything but zeros stands behind it in `/Contents`. */
  readonly isFollowed: boolean;
  /** What the document carries for it, beside a timestamp; undefined without one, or where data is missing. */
  readonly longTerm: LongTerm | undefined;
  readonly indication: Indication;
  readonly subIndication: SubIndication | undefined;
  readonly notes: readonly Note[];
}
