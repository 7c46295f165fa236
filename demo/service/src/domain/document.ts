import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A warning of the inspection at upload: something that the pages may not show (signer API, section 3a). */
export const documentWarningSchema = z.object({ code: z.string(), page: z.number().optional() });

export type DocumentWarning = z.infer<typeof documentWarningSchema>;

/** Metadata of a stored document; the document store holds the bytes under the same id. */
export interface StoredDocument {
  readonly documentId: string;
  readonly tenantId: string;
  readonly filename: string;
  readonly mediaType: 'application/pdf' | 'application/pkcs7-mime';
  /** `sha256:` and 64 hex digits. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** Only for PDFs whose pages were counted. */
  readonly pages: number | undefined;
  /** Only for uploads. */
  readonly warnings?: readonly DocumentWarning[];
}

/** `sha256:` and the SHA-256 of the bytes in hex. */
export function hashOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
