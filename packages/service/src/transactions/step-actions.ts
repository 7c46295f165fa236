import type { StepType } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import { livenessReportSchema } from '../domain/liveness-challenge.ts';
import { geolocationSchema, PHOTO_DOCUMENT_TYPES, type Step } from '../domain/step.ts';
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

/** The body of …/start. `captureMode` is accepted and ignored: the tenant's setting decides. */
export const startSchema = z
  .object({
    captureMode: text(50).optional(),
    otpChannel: otpChannelSchema.optional(),
  })
  .openapi('StartStep');
export type StepStart = z.output<typeof startSchema>;

const accepted = acceptanceSchema
  .omit({ action: true, documentView: true })
  .extend({ accepted: z.literal(true) })
  .openapi('CompleteAcceptance');
const code = z.object({ code: otpCodeSchema }).openapi('CompleteCode');
const liveness = z
  .object({
    livenessSessionId: text(100),
    liveness: livenessReportSchema.optional(),
    geolocation,
  })
  .openapi('CompleteLiveness');
const acknowledged = z.object({ acknowledged: z.literal(true) }).openapi('CompleteDisclosure');
const match = z
  .strictObject({
    referenceImage: z
      .object({ source: z.literal('BASE64_IMAGE'), data: photoText })
      .optional()
      .describe('A JPEG to compare with, instead of the signer’s reference photo.'),
    sandboxSimilarity: z.number().min(0).max(1).optional().describe('What the sandbox is to find.'),
    geolocation,
  })
  .openapi('CompleteMatch');
const photo = z
  .object({
    documentImage: photoText,
    documentType: z.enum(PHOTO_DOCUMENT_TYPES),
    geolocation,
  })
  .openapi('CompleteDocumentPhoto');

/** The body of …/complete, by the type of the step (signer API, section 7). */
export const completeSchema = z.union([accepted, code, liveness, acknowledged, photo, match]);
export type StepCompletion = z.output<typeof completeSchema>;

/** The body that completes a step of each type. Other types are completed by the service or by another call. */
const BODIES: Readonly<Partial<Record<StepType, z.ZodType<StepCompletion>>>> = {
  CLICK_ACCEPT: accepted,
  OTP_VERIFY: code,
  BIOMETRIC_LIVENESS: liveness,
  PURPOSE_DISCLOSURE: acknowledged,
  DOCUMENT_PHOTO_MATCH: photo,
  BIOMETRIC_MATCH: match,
};

/** The problem for a body that does not match the step's type. */
export function completionProblem({ type }: Pick<Step, 'type'>, body: unknown): Problem {
  const parsed = BODIES[type]?.safeParse(body);
  return parsed?.error === undefined ? invalid('', EXPECTED[type]) : validationProblem(parsed.error);
}

/** The action that starts a step; undefined if starting it needs none. */
export function startAction({ type }: Step, { otpChannel }: StepStart): AdvanceRequest | undefined {
  if (type === 'OTP_CHALLENGE' || type === 'OTP_VERIFY') return { action: 'resend_otp', otpChannel };
  return type === 'BIOMETRIC_LIVENESS' ? { action: 'start_liveness' } : undefined;
}

/**
 * The signer's action that completes a step.
 * @throws Problem `validation-error` for a body that belongs to another step
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
  // Sending and entering a code are two steps; the code may be submitted to either.
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

const BY_ITSELF = 'The service performs this step itself.';
const EXPECTED: Readonly<Record<StepType, string>> = {
  CLICK_ACCEPT: 'This step is completed with {accepted: true, textVersion?}.',
  OTP_CHALLENGE: 'This step is performed by …/start, which sends the code, and …/complete with {code}.',
  OTP_VERIFY: 'This step is completed with {code}.',
  BIOMETRIC_LIVENESS: 'This step is completed with {livenessSessionId, liveness?, geolocation?}.',
  BIOMETRIC_MATCH: 'This step is completed with {referenceImage?, geolocation?}.',
  SERPRO_IDENTITY_CHECK: BY_ITSELF,
  DIGITAL_SIGN_A1: 'This step is performed by …/signing/prepare and …/signing/complete.',
  DOCUMENT_PHOTO_MATCH: 'This step is completed with {documentImage, documentType}.',
  PURPOSE_DISCLOSURE: 'This step is completed with {acknowledged: true}.',
};
