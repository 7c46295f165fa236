import { z } from '@hono/zod-openapi';
import { livenessReportSchema } from '../domain/liveness-challenge.ts';
import { PHOTO_DOCUMENT_TYPES, geolocationSchema, type Step, type StepType } from '../domain/step.ts';
import { invalid, type Problem } from '../domain/problem.ts';
import { text } from '../http/request-values.ts';
import { validationProblem } from '../http/validation.ts';
import {
  acceptanceSchema,
  otpChannelSchema,
  otpCodeSchema,
  photoText,
  type AdvanceRequest,
} from '../steps/advance-request.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import type { Session } from '../domain/session.ts';

const geolocation = geolocationSchema.optional();

/** The body of …/start. `captureMode` is the tenant's to decide, and taken from nobody. */
export const startSchema = z.object({
  captureMode: text(50).optional(),
  otpChannel: otpChannelSchema.optional(),
});
export type StepStart = z.output<typeof startSchema>;

const accepted = acceptanceSchema
  .omit({ action: true, documentView: true })
  .extend({ accepted: z.literal(true) });
const code = z.object({ code: otpCodeSchema });
const liveness = z.object({
  livenessSessionId: text(100),
  liveness: livenessReportSchema.optional(),
  geolocation,
});
const acknowledged = z.object({ acknowledged: z.literal(true) });
const match = z.strictObject({
  referenceImage: z
    .object({ source: z.literal('BASE64_IMAGE'), data: photoText })
    .optional()
    .describe('A JPEG to compare with, instead of the signer’s reference photo.'),
  sandboxSimilarity: z.number().min(0).max(1).optional().describe('What the sandbox is to find.'),
  geolocation,
});
const photo = z.object({
  documentImage: photoText,
  documentType: z.enum(PHOTO_DOCUMENT_TYPES),
  geolocation,
});

/** The body of …/complete, by the type of the step (signer API, section 7). */
export const completeSchema = z.union([accepted, code, liveness, acknowledged, photo, match]);
export type StepCompletion = z.output<typeof completeSchema>;

/** The body that a step of each type is completed with; the service or another call takes the others. */
const BODIES: Readonly<Partial<Record<StepType, z.ZodType<StepCompletion>>>> = {
  CLICK_ACCEPT: accepted,
  OTP_VERIFY: code,
  BIOMETRIC_LIVENESS: liveness,
  PURPOSE_DISCLOSURE: acknowledged,
  DOCUMENT_PHOTO_MATCH: photo,
  BIOMETRIC_MATCH: match,
};

/** Why a body that is no step's completion is not this step's. */
export function completionProblem({ type }: Pick<Step, 'type'>, body: unknown): Problem {
  const parsed = BODIES[type]?.safeParse(body);
  return parsed?.error === undefined ? invalid('', EXPECTED[type]) : validationProblem(parsed.error);
}

/** What starting a step does; undefined where there is nothing to be done ahead. */
export function startAction({ type }: Step, { otpChannel }: StepStart): AdvanceRequest | undefined {
  if (type === 'OTP_CHALLENGE' || type === 'OTP_VERIFY') return { action: 'resend_otp', otpChannel };
  return type === 'BIOMETRIC_LIVENESS' ? { action: 'start_liveness' } : undefined;
}

/**
 * The signer's action that completing a step stands for.
 * @throws Problem `validation-error` for a body that is another step's
 */
export function completionAction(
  { locale }: Session,
  { type }: Step,
  completion: StepCompletion,
): AdvanceRequest {
  if (type === 'CLICK_ACCEPT' && 'accepted' in completion) {
    const { accepted: _, ...acceptance } = completion;
    return { action: 'accept', ...acceptance };
  }
  // Sending and entry are two steps of one code: its entry may name either.
  if ((type === 'OTP_VERIFY' || type === 'OTP_CHALLENGE') && 'code' in completion)
    return { action: 'verify_otp', otpCode: completion.code };
  if (type === 'BIOMETRIC_LIVENESS' && 'livenessSessionId' in completion) {
    return { action: 'complete_liveness', ...completion };
  }
  if (type === 'PURPOSE_DISCLOSURE' && 'acknowledged' in completion) {
    const { version: disclosureVersion } = disclosureIn(locale);
    return { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion };
  }
  if (type === 'DOCUMENT_PHOTO_MATCH' && 'documentImage' in completion) {
    return { action: 'submit_document_photo', ...completion };
  }
  if (type === 'BIOMETRIC_MATCH') {
    const parsed = match.safeParse(completion);
    if (parsed.success) {
      const { referenceImage, ...rest } = parsed.data;
      return { action: 'match', referenceImage: referenceImage?.data, ...rest };
    }
  }
  throw completionProblem({ type }, completion);
}

const BY_ITSELF = 'The service takes this step by itself.';
const EXPECTED: Readonly<Record<StepType, string>> = {
  CLICK_ACCEPT: 'This step is completed with {accepted: true, textVersion?}.',
  OTP_CHALLENGE: 'This step is taken by …/start, which sends the code, and …/complete with {code}.',
  OTP_VERIFY: 'This step is completed with {code}.',
  BIOMETRIC_LIVENESS: 'This step is completed with {livenessSessionId, liveness?, geolocation?}.',
  BIOMETRIC_MATCH: 'This step is completed with {referenceImage?, geolocation?}.',
  SERPRO_IDENTITY_CHECK: BY_ITSELF,
  DIGITAL_SIGN_A1: 'This step is taken by …/signing/prepare and …/signing/complete.',
  DOCUMENT_PHOTO_MATCH: 'This step is completed with {documentImage, documentType}.',
  PURPOSE_DISCLOSURE: 'This step is completed with {acknowledged: true}.',
};
