/** A step of a session as it is kept, and its result in the evidence. */
import { mostAttempts, type SessionStep } from '@sign-session/session-rules';
import * as z from 'zod';
import { BIOMETRIC_MODES, LIVENESS_ACTIONS } from './liveness-challenge.ts';
import { LOCALES } from './locales.ts';

export const OTP_CHANNELS = ['email', 'sms'] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

/** Kinds of identity document that can be photographed. */
export const PHOTO_DOCUMENT_TYPES = ['RG', 'CNH', 'CTPS', 'PASSPORT', 'OTHER'] as const;

export type PhotoDocumentType = (typeof PHOTO_DOCUMENT_TYPES)[number];

export const documentViewSchema = z.object({
  pagesViewed: z.number().int().min(0).max(100_000),
  pages: z.number().int().min(0).max(100_000),
  notices: z.array(z.string().max(100)).max(50).default([]),
  submitLabel: z.string().max(200).optional(),
  replacedTexts: z.array(z.string().max(100)).max(100).optional(),
});

export const geolocationSchema = z
  .object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracy: z.number().min(0).max(100_000_000).optional().describe('Metres'),
    source: z.enum(['GPS', 'IP', 'WIFI', 'CELL']).optional(),
  })
  .meta({ id: 'Geolocation' });
export type Geolocation = z.infer<typeof geolocationSchema>;

/** The result of a certificate signature. Times are ISO 8601, the hash is `sha256:` and hex. */
export const digitalSignatureSchema = z.object({
  certificateSubject: z.string(),
  /** Hexadecimal. */
  certificateSerial: z.string(),
  certificateIssuer: z.string(),
  algorithm: z.string(),
  signedAt: z.string(),
  /** The hash of the signed document, which is the one to download. */
  signedPdfHash: z.string(),
  signatureFieldName: z.string(),
  /** The time of the signature's timestamp, if it has one. */
  timestampedAt: z.string().optional(),
  /** Where it was signed, if not here: that is no signature by ICP-Brasil. */
  signedAtPortal: z.literal('gov.br').optional(),
  /** Where its stamp can be seen: the page from 1 on, and left, bottom, right and top in the page's units. */
  marks: z.array(z.object({ page: z.number().optional(), rect: z.array(z.number()).optional() })).optional(),
});
export type DigitalSignature = z.infer<typeof digitalSignatureSchema>;

/** Results of biometric and document checks, under the names of signer API, section 7. */
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
      extractedFaceHash: z
        .string()
        .optional()
        .describe('`sha256:` and hex, of the picture in which the face was: the photo, which is not kept.'),
      faceExtractionConfidence: z
        .number()
        .optional()
        .describe('From 0 to 1; 1 where the provider says only that it found a face.'),
    })
    .optional(),
};

/** How the notice of the purpose reaches a signer. */
export const NOTIFICATION_CHANNELS = ['email', 'hosted_page', 'api_inline'] as const;

/** The result of a completed step in the evidence, under the names of signer API, section 7. */
export const stepResultSchema = z.object({
  click: z
    .object({
      accepted: z.literal(true),
      textVersion: z.string().optional(),
      locale: z.enum(LOCALES).optional(),
      acceptedDocumentHash: z.string().optional(),
      /** Whether the client confirmed which bytes it had shown. */
      documentHashConfirmed: z.boolean().optional(),
      /** The service's own hash of the document. */
      documentHash: z.string().optional(),
      documentView: documentViewSchema.optional(),
      /** Of a batch: its documents in order. */
      acceptedDocuments: z
        .array(z.object({ documentHash: z.string(), documentView: documentViewSchema.optional() }))
        .optional(),
    })
    .optional(),
  otp: z.object({ verified: z.literal(true), channel: z.enum(OTP_CHANNELS) }).optional(),
  purposeDisclosure: z
    .object({
      acknowledged: z.literal(true),
      disclosureVersion: z.string(),
      disclosureTextHash: z.string(),
      notificationChannel: z.enum(NOTIFICATION_CHANNELS),
    })
    .optional(),
  digitalSignature: digitalSignatureSchema.optional(),
  ...biometricResults,
  geolocation: geolocationSchema.optional(),
});
export type StepResult = z.infer<typeof stepResultSchema>;

/**
 * Who performed a step: whoever has the signer's link, the integrator by a call of its own, or the service by itself.
 */
export const PERFORMERS = ['signer', 'integrator', 'service'] as const;
export type Performer = (typeof PERFORMERS)[number];

/** For readers of the interface. */
export const PERFORMER_WORDS =
  'Who performed it: `signer`, with the link that only the signer should have; `integrator`, by a call of its own; `service`. Absent in older evidence.';

export interface Step extends SessionStep {
  readonly stepId: string;
  /** From 1. */
  readonly order: number;
  /** When the step became current. */
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
  /** Of a completed step; undefined where a version before completed it, which did not say. */
  readonly performedBy?: Performer | undefined;
  readonly result: StepResult | undefined;
}

/** A step that nobody has tried yet. */
export function pendingStep(step: Pick<Step, 'stepId' | 'type' | 'order' | 'startedAt'>): Step {
  const none = { attempts: 0, error: undefined, completedAt: undefined, result: undefined };
  return { ...step, ...none, status: 'PENDING', maxAttempts: mostAttempts(step.type) };
}

/** What {@link describeResult} returns. */
export const describedResult = stepResultSchema
  .extend({
    matchScore: z.number().optional().describe('From 0 to 1'),
    livenessScore: z.number().optional().describe('From 0 to 1'),
    provider: z.string().optional(),
    documentType: z.enum(PHOTO_DOCUMENT_TYPES).optional(),
    documentValid: z.boolean().optional(),
  })
  .meta({ id: 'StepResult', description: 'What a completed step left, as the evidence says it.' });

/** Of an acceptance whose client named no version: clients read the member without asking whether it is there. */
const UNNAMED_TEXT_VERSION = 'unspecified';

/**
 * A step's result under both sets of names: those of signer API, section 7, and the interface's own names for
 * biometric and identity checks (service interface, "Evidence pack"). Scores are from 0 to 1.
 */
export function describeResult(result: StepResult): z.output<typeof describedResult> {
  const { click, liveness, match, serproIdentity: identity, documentPhotoMatch: photo } = result;
  const scores = {
    matchScore: match?.similarity ?? identity?.biometricConfidence ?? photo?.similarity,
    livenessScore: liveness?.confidence,
    provider: liveness?.provider ?? match?.provider ?? identity?.provider ?? photo?.provider,
    documentType: photo?.documentType,
    documentValid: photo && photo.similarity >= photo.threshold,
  };
  return {
    ...result,
    ...(click && { click: { ...click, textVersion: click.textVersion ?? UNNAMED_TEXT_VERSION } }),
    ...Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== undefined)),
  };
}
