import * as z from 'zod';
import { hashOf } from './sha256.ts';

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
  /** Whether it bore signatures when it was uploaded. */
  readonly isSigned?: boolean;
  /** Only for uploads. */
  readonly warnings?: readonly DocumentWarning[];
}

/** The metadata of a file that the service is about to store. */
export function describeFile(
  bytes: Uint8Array,
  file: Pick<StoredDocument, 'documentId' | 'tenantId' | 'filename'> & Partial<StoredDocument>,
): StoredDocument {
  return {
    mediaType: 'application/pdf',
    pages: undefined,
    ...file,
    hash: hashOf(bytes),
    sizeBytes: bytes.length,
  };
}
