import {
  address,
  array,
  boolean,
  lenient,
  number,
  object,
  optional,
  text,
  unknown,
  type Shaped,
} from './shape.ts';

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
export function parseJson(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => value ?? undefined);
}

export const clientSecretClaims = object({
  sid: optional(text),
  sessionId: optional(text),
  sub: optional(text),
  exp: optional(number),
});

const step = object({
  stepId: text,
  type: text,
  status: text,
  order: optional(number),
  attempts: optional(number),
  maxAttempts: lenient(number),
  error: lenient(text),
});

/** The newest one-time code, as far as the signer may know it. */
const otp = object({
  channel: text,
  maskedDestination: lenient(text),
  expiresAt: lenient(text),
  resendAvailableAt: lenient(text),
  attemptsLeft: lenient(number),
  delivery: lenient(text),
});

/** The service's whole view of a session, as the signer may see it. */
export const bootstrap = object({
  sessionId: text,
  transactionId: text,
  status: text,
  purpose: text,
  signer: optional(
    object({
      name: optional(text),
      maskedEmail: optional(text),
      maskedCpf: optional(text),
      maskedCnpj: optional(text),
      maskedPhone: lenient(text),
      otpChannelSelectable: lenient(boolean),
      availableOtpChannels: lenient(array(text)),
    }),
  ),
  steps: array(step),
  locale: optional(text),
  expiresAt: text,
  serverTime: optional(text),
  environment: optional(text),
  document: optional(
    object({
      presignedUrl: lenient(address),
      filename: optional(text),
      hash: optional(text),
      signedHash: lenient(text),
      pages: lenient(number),
      warnings: lenient(array(object({ code: text, page: lenient(number) }))),
    }),
  ),
  action: optional(object({ type: optional(text), description: optional(text), reference: optional(text) })),
  /** Read field by field in `src/appearance`. */
  appearance: optional(unknown),
  returnUrl: lenient(address),
  cancelUrl: lenient(address),
  completedAt: optional(text),
  evidenceId: optional(text),
  verifierUrl: lenient(address),
  downloadUrl: lenient(address),
  hostedUrl: lenient(address),
  cancelledBy: optional(text),
  receipt: lenient(text),
  otp: lenient(otp),
  disclosure: lenient(object({ version: text, text })),
  policy: lenient(object({ geolocation: lenient(boolean) })),
  biometrics: lenient(object({ mode: lenient(text) })),
  cloud: lenient(
    object({
      providers: array(object({ providerId: text, name: text })),
      authorization: lenient(object({ providerId: text, status: text, error: lenient(text) })),
    }),
  ),
  certificateSources: lenient(array(text)),
  govBr: lenient(object({ portalUrl: lenient(address) })),
  batch: lenient(object({ total: number, sealed: lenient(number) })),
  envelope: lenient(
    object({
      signerIndex: lenient(number),
      waitingForIndex: lenient(number),
      completedSessions: lenient(number),
      totalSigners: lenient(number),
      createdAt: lenient(text),
      invited: lenient(boolean),
      signers: lenient(array(object({ signerIndex: number, name: lenient(text), signedAt: lenient(text) }))),
    }),
  ),
});
export type Bootstrap = Shaped<typeof bootstrap>;

/** The fields of every answer to `advance`. */
export const advanceFields = {
  sessionId: text,
  status: text,
  evidenceId: optional(text),
  completedAt: optional(text),
  session: optional(bootstrap),
  otp: lenient(otp),
  sandbox: lenient(object({ otpCode: lenient(text) })),
};
export const advanceAnswer = object(advanceFields);
export type AdvanceAnswer = Shaped<typeof advanceAnswer>;

export const cancelAnswer = object({ sessionId: text, status: text });
export type CancelAnswer = Shaped<typeof cancelAnswer>;

/** `url` is a credential until it expires. */
export const handoverAnswer = object({ url: address, expiresAt: text });
export type HandoverAnswer = Shaped<typeof handoverAnswer>;

/** RFC 9457; both `type` and `title` may be missing. */
export const problem = object({
  type: optional(text),
  title: optional(text),
  detail: optional(text),
});
