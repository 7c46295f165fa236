import * as z from 'zod';
import type { Locale } from './locales.ts';
import {
  appearanceSchema,
  metadataSchema,
  type SessionDocument,
  type SessionStatus,
  type SigningMode,
} from './session.ts';

export const ENVELOPE_STATUSES = ['CREATED', 'ACTIVE', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const;
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number];

/** What the integrator asked for and nobody changes afterwards; members inherit it. */
export const envelopeRequestSchema = z.object({
  appearance: appearanceSchema.optional(),
  returnUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
  metadata: metadataSchema.optional(),
  owner: z.object({ email: z.string(), name: z.string().optional() }).optional(),
});
export type EnvelopeRequest = z.infer<typeof envelopeRequestSchema>;

/** One document for several signers. */
export interface Envelope {
  readonly envelopeId: string;
  readonly tenantId: string;
  readonly status: EnvelopeStatus;
  readonly signingMode: SigningMode;
  readonly totalSigners: number;
  readonly locale: Locale;
  readonly request: EnvelopeRequest;
  readonly document: SessionDocument;
  /** With the signatures so far, where the signers have certificates. */
  readonly signedDocumentId: string | undefined;
  /** Once the combined stamp was asked for. */
  readonly combinedDocumentId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly eraseAt: Date | undefined;
}

/** A signer of an envelope, in short. */
export interface Member {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly signerIndex: number;
  /** Empty where it can no longer be read: that holds up no other signer. */
  readonly signerName: string;
  readonly profile: string;
  readonly status: SessionStatus;
  readonly completedAt: Date | undefined;
  readonly evidenceId: string | undefined;
}

/** Whether a member fills their place: one who declined, or whose signature broke, leaves it to somebody else. */
export function isInPlace({ status }: Member): boolean {
  return status === 'ACTIVE' || status === 'COMPLETED';
}

/** Whether signers can still be added and sign. */
export function isOpen({ status }: Envelope): boolean {
  return status === 'CREATED' || status === 'ACTIVE';
}
