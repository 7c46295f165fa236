/** Can certificates be had from here? */
export type ProviderState =
  | 'ready'
  /** The signer has to install something first: see `installUrl`. */
  | 'not-installed'
  /** It is installed, but too old. */
  | 'outdated'
  /** Not in this browser or on this system. */
  | 'unsupported';

/** A certificate to choose, as far as it can be told without reading it. */
export interface ListedCertificate {
  /** The provider's own name for it. */
  readonly id: string;
}

/** What a signature is made over. */
export type SignatureHash = 'SHA-256';

/**
 * Where certificates and signatures come from: a file, a token through a bridge, or whatever an integrator
 * hands in. Every promise rejects with an error that has a `code` of `CertificateErrorCode` and perhaps a `reason`
 * (here a `CertificateError`), or with the signal's reason when it aborts.
 */
export interface CertificateProvider {
  /** Names the provider among others, such as `a1-file`. */
  readonly kind: string;
  /** What signers call it, where there is more than one to choose from. */
  readonly label?: string;
  /** Where the signer gets what is missing. https only. */
  readonly installUrl?: string;
  init(signal: AbortSignal): Promise<ProviderState>;
  list(signal: AbortSignal): Promise<readonly ListedCertificate[]>;
  /** The certificate and those above it, as far as they are there: DER, the holder's first. */
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
   * Signs a SHA-256 digest whose origin can't be checked, for services that send nothing else. RSA only.
   * Missing where the provider can't.
   */
  signDigest?(
    id: string,
    digest: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Forgets keys, files and what was listed, and ends what is under way; `init` begins anew. */
  dispose(): void;
}

export type CertificateErrorCode =
  'WRONG_PASSWORD' | 'UNSUPPORTED' | 'MALFORMED' | 'CANCELLED' | 'DEVICE_ABSENT' | 'LICENSE';

/** Why, where a code alone would leave the signer without a way on. */
export type CertificateErrorReason =
  /** The file is none that holds a certificate with its key. */
  | 'not-pkcs12'
  /** It is one, but bytes are missing or altered. */
  | 'damaged'
  | 'too-large'
  /** Its password protection would take longer than a signer waits. */
  | 'too-many-iterations'
  | 'too-slow'
  /** Certificates, but no private key. */
  | 'no-key'
  /** Encrypted in a way that no browser and no library here opens. */
  | 'encryption'
  /** A key that this browser can't sign with. */
  | 'key'
  /** The worker's script did not load or may not run. */
  | 'worker'
  /** The signature made does not belong to the certificate. */
  | 'signature';

/** What went wrong with a certificate. Its message never holds what the signer typed or the file holds. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  readonly reason: CertificateErrorReason | undefined;

  constructor(code: CertificateErrorCode, reason?: CertificateErrorReason, options?: { readonly cause?: unknown }) {
    super(reason === undefined ? code : `${code} (${reason})`, options);
    this.code = code;
    this.reason = reason;
  }
}
