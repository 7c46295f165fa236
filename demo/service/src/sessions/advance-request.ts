import * as z from 'zod';
import { text } from '../http/request-values.ts';
import { documentViewSchema, geolocationSchema, LOCALES, OTP_CHANNELS } from './session.ts';

/** Actions that belong to step types which this service cannot run yet. */
const OTHER_ACTIONS = [
  'start_liveness',
  'complete_liveness',
  'submit_document_photo',
  'prepare_signing',
  'complete_signing',
] as const;

/** `sha256:`, `sha256-` or nothing, then 64 hex digits; read as `sha256:` and lower case. */
const documentHashSchema = z
  .string()
  .regex(/^(sha256[:-])?[0-9a-f]{64}$/i, 'Must be sha256: and 64 hex digits.')
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
const otpCodeSchema = z
  .string()
  .max(64, 'Must be 6 digits.')
  .transform(code => code.replaceAll(/[\s\p{Pd}]/gu, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Must be 6 digits.'));

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
  z.object({ action: z.enum(OTHER_ACTIONS) }),
]);
export type AdvanceRequest = z.output<typeof advanceSchema>;
export type ActionName = AdvanceRequest['action'];
