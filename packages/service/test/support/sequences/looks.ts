/** What is compared of two sessions. What is by nature different is left out here, and nowhere else. */
import { STEP_TYPES } from '@sign-session/session-rules';
import * as z from 'zod';

const stepSchema = z.object({
  type: z.enum(STEP_TYPES),
  status: z.string(),
  order: z.number(),
  attempts: z.number(),
  maxAttempts: z.number(),
  error: z.string().optional(),
});

/**
 * Of the bootstrap. Left out: identifiers, times and addresses; the masked signer, who has another name in each session;
 * what doesn't move (texts, appearance, providers); the policy, which the fake always calls CUSTOM; when a code may be sent
 * again and how its delivery stands, because nothing is sent by the fake and its limits would only make tests wait.
 */
const viewSchema = z.object({
  status: z.string(),
  steps: z.array(stepSchema),
  otp: z.object({ channel: z.string(), attemptsLeft: z.number() }).optional(),
  signer: z
    .object({
      otpChannelSelectable: z.boolean().optional(),
      availableOtpChannels: z.array(z.string()).optional(),
    })
    .optional(),
  certificateSources: z.array(z.string()).optional(),
  batch: z.object({ total: z.number(), documentsHash: z.string(), sealed: z.number().optional() }).optional(),
  document: z.object({ hash: z.string() }).optional(),
  failure: z.object({ reason: z.string() }).optional(),
  cancelledBy: z.string().optional(),
  evidenceId: z.string().optional(),
  completedAt: z.string().optional(),
});

const documentSchema = z.object({
  position: z.number(),
  hash: z.string(),
  signed: z.boolean().optional(),
  evidenceId: z.string().optional(),
});

/**
 * Of an answer. Left out of one that carries an action out: the steps it names, because the service answers before its
 * check has an end and the fake has none to wait for; they stand in the session. And a code, which the service tells only
 * where no check came before it, and the fake always has the same.
 */
const answerSchema = z.object({
  type: z.string().optional(),
  livenessSessionId: z.string().optional(),
  signatureRequestId: z.string().optional(),
});

/** What an action was answered. */
export interface AnswerLook {
  readonly httpStatus: number;
  /** The last segment of a problem's type. */
  readonly problem: string | undefined;
  /** Which of them are there. */
  readonly carries: readonly string[];
}

type DocumentLook = { readonly hash: string; readonly isSigned: boolean; readonly hasEvidence: boolean };
type ViewLook = Omit<z.output<typeof viewSchema>, 'otp' | 'evidenceId' | 'completedAt'> & {
  readonly code: z.output<typeof viewSchema>['otp'];
  readonly hasEvidence: boolean;
  readonly isCompletedAt: boolean;
};

/** A session as it looks from outside. */
export interface SessionLook extends ViewLook {
  /** Of a batch. */
  readonly documents: readonly DocumentLook[];
}

export function lookOfAnswer(httpStatus: number, body: unknown): AnswerLook {
  const { type, ...members } = answerSchema.parse(body);
  const carries = Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { httpStatus, problem: type?.split('/').at(-1), carries };
}

export function lookOfView(body: unknown): ViewLook {
  const { otp, evidenceId, completedAt, ...view } = viewSchema.parse(body);
  return {
    ...view,
    code: otp,
    hasEvidence: evidenceId !== undefined,
    isCompletedAt: completedAt !== undefined,
  };
}

export function lookOfDocuments(body: unknown): DocumentLook[] {
  const { documents } = z.object({ documents: z.array(documentSchema) }).parse(body);
  return documents.map(({ hash, signed, evidenceId }) => ({
    hash,
    isSigned: signed === true,
    hasEvidence: evidenceId !== undefined,
  }));
}
