import * as z from 'zod';
import { livenessReportSchema } from '../domain/liveness-challenge.ts';
import {
  PHOTO_DOCUMENT_TYPES,
  documentViewSchema,
  geolocationSchema,
  OTP_CHANNELS,
  type Geolocation,
} from '../domain/step.ts';
import { text } from '../http/request-values.ts';
import { LOCALES } from '../domain/locales.ts';

/** `sha256:`, `sha256-` or nothing, then 64 hex digits; read as `sha256:` and lower case. */
const documentHashSchema = z
  .string()
  .regex(/^([sS][hH][aA]256[:-])?[0-9a-fA-F]{64}$/, 'Must be sha256: and 64 hex digits.')
  .transform(hash => `sha256:${hash.slice(-64).toLowerCase()}`);

/** What the widget's viewer told the signer, by its own short names. */
const notices = z.array(text(100)).max(50).default([]);

export const acceptanceSchema = z.object({
  action: z.literal('accept'),
  geolocation: geolocationSchema.optional(),
  acceptedDocumentHash: documentHashSchema.optional(),
  textVersion: text(100).optional(),
  locale: z.enum(LOCALES).optional(),
  documentView: documentViewSchema.extend({ notices }).optional(),
});
export type Acceptance = z.output<typeof acceptanceSchema>;

/** `email` or `sms`, in either case. */
export const otpChannelSchema = z.string().toLowerCase().pipe(z.enum(OTP_CHANNELS));

/** Six digits; the spaces and hyphens of a pasted code do not count. */
export const otpCodeSchema = z
  .string()
  .max(64, 'Must be 6 digits.')
  .transform(code => code.replaceAll(/[\s\p{Pd}]/gu, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Must be 6 digits.'));

/** Longer than any certificate, and than any chain of them. */
const MAX_PEM = 16 * 1024;
const MAX_CHAIN = 10;

/** The signer's certificate first, in PEM. */
export const certificateChain = z.array(z.string().max(MAX_PEM)).min(1).max(MAX_CHAIN);

/** Characters of a photo in base64. */
export const MAX_PHOTO_TEXT = Math.ceil((4 * 1024 * 1024) / 3) * 4;

/** Base64 (RFC 4648, 4) of what RSA of 4096 bits or an EC key signs with. */
export const signatureBytes = z
  .string()
  .max(1024, 'Must be a signature.')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64.')
  .transform(base64 => new Uint8Array(Buffer.from(base64, 'base64')));

/** Base64 of a photo of at most 4 MiB, as a phone's camera makes it. */
export const photoText = z
  .string()
  .max(MAX_PHOTO_TEXT, `Must be at most ${MAX_PHOTO_TEXT} characters.`)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64.');

/** The body of `advance` (signer API, section 4). */
export const advanceSchema = z.discriminatedUnion('action', [
  acceptanceSchema,
  z.object({
    action: z.literal('acknowledge_purpose'),
    acknowledged: z.literal(true),
    disclosureVersion: text(100),
  }),
  z.object({ action: z.literal('resend_otp'), otpChannel: otpChannelSchema.optional() }),
  z.object({ action: z.literal('verify_otp'), otpCode: otpCodeSchema }),
  z.object({
    action: z.literal('prepare_signing'),
    certificateChainPems: certificateChain,
  }),
  z.object({
    action: z.literal('complete_signing'),
    signatureRequestId: text(100),
    rawSignatureBase64: signatureBytes,
  }),
  z.object({
    action: z.literal('start_liveness'),
    capabilities: z.object({ camera: z.boolean() }).optional(),
  }),
  z.object({
    action: z.literal('complete_liveness'),
    livenessSessionId: text(100),
    liveness: livenessReportSchema.optional(),
    geolocation: geolocationSchema.optional(),
  }),
  z.object({
    action: z.literal('submit_document_photo'),
    documentImage: photoText,
    documentType: z.enum(PHOTO_DOCUMENT_TYPES),
    geolocation: geolocationSchema.optional(),
  }),
]);
/** What an integrator that takes the steps has compared; no signer can send it. */
export interface MatchRequest {
  readonly action: 'match';
  /** JPEG in base64. */
  readonly referenceImage?: string | undefined;
  /** What the comparison is to come to, from 0 to 1; in the sandbox alone. */
  readonly sandboxSimilarity?: number | undefined;
  readonly geolocation?: Geolocation | undefined;
}

export type AdvanceRequest = z.output<typeof advanceSchema> | MatchRequest;
export type ActionName = AdvanceRequest['action'];
