/** Can this provider supply certificates? */
export type ProviderState =
  | 'ready'
  /** The signer has to install something first: see `installUrl`. */
  | 'not-installed'
  /** It is installed, but too old. */
  | 'outdated'
  /** Not available in this browser or on this system. */
  | 'unsupported';

/** A certificate to choose from, as known before its bytes are read. */
export interface ListedCertificate {
  /** Identifies it to the provider. */
  readonly id: string;
}

/** The hash algorithm of a signature. */
type SignatureHash = 'SHA-256';

/** What is signed of a document among several. */
export interface DocumentToSign {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The document's title, for the signer. */
  readonly label: string;
}

/**
 * A source of certificates and signatures: a file, a token through a bridge, or an integrator's own. Every promise
 * rejects with an error that has a `code` of `CertificateErrorCode` and optionally a `reason` (here a
 * `CertificateError`), or with the signal's reason when it aborts.
 */
export interface CertificateProvider {
  /** Identifies the provider, for example `a1-file`. */
  readonly kind: string;
  /** Its name for signers, shown when there is more than one to choose from. */
  readonly label?: string;
  /** Where the signer can install what is missing. https only. */
  readonly installUrl?: string;
  init(signal: AbortSignal): Promise<ProviderState>;
  list(signal: AbortSignal): Promise<readonly ListedCertificate[]>;
  /** The certificate and its issuers, as far as available: DER, the holder's first. */
  chain(id: string, signal: AbortSignal): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /**
   * Signs `bytes` (not their digest) with the certificate's key: RSASSA-PKCS1-v1_5, or ECDSA as the DER of
   * `Ecdsa-Sig-Value` (RFC 3279, 2.2.3).
   */
  sign(
    id: string,
    bytes: Uint8Array<ArrayBuffer>,
    hash: SignatureHash,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Signs several documents after one question to the signer: all or none, in their order. Optional: without it each is
   * signed by itself.
   */
  signAll?(
    id: string,
    documents: readonly DocumentToSign[],
    hash: SignatureHash,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /** Discards keys, files and certificates, and cancels what is under way; `init` starts again. */
  dispose(): void;
}

export type CertificateErrorCode =
  'WRONG_PASSWORD' | 'UNSUPPORTED' | 'MALFORMED' | 'CANCELLED' | 'DEVICE_ABSENT' | 'LICENSE';

/** Details of an error, where they help the signer to continue. */
export type CertificateErrorReason =
  /** Not a PKCS#12 file. */
  | 'not-pkcs12'
  /** A PKCS#12 file with missing or altered bytes. */
  | 'damaged'
  | 'too-large'
  /** The password derivation would take too long. */
  | 'too-many-iterations'
  | 'too-slow'
  /** The file has no private key. */
  | 'no-key'
  /** An unsupported encryption. */
  | 'encryption'
  /** This browser can't sign with the key. */
  | 'key'
  /** The worker's script did not load or was blocked. */
  | 'worker'
  /** The signature does not match the certificate. */
  | 'signature'
  | 'pin-locked'
  /** The signer did not answer a question outside the page. */
  | 'timed-out';

/** An error about a certificate. Its message never contains what the signer typed or what is in the file. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  readonly reason: CertificateErrorReason | undefined;

  constructor(
    code: CertificateErrorCode,
    reason?: CertificateErrorReason,
    options?: { readonly cause?: unknown },
  ) {
    super(reason === undefined ? code : `${code} (${reason})`, options);
    this.code = code;
    this.reason = reason;
  }
}
