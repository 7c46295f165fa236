import type { Bytes } from '@sign-session/certificates';
import type { CertificateErrorCode, CertificateErrorReason } from '../provider.ts';
import type { OpenedFile } from './key-store.ts';

/** The page's requests to the worker that holds the keys. A certificate is identified by its chain's index. */
export type KeyTask =
  /** Opens a PKCS#12 file; its keys are kept until the next one is opened or the worker ends. */
  | { readonly kind: 'open'; readonly file: Bytes; readonly password: string }
  | { readonly kind: 'sign'; readonly index: number; readonly bytes: Bytes };

/** The worker's answers. */
export type KeyResult =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'signed'; readonly signature: Bytes }
  | {
      readonly kind: 'error';
      readonly code: CertificateErrorCode;
      readonly reason: CertificateErrorReason | undefined;
    };

/** The worker's first message: it is listening. */
export const READY = 'ready';
