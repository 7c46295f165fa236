import type { CertificateErrorCode, CertificateErrorReason } from '../provider.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The page's requests to the worker that holds the keys. */
export interface WorkerRequests {
  /** Opens a PKCS#12 file; its keys are kept until the next one is opened or the worker ends. */
  open: {
    readonly request: {
      readonly file: Bytes;
      readonly password: string;
      /** Keeps RSA keys readable inside the worker, for `signDigest`. */
      readonly forDigests: boolean;
    };
    /** One chain per certificate with a key, DER, the holder's first. Later requests refer to its index. */
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

/** The worker's first message: it is listening. */
export const READY = 'ready';
