import { SESSION_STATUSES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import type { StoredResponse } from '../http/stored-response.ts';
import { SIGNING_MODES } from '../domain/session.ts';
import { ENVELOPE_STATUSES, occupiesIndex, type Envelope, type Member } from '../domain/envelope.ts';

const time = z.string().describe('ISO 8601, UTC');

const envelope = z.object({
  envelopeId: z.string(),
  status: z.enum(ENVELOPE_STATUSES),
  signingMode: z.enum(SIGNING_MODES),
  totalSigners: z.number(),
  documentHash: z.string(),
  createdAt: time,
  expiresAt: time,
});

export const envelopeCreatedAnswer = envelope.openapi('CreatedEnvelope');

export const envelopeAnswer = envelope
  .extend({
    addedSessions: z.number().describe('Signers who have signed or still can: the places that are filled.'),
    completedSessions: z.number(),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        transactionId: z.string(),
        signerIndex: z.number(),
        signerName: z.string().describe('Empty where it can no longer be read.'),
        status: z.enum(SESSION_STATUSES),
        completedAt: time.optional(),
        evidenceId: z.string().optional(),
      }),
    ),
    combinedSignedPdfUrl: z.string().optional().describe('Presigned; once the combined stamp was made.'),
    updatedAt: time,
  })
  .openapi('Envelope');

export const envelopeCancelledAnswer = z
  .object({
    envelopeId: z.string(),
    status: z.literal('CANCELLED'),
    cancelledCount: z.number(),
    preservedSignedCount: z.number(),
    cancelledSessions: z.array(z.object({ sessionId: z.string(), transactionId: z.string() })),
    alreadyCancelled: z.boolean().optional(),
  })
  .openapi('CancelledEnvelope');

export const combinedStampAnswer = z
  .object({
    envelopeId: z.string(),
    downloadUrl: z.string().describe('Presigned address of the PDF, for one hour'),
    expiresIn: z.number(),
    signerCount: z.number(),
  })
  .openapi('CombinedStamp');

export const groupStampAnswer = combinedStampAnswer
  .omit({ envelopeId: true })
  .extend({ groupId: z.string() })
  .openapi('GroupStamp');

function shortOf({ envelopeId, status, signingMode, totalSigners, document, ...times }: Envelope) {
  return {
    envelopeId,
    status,
    signingMode,
    totalSigners,
    documentHash: document.hash,
    createdAt: times.createdAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
  };
}

export function storedEnvelope(made: Envelope): StoredResponse {
  return { status: 201, body: shortOf(made) };
}

export function describeEnvelope(
  found: Envelope,
  members: readonly Member[],
  combinedSignedPdfUrl: string | undefined,
): z.output<typeof envelopeAnswer> {
  return envelopeAnswer.parse({
    ...shortOf(found),
    addedSessions: members.filter(occupiesIndex).length,
    completedSessions: members.filter(({ status }) => status === 'COMPLETED').length,
    sessions: members.map(member => ({ ...member, completedAt: member.completedAt?.toISOString() })),
    combinedSignedPdfUrl,
    updatedAt: found.updatedAt.toISOString(),
  });
}
