import { cosmetic, flag, list, maybe, number, record, text, type Read, type Shape } from './shape.ts';

/*
 * What the service sends, as far as the widget reads it. Unknown fields are dropped and unknown enum values
 * let through as strings: the interface may grow both inside a version.
 */

export const clientSecretClaims = record({
  sid: maybe(text),
  sessionId: maybe(text),
  sub: maybe(text),
  exp: maybe(number),
});

const step = record({
  stepId: text,
  type: text,
  status: text,
  order: maybe(number),
  attempts: maybe(number),
  maxAttempts: cosmetic(number),
  error: cosmetic(text),
});

const textOrNumber: Shape<string | number> = (value, path) =>
  typeof value === 'number' ? value : text(value, path);

const appearance = record({
  brandColor: cosmetic(text),
  backgroundColor: cosmetic(text),
  textColor: cosmetic(text),
  buttonTextColor: cosmetic(text),
  borderRadius: cosmetic(textOrNumber),
  fontFamily: cosmetic(text),
  logoUrl: cosmetic(text),
  companyName: cosmetic(text),
  title: cosmetic(text),
  submitLabel: cosmetic(text),
  headerStyle: cosmetic(text),
});

/** The newest one-time code, as far as the signer may know it. */
const otp = record({
  channel: text,
  maskedDestination: cosmetic(text),
  expiresAt: cosmetic(text),
  resendAvailableAt: cosmetic(text),
  attemptsLeft: cosmetic(number),
});

/** The service's whole view of a session, as the signer may see it. */
export const bootstrap = record({
  sessionId: text,
  transactionId: text,
  status: text,
  purpose: text,
  signer: maybe(
    record({
      name: maybe(text),
      maskedEmail: maybe(text),
      maskedCpf: maybe(text),
      maskedCnpj: maybe(text),
      maskedPhone: cosmetic(text),
      otpChannelSelectable: cosmetic(flag),
      availableOtpChannels: cosmetic(list(text)),
    }),
  ),
  steps: list(step),
  locale: maybe(text),
  expiresAt: text,
  serverTime: maybe(text),
  environment: maybe(text),
  document: maybe(
    record({
      presignedUrl: maybe(text),
      filename: maybe(text),
      hash: maybe(text),
      pages: cosmetic(number),
    }),
  ),
  action: maybe(record({ type: maybe(text), description: maybe(text), reference: maybe(text) })),
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
  disclosure: cosmetic(record({ version: text, text })),
  policy: cosmetic(record({ geolocation: cosmetic(flag) })),
  envelope: cosmetic(record({ waitingForIndex: cosmetic(number) })),
});
export type Bootstrap = Read<typeof bootstrap>;

export const advanceAnswer = record({
  sessionId: text,
  status: text,
  evidenceId: maybe(text),
  completedAt: maybe(text),
  session: maybe(bootstrap),
  otp: cosmetic(otp),
  sandbox: cosmetic(record({ otpCode: cosmetic(text) })),
});
export type AdvanceAnswer = Read<typeof advanceAnswer>;

export const cancelAnswer = record({ sessionId: text, status: text });
export type CancelAnswer = Read<typeof cancelAnswer>;

/** RFC 9457; both `type` and `title` may be missing. */
export const problem = record({ type: cosmetic(text), title: cosmetic(text), detail: cosmetic(text) });
