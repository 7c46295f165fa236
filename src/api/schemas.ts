import * as z from 'zod/mini';

/*
 * What the service sends, as far as the widget reads it. Unknown fields are dropped and unknown enum values
 * let through as strings: the interface may grow both inside a version. Null is read as absent, see json.ts.
 */

const text = z.string();

export const clientSecretClaims = z.object({
  sid: z.optional(text),
  sessionId: z.optional(text),
  sub: z.optional(text),
  exp: z.optional(z.number()),
});

/** What only adorns must not stop a signature: a value of another type counts as none. */
// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
const cosmetic = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const step = z.object({
  stepId: text,
  type: text,
  status: text,
  order: z.optional(z.number()),
  attempts: z.optional(z.number()),
  maxAttempts: cosmetic(z.number()),
  error: cosmetic(text),
});

/** The newest one-time code, as far as the signer may know it. */
const otp = z.object({
  channel: text,
  maskedDestination: cosmetic(text),
  expiresAt: cosmetic(text),
  resendAvailableAt: cosmetic(text),
  attemptsLeft: cosmetic(z.number()),
  delivery: cosmetic(text),
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
      maskedPhone: cosmetic(text),
      otpChannelSelectable: cosmetic(z.boolean()),
      availableOtpChannels: cosmetic(z.array(text)),
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
      pages: cosmetic(z.number()),
    }),
  ),
  action: z.optional(
    z.object({ type: z.optional(text), description: z.optional(text), reference: z.optional(text) }),
  ),
  /** Read field by field where looks are. */
  appearance: z.optional(z.unknown()),
  returnUrl: z.optional(text),
  cancelUrl: z.optional(text),
  completedAt: z.optional(text),
  evidenceId: z.optional(text),
  verifierUrl: z.optional(text),
  downloadUrl: z.optional(text),
  hostedUrl: z.optional(text),
  cancelledBy: z.optional(text),
  otp: cosmetic(otp),
  disclosure: cosmetic(z.object({ version: text, text })),
  policy: cosmetic(z.object({ geolocation: cosmetic(z.boolean()) })),
  biometrics: cosmetic(z.object({ mode: cosmetic(text) })),
  envelope: cosmetic(
    z.object({
      waitingForIndex: cosmetic(z.number()),
      completedSessions: cosmetic(z.number()),
      totalSigners: cosmetic(z.number()),
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
  otp: cosmetic(otp),
  sandbox: cosmetic(z.object({ otpCode: cosmetic(text) })),
});
export type AdvanceAnswer = z.infer<typeof advanceAnswer>;

export const cancelAnswer = z.object({ sessionId: text, status: text });
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** `url` is a credential while it lives. */
export const handoverAnswer = z.object({ url: text, expiresAt: text });
export type HandoverAnswer = z.infer<typeof handoverAnswer>;

/** RFC 9457; both `type` and `title` may be missing. */
export const problem = z.object({
  type: z.optional(text),
  title: z.optional(text),
  detail: z.optional(text),
});
