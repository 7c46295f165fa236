import type { EvidencePageContent } from '../pdf/evidence-page.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';

/** What the sealing thread makes; see seal-document.ts, and attached.ts for the pack. */
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

/** To the thread. */
export interface SealingRequest {
  readonly id: number;
  readonly task: SealingTask;
}

/** From the thread, in any order. */
export type SealingAnswer =
  | { readonly id: number; readonly outcome: 'sealed'; readonly made: SealedDocument }
  | { readonly id: number; readonly outcome: 'failed'; readonly error: SentError };

/** An error's own class does not pass between threads. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * Bytes whose buffer can be handed to another thread: where they share it with others, as those of small buffers and of
 * database rows do, a copy.
 */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
