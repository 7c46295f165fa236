import type { SessionStatus } from '@sign-session/session-rules';
import * as z from 'zod';
import type { Locale } from './locales.ts';
import { appearanceSchema, metadataSchema, type SessionDocument, type SigningMode } from './session.ts';

export const ENVELOPE_STATUSES = ['CREATED', 'ACTIVE', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number];

/** The settings from the creation request. They never change, and members inherit them. */
export const envelopeRequestSchema = z.object({
  appearance: appearanceSchema.optional(),
  returnUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
  metadata: metadataSchema.optional(),
  owner: z.object({ email: z.string(), name: z.string().optional() }).optional(),
  showSigners: z.boolean().optional(),
});
type EnvelopeRequest = z.infer<typeof envelopeRequestSchema>;

/** One document with several signers. */
export interface Envelope {
  readonly envelopeId: string;
  readonly tenantId: string;
  readonly status: EnvelopeStatus;
  readonly signingMode: SigningMode;
  readonly totalSigners: number;
  readonly locale: Locale;
  readonly request: EnvelopeRequest;
  readonly document: SessionDocument;
  /** The document with the signatures so far; only for certificate signatures. */
  readonly signedDocumentId: string | undefined;
  /** Set once the combined document was requested. */
  readonly combinedDocumentId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly eraseAt: Date | undefined;
}

/** Summary of an envelope's signer. */
export interface Member {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly signerIndex: number;
  /** Empty if it cannot be read, so that one damaged row does not block the other signers. */
  readonly signerName: string;
  readonly profile: string;
  readonly status: SessionStatus;
  readonly completedAt: Date | undefined;
  readonly evidenceId: string | undefined;
}

/** Whether a member occupies its signer index. After declining, failing or expiring, another signer can take it. */
export function occupiesIndex({ status }: Member): boolean {
  return status === 'ACTIVE' || status === 'COMPLETED';
}

/** Whether signers can still be added and sign. */
export function isOpen({ status }: Envelope): boolean {
  return status === 'CREATED' || status === 'ACTIVE';
}
