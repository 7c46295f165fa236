import * as z from 'zod/mini';

/* What the console reads of the envelope routes' answers. */

const text = z.string();

export const createdEnvelopeShape = z.object({ envelopeId: text });

export const envelopeShape = z.object({
  envelopeId: text,
  status: text,
  signingMode: text,
  totalSigners: z.number(),
  completedSessions: z.number(),
  expiresAt: text,
  sessions: z.array(
    z.object({
      sessionId: text,
      transactionId: text,
      signerIndex: z.number(),
      signerName: text,
      status: text,
    }),
  ),
});
export type EnvelopeState = z.output<typeof envelopeShape>;
export type MemberState = EnvelopeState['sessions'][number];

export const combinedStampShape = z.object({ downloadUrl: text });
