import * as z from 'zod/mini';

/* What the console reads of the service's answers; everything else is dropped. */

const text = z.string();

export const tokenShape = z.object({ access_token: text });

export const createdSessionShape = z.object({
  sessionId: text,
  transactionId: text,
  url: text,
  clientSecret: text,
  expiresAt: text,
  inviteSent: z.optional(z.boolean()),
});
export type CreatedSession = z.output<typeof createdSessionShape>;

export const sessionPageShape = z.object({
  sessions: z.array(
    z.object({ sessionId: text, transactionId: text, status: text, createdAt: text, locale: text }),
  ),
  nextCursor: z.optional(text),
});
export type SessionPage = z.output<typeof sessionPageShape>;
export type ListedSession = SessionPage['sessions'][number];

/** The answers about a session's state, and to its cancellation. */
export const sessionStateShape = z.object({ sessionId: text, status: text });

export const stepsShape = z.object({ steps: z.array(z.object({ error: z.optional(text) })) });

export const evidenceShape = z.object({
  evidenceId: text,
  transactionId: text,
  status: text,
  createdAt: text,
  completedAt: text,
  document: z.optional(z.object({ hash: text, filename: z.optional(text) })),
});
export type EvidenceRecord = z.output<typeof evidenceShape>;

const link = z.nullable(z.object({ url: text, filename: text }));
export const downloadsShape = z.object({
  downloads: z.object({
    originalDocument: link,
    evidencePack: link,
    finalPdf: link,
    evidencePage: z.optional(link),
  }),
});
export type Downloads = z.output<typeof downloadsShape>['downloads'];

/** The public view is shown as it comes. */
export const publicViewShape = z.record(z.string(), z.unknown());

export const healthShape = z.object({ timestamp: text });

export const messagesShape = z.array(
  z.object({ id: text, channel: text, to: text, subject: z.optional(text), text, at: text }),
);
export type Message = z.output<typeof messagesShape>[number];

/** Whether a tenant's signers are asked for real faces. */
export const biometricsShape = z.object({ mode: z.enum(['SIMULATED', 'LIVE', 'OFF']) });
export type BiometricMode = z.output<typeof biometricsShape>['mode'];

/** A fault of `/_local/faults`; without `times` it stays. */
const fault = z.object({
  match: z.object({ method: z.optional(text), path: z.optional(text), action: z.optional(text) }),
  fault: z.enum(['status', 'delay', 'drop-before', 'drop-after', 'truncate', 'garbage']),
  status: z.optional(z.number()),
  delayMs: z.optional(z.number()),
  times: z.optional(z.number()),
});
export type Fault = z.output<typeof fault>;

export const faultsShape = z.array(fault);
