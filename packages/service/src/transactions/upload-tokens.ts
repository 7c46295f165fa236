import { sha256 } from '../domain/sha256.ts';
import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';

/** Lifetime in seconds of an upload and its confirmation. */
export const UPLOAD_LIFETIME = 900;

/** In an address, which access logs keep, and readable there: only what storing the bytes needs. */
const uploadClaims = z.object({
  aud: z.literal('upload'),
  doc: z.string(),
  /** The tenant, by which uploads that are on their way are counted. Absent in tokens of 0.3.0. */
  ten: z.string().optional(),
  exp: z.number(),
});

const confirmClaims = z.object({
  aud: z.literal('confirm'),
  doc: z.string(),
  tx: z.string(),
  name: z.string(),
  exp: z.number(),
});

/** A file being uploaded: its transaction, its name, and the document id its bytes are stored under. */
export interface PendingUpload {
  readonly documentId: string;
  readonly transactionId: string;
  readonly filename: string;
}

/** Their `read…` methods return undefined for a token that is forged, expired or for the other purpose. */
export interface UploadTokens {
  /** The holder of `upload` may send the bytes; the holder of `confirm` may attach them, if they are the tenant. */
  issue(pending: PendingUpload, tenantId: string): Promise<{ upload: string; confirm: string }>;
  /** The document id under which the holder may store bytes, and the tenant for which. */
  readUpload(token: string): Promise<{ documentId: string; tenantId: string } | undefined>;
  readConfirm(token: string): Promise<PendingUpload | undefined>;
}

/**
 * The document id under which a transaction's bytes wait: always the same, so that a transaction holds at most one
 * upload however often it asks. It need not be secret, since storing needs a token and nothing is read by it.
 */
export function pendingDocumentId(transactionId: string): string {
  return `doc_${sha256(`pending upload ${transactionId}`).toString('hex').slice(0, 32)}`;
}

/** Signs and reads the tokens of uploads in two steps. */
export function createUploadTokens({ keys, clock }: { keys: KeyRing; clock: Clock }): UploadTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  async function read<T extends { exp: number }>(
    token: string,
    schema: z.ZodType<T>,
  ): Promise<T | undefined> {
    const claims = schema.safeParse(await readToken(token, 'presigned-url', keys));
    return claims.success && claims.data.exp > seconds() ? claims.data : undefined;
  }
  return {
    async issue({ documentId: doc, transactionId: tx, filename: name }, ten) {
      const key = await keys.current('presigned-url');
      const exp = seconds() + UPLOAD_LIFETIME;
      return {
        upload: await signToken({ aud: 'upload', doc, ten, exp }, key),
        confirm: await signToken({ aud: 'confirm', doc, tx, name, exp }, key),
      };
    },
    async readUpload(token) {
      const claims = await read(token, uploadClaims);
      return claims && { documentId: claims.doc, tenantId: claims.ten ?? claims.doc };
    },
    async readConfirm(token) {
      const claims = await read(token, confirmClaims);
      return claims && { documentId: claims.doc, transactionId: claims.tx, filename: claims.name };
    },
  };
}
