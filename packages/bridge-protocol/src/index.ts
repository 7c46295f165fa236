/**
 * What a page and the token bridge say to each other: JSON texts over a WebSocket on loopback, one request at a time. The
 * calls, their values and error codes are Web eID's, with pairing and signing of several documents besides.
 *
 * Bytes are in base64. A request is `{id, command, arguments}`; its answer `{id, result}` or `{id, error: {code}}`. While
 * a pairing waits for its number to be compared, `{id, pairingNumber}` comes before the answer.
 */

/** The bridge's port on loopback, unless it was started with another. */
export const DEFAULT_PORT = 27413;

/** Told by `status`; a page and a bridge with different ones can't work together. */
export const PROTOCOL_VERSION = 1;

/** Documents of one `signBatch`. */
export const BATCH_LIMITS = { min: 2, max: 500 } as const;

/** Longer titles of documents are refused, in UTF-16 code units. */
export const MAX_LABEL_LENGTH = 200;

/** The largest message that the bridge reads, in bytes: that of {@link BATCH_LIMITS}.max documents. */
export const MAX_MESSAGE_BYTES = 512 * 1024;

/** How long the signer may take to answer the bridge, in ms, as in Web eID. */
export const USER_TIMEOUT_MS = 120_000;

export type BridgeErrorCode =
  /** The signer did not answer in time. */
  | 'ERR_WEBEID_USER_TIMEOUT'
  | 'ERR_WEBEID_USER_CANCELLED'
  /** Another request, of this or another page, is under way. */
  | 'ERR_WEBEID_ACTION_PENDING'
  /** An argument is missing, or not what it should be, or the message is no request. */
  | 'ERR_WEBEID_NATIVE_INVALID_ARGUMENT'
  /** The bridge or the token's driver failed. */
  | 'ERR_WEBEID_NATIVE_FATAL'
  /** The signer has not paired this site with the bridge, or has revoked it. */
  | 'ERR_BRIDGE_NOT_PAIRED'
  /** There is no driver of a token, or the bridge's native part was not compiled. */
  | 'ERR_BRIDGE_NO_MODULE'
  /** No token or card is inserted, or it was removed. */
  | 'ERR_BRIDGE_NO_TOKEN'
  /** The token has no certificate to sign with. */
  | 'ERR_BRIDGE_NO_CERTIFICATE'
  | 'ERR_BRIDGE_PIN_LOCKED';

export interface StatusResult {
  readonly protocolVersion: number;
  /** The bridge's own, as published. */
  readonly version: string;
  /** Is this site paired? */
  readonly paired: boolean;
}

/** As in Web eID: `NONE` for ECC, whose signatures are the DER of `Ecdsa-Sig-Value`. */
export interface SignatureAlgorithm {
  readonly cryptoAlgorithm: 'RSA' | 'ECC';
  readonly hashFunction: 'SHA-256';
  readonly paddingScheme: 'PKCS1.5' | 'NONE';
}

export interface CertificateResult {
  readonly certificate: string;
  /** Its authorities' certificates, as far as the token has them: the one that issued it first. Not Web eID's. */
  readonly issuers: readonly string[];
  readonly supportedSignatureAlgorithms: readonly SignatureAlgorithm[];
}

/** Of one document: the hash to sign, and its title, which the bridge shows to the signer. */
export interface HashToSign {
  readonly hash: string;
  readonly label: string;
}

interface WithLanguage {
  /** The language of the bridge's questions: `pt-BR`, `en` or `es`. Default: the system's. */
  readonly lang?: string | undefined;
}

export interface SignArguments extends WithLanguage, HashToSign {
  /** The one that `getSigningCertificate` returned on this connection. */
  readonly certificate: string;
  readonly hashFunction: 'SHA-256';
}

export interface SignBatchArguments extends WithLanguage {
  readonly certificate: string;
  readonly hashFunction: 'SHA-256';
  readonly documents: readonly (HashToSign & { readonly id: string })[];
}

export interface SignResult {
  readonly signature: string;
  readonly signatureAlgorithm: SignatureAlgorithm;
}

export interface SignBatchResult {
  /** One for each document, in order. */
  readonly signatures: readonly { readonly id: string; readonly signature: string }[];
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/** The bridge's commands: what each takes and returns. */
export interface Commands {
  status: { readonly arguments: object; readonly result: StatusResult };
  /** Asks the signer to compare a number, unless the site is paired. */
  pair: { readonly arguments: WithLanguage; readonly result: object };
  /** Asks the signer which certificate the site may see. */
  getSigningCertificate: { readonly arguments: WithLanguage; readonly result: CertificateResult };
  sign: { readonly arguments: SignArguments; readonly result: SignResult };
  signBatch: { readonly arguments: SignBatchArguments; readonly result: SignBatchResult };
}

export type Command = keyof Commands;
