import type { CertificateErrorCode, CertificateErrorReason } from '../provider.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the page asks of the worker with the keys. A certificate is named by its chain's index. */
export type KeyTask =
  /** Opens a PKCS#12 file; keys and certificates stay until the next one or the worker's end. */
  | {
      readonly kind: 'open';
      readonly file: Bytes;
      readonly password: string;
      /** Keeps RSA keys readable inside the worker, for `signDigest`. */
      readonly forDigests: boolean;
    }
  | { readonly kind: 'sign'; readonly index: number; readonly bytes: Bytes }
  | { readonly kind: 'signDigest'; readonly index: number; readonly digest: Bytes };

/** What it is told. */
export type KeyResult =
  /** One chain a certificate with its key, DER, the holder's first. */
  | { readonly kind: 'opened'; readonly chains: readonly (readonly Bytes[])[] }
  | { readonly kind: 'signed'; readonly signature: Bytes }
  | {
      readonly kind: 'error';
      readonly code: CertificateErrorCode;
      readonly reason: CertificateErrorReason | undefined;
    };

/** The worker's first message: from now on it listens. */
export const READY = 'ready';
