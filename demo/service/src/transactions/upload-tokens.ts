import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';

/** Lifetime in seconds of an upload and its confirmation. */
export const UPLOAD_LIFETIME = 900;

const claimsSchema = z.object({
  aud: z.enum(['upload', 'confirm']),
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

export interface UploadTokens {
  /** The holder of `upload` may send the bytes; the holder of `confirm` may attach them, if they are the tenant. */
  issue(pending: PendingUpload): Promise<{ upload: string; confirm: string }>;
  /** Undefined for a token that is forged, expired or for the other purpose. */
  read(token: string, purpose: 'upload' | 'confirm'): Promise<PendingUpload | undefined>;
}

export function createUploadTokens({ keys, clock }: { keys: KeyRing; clock: Clock }): UploadTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    async issue({ documentId: doc, transactionId: tx, filename: name }) {
      const key = await keys.current('presigned-url');
      const claims = { doc, tx, name, exp: seconds() + UPLOAD_LIFETIME };
      return {
        upload: await signToken({ aud: 'upload', ...claims }, key),
        confirm: await signToken({ aud: 'confirm', ...claims }, key),
      };
    },
    async read(token, purpose) {
      const claims = claimsSchema.safeParse(await readToken(token, 'presigned-url', keys));
      if (!claims.success || claims.data.aud !== purpose || claims.data.exp <= seconds()) return undefined;
      const { doc, tx, name } = claims.data;
      return { documentId: doc, transactionId: tx, filename: name };
    },
  };
}
