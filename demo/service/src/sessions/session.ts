import * as z from 'zod';

export const LOCALES = ['pt-BR', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

export type SessionStatus = 'ACTIVE' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELLED';
export const SESSION_STATUSES = ['ACTIVE', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;

/** Every step type of the interface (signer API, section 3). Which of them run here, `steps/step-kinds.ts` tells. */
export const STEP_TYPES = [
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'DIGITAL_SIGN_A1',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'PURPOSE_DISCLOSURE',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Policy profiles (service interface, "Policy profile"). */
export const PROFILES = [
  'CLICK_ONLY',
  'CLICK_PLUS_OTP',
  'BIOMETRIC',
  'BIOMETRIC_PLUS_OTP',
  'DIGITAL_CERTIFICATE',
  'BIOMETRIC_SERPRO',
  'BIOMETRIC_SERPRO_AUTO_FALLBACK',
  'BIOMETRIC_DOCUMENT_FALLBACK',
  'CUSTOM',
] as const;
export type Profile = (typeof PROFILES)[number];

export const PURPOSES = ['DOCUMENT_SIGNATURE', 'ACTION_AUTHENTICATION'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a session was created as: it decides the events, the quotas and the routes, not what the signer does. */
export const SESSION_KINDS = ['signing', 'trust', 'envelope'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const OTP_CHANNELS = ['email', 'sms'] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

/** Why the last try at a step did not pass it. */
export const STEP_ERRORS = [
  'wrong-code',
  'code-expired',
  'code-exhausted',
  'attempts-exhausted',
  'rate-limit',
] as const;
export type StepError = (typeof STEP_ERRORS)[number];

export const documentViewSchema = z.object({
  pagesViewed: z.number().int().min(0).max(100_000),
  pages: z.number().int().min(0).max(100_000),
  notices: z.array(z.string().max(100)).max(50).default([]),
});

export const geolocationSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(100_000_000).optional(),
  source: z.enum(['GPS', 'IP', 'WIFI', 'CELL']).optional(),
});
export type Geolocation = z.infer<typeof geolocationSchema>;

/** What a completed step leaves in the evidence, under the names of signer API, section 7. */
export const stepResultSchema = z.object({
  click: z
    .object({
      accepted: z.literal(true),
      textVersion: z.string().optional(),
      locale: z.enum(LOCALES).optional(),
      acceptedDocumentHash: z.string().optional(),
      documentView: documentViewSchema.optional(),
    })
    .optional(),
  otp: z.object({ verified: z.literal(true), channel: z.enum(OTP_CHANNELS) }).optional(),
  purposeDisclosure: z
    .object({
      acknowledged: z.literal(true),
      disclosureVersion: z.string(),
      disclosureTextHash: z.string(),
      notificationChannel: z.string(),
    })
    .optional(),
  geolocation: geolocationSchema.optional(),
});
export type StepResult = z.infer<typeof stepResultSchema>;

export interface Step {
  readonly stepId: string;
  readonly type: StepType;
  readonly status: 'PENDING' | 'STARTED' | 'COMPLETED' | 'FAILED';
  /** From 1. */
  readonly order: number;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly error: StepError | undefined;
  /** Since when the signer could take this step. */
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  readonly result: StepResult | undefined;
}

export const signerSchema = z.object({
  name: z.string(),
  /** 11 digits. */
  cpf: z.string().optional(),
  /** 14 digits or capital letters. */
  cnpj: z.string().optional(),
  email: z.string().optional(),
  /** E.164. */
  phone: z.string().optional(),
  otpChannel: z.enum(OTP_CHANNELS).optional(),
  /** The signer says where codes go, and none is sent before. */
  otpChannelSelectable: z.boolean().optional(),
  userExternalId: z.string().optional(),
  /** `YYYY-MM-DD`. */
  birthDate: z.string().optional(),
});
export type Signer = z.infer<typeof signerSchema>;

export const appearanceSchema = z.object({
  brandColor: z.string().optional(),
  backgroundColor: z.string().optional(),
  textColor: z.string().optional(),
  buttonTextColor: z.string().optional(),
  borderRadius: z.union([z.string(), z.number()]).optional(),
  fontFamily: z.string().optional(),
  logoUrl: z.string().optional(),
  companyName: z.string().optional(),
  title: z.string().optional(),
  submitLabel: z.string().optional(),
  headerStyle: z.enum(['full', 'minimal', 'none']).optional(),
});
export type Appearance = z.infer<typeof appearanceSchema>;

/** What is authenticated where there is no document (service interface, "Action object"). */
export const actionSchema = z.object({
  type: z.string(),
  description: z.string(),
  reference: z.string().optional(),
});
export type Action = z.infer<typeof actionSchema>;

/** What the integrator asked for and nobody changes afterwards. */
export const sessionRequestSchema = z.object({
  signer: signerSchema,
  action: actionSchema.optional(),
  appearance: appearanceSchema.optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  returnUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
  ownerName: z.string().optional(),
  ownerEmail: z.string().optional(),
  /** Only when the request named an owner. */
  inviteSent: z.boolean().optional(),
});
export type SessionRequest = z.infer<typeof sessionRequestSchema>;

/** How a session ended otherwise than by being signed. */
export const endingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancelled'),
    by: z.enum(['integrator', 'signer']),
    reason: z.string().optional(),
  }),
  z.object({ kind: z.literal('failed'), reason: z.literal('FINALIZATION_FAILED') }),
]);
export type Ending = z.infer<typeof endingSchema>;

/** The document to sign, as the session knows it. */
export interface SessionDocument {
  readonly documentId: string;
  readonly filename: string;
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly sizeBytes: number;
  readonly pages: number | undefined;
}

/** What finalization left behind. */
export interface SessionEvidence {
  readonly evidenceId: string;
  /** Absent where no document was signed. */
  readonly signedDocumentId: string | undefined;
}

export const SIGNING_MODES = ['PARALLEL', 'SEQUENTIAL'] as const;
export type SigningMode = (typeof SIGNING_MODES)[number];

/** The session's place among the signers of one document. */
export interface Membership {
  readonly envelopeId: string;
  readonly signingMode: SigningMode;
  /** From 1. */
  readonly signerIndex: number;
  readonly totalSigners: number;
  /** Signers who have signed. */
  readonly completedSessions: number;
  /** In SEQUENTIAL mode, the earliest signer who must sign first. */
  readonly waitingForIndex: number | undefined;
}

export interface Session {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly tenantId: string;
  readonly environment: 'sandbox' | 'production';
  readonly status: SessionStatus;
  readonly kind: SessionKind;
  readonly purpose: Purpose;
  readonly profile: Profile;
  readonly locale: Locale;
  readonly request: SessionRequest;
  /** Absent where an action is authenticated. */
  readonly document: SessionDocument | undefined;
  readonly steps: readonly Step[];
  readonly evidence: SessionEvidence | undefined;
  readonly ending: Ending | undefined;
  /** Absent outside envelopes. */
  readonly envelope: Membership | undefined;
  /** The key that its client secret is signed with. */
  readonly secretKeyId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When its data is erased: 7 days after creation in the sandbox, otherwise never. */
  readonly eraseAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** Grows by one with every change. */
  readonly version: number;
}

/** The step that the session is at, or undefined when all are done. One that failed for good stays current. */
export function currentStepOf(session: Session): Step | undefined {
  return session.steps.find(step => step.status !== 'COMPLETED');
}
