import * as z from 'zod/mini';

/*
 * What the service sends, as far as the widget reads it. Unknown fields are dropped, and unknown enum values pass
 * as strings: the interface may add both within a version.
 */

/**
 * Parses JSON of the service. Some servers send null for “none”: such fields are removed, so the schemas handle one kind
 * of absence only.
 *
 * @throws SyntaxError for what is not JSON; its message may quote the text, which may be a signer's data.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => value ?? undefined);
}

const text = z.string();

export const clientSecretClaims = z.object({
  sid: z.optional(text),
  sessionId: z.optional(text),
  sub: z.optional(text),
  exp: z.optional(z.number()),
});

/** An optional field. A value of the wrong type counts as absent, because a signature is possible without it. */
// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const step = z.object({
  stepId: text,
  type: text,
  status: text,
  order: z.optional(z.number()),
  attempts: z.optional(z.number()),
  maxAttempts: lenient(z.number()),
  error: lenient(text),
});

/** The newest one-time code, as far as the signer may know it. */
const otp = z.object({
  channel: text,
  maskedDestination: lenient(text),
  expiresAt: lenient(text),
  resendAvailableAt: lenient(text),
  attemptsLeft: lenient(z.number()),
  delivery: lenient(text),
});

/** The service's whole view of a session, as the signer may see it. */
export const bootstrap = z.object({
  sessionId: text,
  transactionId: text,
  status: text,
  purpose: text,
  signer: z.optional(
    z.object({
      name: z.optional(text),
      maskedEmail: z.optional(text),
      maskedCpf: z.optional(text),
      maskedCnpj: z.optional(text),
      maskedPhone: lenient(text),
      otpChannelSelectable: lenient(z.boolean()),
      availableOtpChannels: lenient(z.array(text)),
    }),
  ),
  steps: z.array(step),
  locale: z.optional(text),
  expiresAt: text,
  serverTime: z.optional(text),
  environment: z.optional(text),
  document: z.optional(
    z.object({
      presignedUrl: z.optional(text),
      filename: z.optional(text),
      hash: z.optional(text),
      pages: lenient(z.number()),
    }),
  ),
  action: z.optional(
    z.object({ type: z.optional(text), description: z.optional(text), reference: z.optional(text) }),
  ),
  /** Read field by field in `src/appearance`. */
  appearance: z.optional(z.unknown()),
  returnUrl: z.optional(text),
  cancelUrl: z.optional(text),
  completedAt: z.optional(text),
  evidenceId: z.optional(text),
  verifierUrl: z.optional(text),
  downloadUrl: z.optional(text),
  hostedUrl: z.optional(text),
  cancelledBy: z.optional(text),
  otp: lenient(otp),
  disclosure: lenient(z.object({ version: text, text })),
  policy: lenient(z.object({ geolocation: lenient(z.boolean()) })),
  biometrics: lenient(z.object({ mode: lenient(text) })),
  envelope: lenient(
    z.object({
      waitingForIndex: lenient(z.number()),
      completedSessions: lenient(z.number()),
      totalSigners: lenient(z.number()),
    }),
  ),
});
export type Bootstrap = z.infer<typeof bootstrap>;

export const advanceAnswer = z.object({
  sessionId: text,
  status: text,
  evidenceId: z.optional(text),
  completedAt: z.optional(text),
  session: z.optional(bootstrap),
  otp: lenient(otp),
  sandbox: lenient(z.object({ otpCode: lenient(text) })),
});
export type AdvanceAnswer = z.infer<typeof advanceAnswer>;

export const cancelAnswer = z.object({ sessionId: text, status: text });
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** `url` is a credential until it expires. */
export const handoverAnswer = z.object({ url: text, expiresAt: text });
export type HandoverAnswer = z.infer<typeof handoverAnswer>;

/** RFC 9457; both `type` and `title` may be missing. */
export const problem = z.object({
  type: z.optional(text),
  title: z.optional(text),
  detail: z.optional(text),
});
