import * as z from 'zod';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { BATCH } from '../domain/batch.ts';
import { fromBase64 } from '../domain/bytes.ts';
import { livenessReportSchema } from '../domain/liveness-challenge.ts';
import { sha256Text } from '../domain/sha256.ts';
import {
  PHOTO_DOCUMENT_TYPES,
  documentViewSchema,
  geolocationSchema,
  OTP_CHANNELS,
  type Geolocation,
} from '../domain/step.ts';
import { text } from '../http/validation.ts';
import { LOCALES } from '../domain/locales.ts';

/** A document's hash, parsed into `sha256:` and hex in lower case. */
export const documentHashSchema = sha256Text('Must be sha256: and 64 hex digits.').transform(
  hash => `sha256:${hash}`,
);

/** Warnings that the widget's viewer showed the signer, by their short names. */
const notices = z
  .array(text(100))
  .max(50)
  .optional()
  // Not `default`, by which generated clients take the member for required.
  .transform(list => list ?? []);

const documentView = documentViewSchema.extend({
  notices,
  submitLabel: text(200).optional().describe('What stood on the button that was pressed'),
  replacedTexts: z.array(text(100)).max(100).optional().describe('Keys of texts that the page had replaced'),
});

const acceptedDocument = z
  .object({
    documentHash: documentHashSchema,
    documentView: documentView.optional(),
  })
  .meta({ id: 'AcceptedDocument' });

const returnTo = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .optional()
  .describe('Where the provider’s page leads back to. Without it, it was opened in a window of its own.');

export const acceptanceSchema = z
  .object({
    action: z.literal('accept'),
    geolocation: geolocationSchema.optional(),
    acceptedDocumentHash: documentHashSchema.optional(),
    textVersion: text(100).optional(),
    locale: z.enum(LOCALES).optional(),
    documentView: documentView.optional(),
    acceptedDocuments: z
      .array(acceptedDocument)
      .max(BATCH.most)
      .optional()
      .describe('Required for a batch: the hash of every document, in the order of the batch.'),
  })
  .meta({ id: 'AcceptAction' });
export type Acceptance = z.output<typeof acceptanceSchema>;

/** `email` or `sms`, in either case. */
export const otpChannelSchema = z
  .string()
  .toLowerCase()
  .pipe(z.enum(OTP_CHANNELS))
  .meta({ enum: [...OTP_CHANNELS, ...OTP_CHANNELS.map(channel => channel.toUpperCase())] });

/** Six digits. Spaces and hyphens of a pasted code are removed. */
export const otpCodeSchema = z
  .string()
  .max(64, 'Must be 6 digits.')
  .transform(code => code.replaceAll(/[\s\p{Pd}]/gu, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Must be 6 digits.'));

/** Longer than any real certificate; the chain length likewise. */
const MAX_PEM = 16 * 1024;
const MAX_CHAIN = 10;

/** PEM certificates, the signer's own first. */
export const certificateChain = z.array(z.string().max(MAX_PEM)).min(1).max(MAX_CHAIN);

/** Length limit of a photo in base64. */
export const MAX_PHOTO_TEXT = Math.ceil((4 * 1024 * 1024) / 3) * 4;

/** Length limit of a signed document in base64: of a document, and of what a signature adds. */
export const MAX_SIGNED_DOCUMENT_TEXT = MAX_DOCUMENT_TEXT + 512 * 1024;

/** A signature in base64 (RFC 4648, 4), by RSA up to 8192 bits or an EC key. */
export const signatureBytes = z
  .string()
  .max(1368, 'Must be a signature.')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64.')
  .transform(fromBase64);

const documentPosition = z
  .int()
  .min(1)
  .max(BATCH.most)
  .optional()
  .describe('Required for a batch, and only for one: the document’s place, from 1.');

/** A photo in base64, at most 4 MiB, as phone cameras make them. */
export const photoText = z
  .string()
  .max(MAX_PHOTO_TEXT, `Must be at most ${MAX_PHOTO_TEXT} characters.`)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64.');

/** The body of `advance` (signer API, section 4). */
export const advanceSchema = z.discriminatedUnion('action', [
  acceptanceSchema,
  z
    .object({
      action: z.literal('acknowledge_purpose'),
      acknowledged: z.literal(true),
      disclosureVersion: text(100),
    })
    .meta({ id: 'AcknowledgePurposeAction' }),
  z
    .object({ action: z.literal('resend_otp'), otpChannel: otpChannelSchema.optional() })
    .meta({ id: 'ResendOtpAction' }),
  z.object({ action: z.literal('verify_otp'), otpCode: otpCodeSchema }).meta({ id: 'VerifyOtpAction' }),
  z
    .object({
      action: z.literal('prepare_signing'),
      certificateChainPems: certificateChain,
      documentPosition,
    })
    .meta({ id: 'PrepareSigningAction' }),
  z
    .object({
      action: z.literal('complete_signing'),
      signatureRequestId: text(100),
      rawSignatureBase64: signatureBytes,
      documentPosition,
    })
    .meta({ id: 'CompleteSigningAction' }),
  z.object({ action: z.literal('prepare_portal_signing') }).meta({
    id: 'PreparePortalSigningAction',
    description:
      'Answered with `appended`: the file to sign at the gov.br portal is the session’s document followed by these bytes, which give it an identifier of its own and change nothing else.',
  }),
  z
    .object({
      action: z.literal('submit_signed_document'),
      signedDocument: z
        .string()
        .max(MAX_SIGNED_DOCUMENT_TEXT, `Must be at most ${MAX_SIGNED_DOCUMENT_TEXT} characters.`)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64.')
        .transform(fromBase64)
        .describe(
          'The file in base64 as the gov.br portal returned it: what prepare_portal_signing gave to sign, byte for byte, and its signature.',
        ),
    })
    .meta({ id: 'SubmitSignedDocumentAction' }),
  z
    .object({
      action: z.literal('authorize_cloud_signing'),
      providerId: text(50),
      returnTo,
    })
    .meta({ id: 'AuthorizeCloudSigningAction' }),
  z.object({ action: z.literal('confirm_cloud_signing'), returnTo }).meta({
    id: 'ConfirmCloudSigningAction',
    description:
      'While the authorisation is identified, and all documents are prepared: leads to the provider again, which asks the signer for exactly these signatures.',
  }),
  z.object({ action: z.literal('cancel_cloud_signing') }).meta({ id: 'CancelCloudSigningAction' }),
  z
    .object({ action: z.literal('prepare_cloud_signing'), documentPosition })
    .meta({ id: 'PrepareCloudSigningAction' }),
  z
    .object({ action: z.literal('complete_cloud_signing'), signatureRequestId: text(100), documentPosition })
    .meta({ id: 'CompleteCloudSigningAction' }),
  z
    .object({
      action: z.literal('start_liveness'),
      capabilities: z.object({ camera: z.boolean() }).optional(),
    })
    .meta({ id: 'StartLivenessAction' }),
  z
    .object({
      action: z.literal('complete_liveness'),
      livenessSessionId: text(100),
      liveness: livenessReportSchema.optional(),
      geolocation: geolocationSchema.optional(),
    })
    .meta({ id: 'CompleteLivenessAction' }),
  z
    .object({
      action: z.literal('submit_document_photo'),
      documentImage: photoText,
      documentType: z.enum(PHOTO_DOCUMENT_TYPES),
      geolocation: geolocationSchema.optional(),
    })
    .meta({ id: 'SubmitDocumentPhotoAction' }),
]);
/** The integrator's request to run the face match of a transaction. Signers cannot send it. */
interface MatchRequest {
  readonly action: 'match';
  /** JPEG in base64. */
  readonly referenceImage?: string | undefined;
  /** The similarity to simulate, from 0 to 1; only in the sandbox. */
  readonly sandboxSimilarity?: number | undefined;
  readonly geolocation?: Geolocation | undefined;
}

export type AdvanceRequest = z.output<typeof advanceSchema> | MatchRequest;
