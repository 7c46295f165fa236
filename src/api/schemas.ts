import * as z from 'zod/mini';

/*
 * What the service sends, as far as the widget reads it. Unknown fields are dropped and unknown enum values
 * let through as strings: the interface may grow both inside a version.
 */

const text = z.string();
/** An optional field. Some servers send null for “none”. */
const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform(value => value ?? undefined),
  );

export const clientSecretClaims = z.object({
  sid: z.optional(text),
  sessionId: z.optional(text),
  sub: z.optional(text),
  exp: z.optional(z.number()),
});

/** What only adorns must not stop a signature: a value of another type counts as none. */
// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
const cosmetic = <T extends z.ZodMiniType>(schema: T) => z.catch(maybe(schema), undefined);

const step = z.object({
  stepId: text,
  type: text,
  status: text,
  order: maybe(z.number()),
  attempts: maybe(z.number()),
  maxAttempts: cosmetic(z.number()),
  error: cosmetic(text),
});

const appearance = z.object({
  brandColor: cosmetic(text),
  backgroundColor: cosmetic(text),
  textColor: cosmetic(text),
  buttonTextColor: cosmetic(text),
  borderRadius: cosmetic(z.union([text, z.number()])),
  fontFamily: cosmetic(text),
  logoUrl: cosmetic(text),
  companyName: cosmetic(text),
  title: cosmetic(text),
  submitLabel: cosmetic(text),
  headerStyle: cosmetic(text),
});

/** The newest one-time code, as far as the signer may know it. */
const otp = z.object({
  channel: text,
  maskedDestination: cosmetic(text),
  expiresAt: cosmetic(text),
  resendAvailableAt: cosmetic(text),
  attemptsLeft: cosmetic(z.number()),
});

/** The service's whole view of a session, as the signer may see it. */
export const bootstrap = z.object({
  sessionId: text,
  transactionId: text,
  status: text,
  purpose: text,
  signer: maybe(
    z.object({
      name: maybe(text),
      maskedEmail: maybe(text),
      maskedCpf: maybe(text),
      maskedCnpj: maybe(text),
      maskedPhone: cosmetic(text),
      otpChannelSelectable: cosmetic(z.boolean()),
      availableOtpChannels: cosmetic(z.array(text)),
    }),
  ),
  steps: z.array(step),
  locale: maybe(text),
  expiresAt: text,
  serverTime: maybe(text),
  environment: maybe(text),
  document: maybe(
    z.object({
      presignedUrl: maybe(text),
      filename: maybe(text),
      hash: maybe(text),
      pages: cosmetic(z.number()),
    }),
  ),
  action: maybe(z.object({ type: maybe(text), description: maybe(text), reference: maybe(text) })),
  appearance: maybe(appearance),
  returnUrl: maybe(text),
  cancelUrl: maybe(text),
  completedAt: maybe(text),
  evidenceId: maybe(text),
  verifierUrl: maybe(text),
  downloadUrl: maybe(text),
  hostedUrl: maybe(text),
  cancelledBy: maybe(text),
  otp: cosmetic(otp),
  disclosure: cosmetic(z.object({ version: text, text })),
  policy: cosmetic(z.object({ geolocation: cosmetic(z.boolean()) })),
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
  evidenceId: maybe(text),
  completedAt: maybe(text),
  session: maybe(bootstrap),
  otp: cosmetic(otp),
  sandbox: cosmetic(z.object({ otpCode: cosmetic(text) })),
});
export type AdvanceAnswer = z.infer<typeof advanceAnswer>;

export const cancelAnswer = z.object({ sessionId: text, status: text });
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** RFC 9457; both `type` and `title` may be missing. */
export const problem = z.object({
  type: z.optional(text),
  title: z.optional(text),
  detail: z.optional(text),
});
