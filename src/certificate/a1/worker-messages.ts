import type { CertificateErrorCode, CertificateErrorReason } from '../provider.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the page asks of the worker with the keys. */
export interface WorkerRequests {
  /** Opens a PKCS#12 file; keys and certificates stay until the next one or the worker's end. */
  open: {
    readonly request: {
      readonly file: Bytes;
      readonly password: string;
      /** Keeps RSA keys readable inside the worker, for `signDigest`. */
      readonly forDigests: boolean;
    };
    /** One chain a certificate with its key, DER, the holder's first. Its index names it from here on. */
    readonly answer: readonly (readonly Bytes[])[];
  };
  sign: { readonly request: { readonly index: number; readonly bytes: Bytes }; readonly answer: Bytes };
  signDigest: {
    readonly request: { readonly index: number; readonly digest: Bytes };
    readonly answer: Bytes;
  };
}

export type RequestKind = keyof WorkerRequests;

export type WorkerRequest = {
  [Kind in RequestKind]: { readonly number: number; readonly kind: Kind } & WorkerRequests[Kind]['request'];
}[RequestKind];

export type WorkerAnswer =
  | { readonly number: number; readonly value: WorkerRequests[RequestKind]['answer'] }
  | {
      readonly number: number;
      readonly error: {
        readonly code: CertificateErrorCode;
        readonly reason: CertificateErrorReason | undefined;
      };
    };

/** The worker's first message: from now on it listens. */
export const READY = 'ready';
