import * as z from 'zod';
import { BIOMETRIC_MODES, LIVENESS_ACTIONS } from './liveness-challenge.ts';
import { LOCALES } from './locales.ts';

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

export const OTP_CHANNELS = ['email', 'sms'] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

/** What the signer shows a photo of. */
export const PHOTO_DOCUMENT_TYPES = ['RG', 'CNH', 'CTPS', 'PASSPORT', 'OTHER'] as const;

export type PhotoDocumentType = (typeof PHOTO_DOCUMENT_TYPES)[number];

/** Why the last try at a step did not pass it. */
export const STEP_ERRORS = [
  'wrong-code',
  'code-expired',
  'code-exhausted',
  'attempts-exhausted',
  'rate-limit',
  'not-sent',
  'signature-invalid',
  'certificate-other-holder',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-revoked',
  'certificate-untrusted',
  'certificate-not-for-signing',
  'certificate-too-weak',
  'revocation-unavailable',
  'liveness-failed',
  'match-failed',
  'identity-mismatch',
  'identity-unavailable',
  'photo-mismatch',
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

/** What a signature with a certificate leaves. Times are ISO 8601, the hash `sha256:` and hex. */
export const digitalSignatureSchema = z.object({
  certificateSubject: z.string(),
  /** Hexadecimal. */
  certificateSerial: z.string(),
  certificateIssuer: z.string(),
  algorithm: z.string(),
  signedAt: z.string(),
  /** Of the document with the signature: the one to download. */
  signedPdfHash: z.string(),
  signatureFieldName: z.string(),
  /** By an authority's timestamp, where the signature has one. */
  timestampedAt: z.string().optional(),
});
export type DigitalSignature = z.infer<typeof digitalSignatureSchema>;

/** What the signer's face and identity document were found to be, under the names of signer API, section 7. */
const biometricResults = {
  liveness: z
    .object({
      confidence: z.number(),
      provider: z.string(),
      captureMode: z.enum(BIOMETRIC_MODES),
      frames: z.array(z.object({ action: z.enum(LIVENESS_ACTIONS), sha256: z.string() })),
    })
    .optional(),
  quality: z
    .object({
      brightness: z.number().optional(),
      sharpness: z.number().optional(),
      faceAreaRatio: z.number().optional(),
    })
    .optional(),
  match: z
    .object({ similarity: z.number(), threshold: z.number(), provider: z.string().optional() })
    .optional(),
  serproIdentity: z
    .object({
      valid: z.boolean(),
      provider: z.string(),
      nameMatch: z.boolean(),
      birthDateMatch: z.boolean(),
      biometricMatch: z.boolean(),
      biometricConfidence: z.number(),
    })
    .optional(),
  documentPhotoMatch: z
    .object({
      documentType: z.enum(PHOTO_DOCUMENT_TYPES),
      similarity: z.number(),
      threshold: z.number(),
      provider: z.string().optional(),
    })
    .optional(),
};

/** What a completed step leaves in the evidence, under the names of signer API, section 7. */
export const stepResultSchema = z.object({
  click: z
    .object({
      accepted: z.literal(true),
      textVersion: z.string().optional(),
      locale: z.enum(LOCALES).optional(),
      acceptedDocumentHash: z.string().optional(),
      /** Whether the signer's side said which bytes it had shown. */
      documentHashConfirmed: z.boolean().optional(),
      /** The service's own. */
      documentHash: z.string().optional(),
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
  digitalSignature: digitalSignatureSchema.optional(),
  ...biometricResults,
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
  /** More of the error, for the integrator: addresses and causes, nothing of the signer. */
  readonly errorDetail?: string | undefined;
  /** Since when the signer could take this step. */
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  readonly result: StepResult | undefined;
}
