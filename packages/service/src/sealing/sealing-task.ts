import type { EvidencePageContent } from '../pdf/evidence-content.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';

/** A task for the sealing thread; see seal-document.ts, and signed-data.ts for the pack. */
export type SealingTask =
  | {
      readonly kind: 'document';
      readonly original: Uint8Array;
      readonly evidence: EvidencePageContent;
      readonly sealedAt: Date;
    }
  | { readonly kind: 'evidence-page'; readonly evidence: EvidencePageContent; readonly sealedAt: Date }
  | {
      readonly kind: 'document-for-all';
      readonly original: Uint8Array;
      readonly evidence: readonly EvidencePageContent[];
      readonly sealedAt: Date;
    }
  | { readonly kind: 'pack'; readonly content: Uint8Array; readonly signingTime: Date };

/** A message to the thread. */
export interface SealingRequest {
  readonly id: number;
  readonly task: SealingTask;
}

/** A message from the thread, in any order. */
export type SealingAnswer =
  | { readonly id: number; readonly outcome: 'sealed'; readonly made: SealedDocument }
  | { readonly id: number; readonly outcome: 'failed'; readonly error: SentError };

/** An error as data, since its class is lost between threads. */
export interface SentError {
  /** Whether it was an UnsealableDocumentError. */
  readonly isAboutDocument: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * Returns bytes whose buffer can be transferred to another thread. Copies them if they share their buffer, as small
 * buffers and database rows do.
 */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
