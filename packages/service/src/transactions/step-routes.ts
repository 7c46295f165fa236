/** The steps of a transaction, performed by the integrator. */
import { z } from '@hono/zod-openapi';
import type { StepType } from '@sign-session/session-rules';
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import { idSchema } from '../domain/ids.ts';
import { livenessReportSchema } from '../domain/liveness-challenge.ts';
import { invalid, notFound, type Problem } from '../domain/problem.ts';
import { outOfOrder, requireActive } from '../domain/session-state.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { geolocationSchema, PHOTO_DOCUMENT_TYPES, type Step } from '../domain/step.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, route, jsonBody, ok } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { StoredResponse } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import { text, validationProblem, withoutEmptyList } from '../http/validation.ts';
import { clientWith } from '../oauth/authentication.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { advanceAnswer, bootstrapAnswer } from '../sessions/answers.ts';
import type { FirstViews } from '../sessions/sessions.ts';
import {
  acceptanceSchema,
  type AdvanceRequest,
  MAX_PHOTO_TEXT,
  otpChannelSchema,
  otpCodeSchema,
  photoText,
} from '../steps/advance-request.ts';
import { type DirectSteps, stepOf, type TakenStep } from './direct-steps.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
  describeStep,
  openDirectTransaction,
  openTransaction,
  stepAnswer,
  transactionParams,
} from './transaction.ts';

const geolocation = geolocationSchema.optional();

/** The body of …/start. `captureMode` is accepted and ignored: the tenant's setting decides. */
const startSchema = z
  .object({
    captureMode: text(50).optional(),
    otpChannel: otpChannelSchema.optional(),
  })
  .openapi('StartStep');
type StepStart = z.output<typeof startSchema>;

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
const completeSchema = z.union([
  accepted,
  code,
  liveness,
  acknowledged,
  photo,
  z.preprocess(withoutEmptyList, match),
]);
type StepCompletion = z.output<typeof completeSchema>;

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
function completionProblem({ type }: Pick<Step, 'type'>, body: unknown): Problem {
  const parsed = BODIES[type]?.safeParse(body);
  return parsed?.error === undefined ? invalid('', EXPECTED[type]) : validationProblem(parsed.error);
}

/** The action that starts a step; undefined if starting it needs none. */
function startAction({ type }: Step, { otpChannel }: StepStart): AdvanceRequest | undefined {
  if (type === 'OTP_CHALLENGE' || type === 'OTP_VERIFY') return { action: 'resend_otp', otpChannel };
  return type === 'BIOMETRIC_LIVENESS' ? { action: 'start_liveness' } : undefined;
}

/**
 * The signer's action that completes a step.
 * @throws Problem `validation-error` for a body that belongs to another step
 */
function completionAction({ locale }: Session, { type }: Step, completion: StepCompletion): AdvanceRequest {
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

/** Room for the rest of the body, which may also hold a photo in base64. */
const MAX_BODY = MAX_PHOTO_TEXT + 64 * 1024;

interface StepRoutesParts {
  readonly sessions: Sessions;
  readonly directSteps: DirectSteps;
  readonly codes: OneTimeCodes;
  readonly notices: FirstViews;
}

const stepParams = transactionParams.extend({ stepId: idSchema });

const stepsAnswer = z
  .object({ transactionId: z.string(), steps: z.array(stepAnswer) })
  .openapi('TransactionSteps');

const takenAnswer = stepAnswer
  .extend({
    ...advanceAnswer.pick({ otp: true, sandbox: true, livenessSessionId: true, liveness: true }).shape,
    otpCode: z.string().optional().describe('The code that was sent, in the sandbox.'),
    disclosure: bootstrapAnswer.shape.disclosure,
  })
  .openapi('TakenStep');

function answerOf({ session, step, parts }: TakenStep): z.output<typeof takenAnswer> {
  const { sandbox } = takenAnswer.pick({ sandbox: true }).parse(parts);
  return takenAnswer.parse({ ...parts, ...describeStep(session, step), otpCode: sandbox?.otpCode });
}

/** Routes for the steps of a transaction, which the integrator performs for the signer (signer API, section 7). */
export function mountStepRoutes(app: ServiceApp, core: Core, parts: StepRoutesParts): void {
  const { sessions, directSteps } = parts;

  route(app, {
    method: 'get',
    path: '/v1/transactions/{transactionId}/steps',
    summary: 'The steps of a transaction, in order',
    access: clientWith('transactions:read', 'steps:write'),
    params: transactionParams,
    answer: ok('The steps', stepsAnswer),
    handle: async ({ principal, params }) => {
      const session = await openTransaction(sessions, principal, params);
      const { transactionId } = session;
      return stepsAnswer.parse({
        transactionId,
        steps: session.steps.map(step => describeStep(session, step)),
      });
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/steps/{stepId}/start',
    summary:
      'Start a step: send a code, start a liveness attempt, give a notice. A started step is returned unchanged',
    access: clientWith('steps:write'),
    params: stepParams,
    optionalBody: startSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('The step', takenAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body }) => {
      const session = await openDirectTransaction(sessions, principal, params);
      const step = stepOf(session, params.stepId);
      const begun = await directSteps.once(c, session, step, async saveResponse => {
        // Inside `once`, so that a repeated request gets the first response, with its code, not just the started
        // step.
        const standing = await standingOf(core, parts, session, step, body);
        if (standing !== undefined) {
          const answer: StoredResponse = { status: 200, body: standing };
          await saveResponse(core.database, answer);
          return answer;
        }
        const action = startAction(step, body);
        if (action === undefined) throw outOfOrder(step.type);
        return directSteps.act(c, session, action, saveResponse);
      });
      return answerOf(begun);
    },
  });

  const complete = declareRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/steps/{stepId}/complete',
    summary: 'Complete a step. A failed attempt is answered by 200 with its error',
    access: clientWith('steps:write'),
    request: { params: stepParams, body: jsonBody(completeSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('The step', takenAnswer) },
    problems: [410, 429, 503],
  });

  const open = async (c: Context<ServiceEnv>, params: z.output<typeof stepParams>) => {
    const session = await openDirectTransaction(sessions, c.get('principal'), params);
    return { session, step: stepOf(session, params.stepId) };
  };

  // The union of bodies did not match; only the step's type tells which one was expected.
  const refuse = async (c: Context<ServiceEnv>): Promise<never> => {
    const { step } = await open(c, stepParams.parse(c.req.param()));
    throw completionProblem(step, await c.req.json());
  };

  app.openapi(
    complete,
    async c => {
      const { session, step } = await open(c, c.req.valid('param'));
      const action = completionAction(session, step, c.req.valid('json'));
      c.header('Cache-Control', 'no-store');
      return c.json(answerOf(await directSteps.take(c, session, takenStep(session, step), action)), 200);
    },
    (result, c) => {
      if (result.success) return undefined;
      if (result.target === 'param') throw notFound();
      if (result.target !== 'json') throw validationProblem(result.error);
      return refuse(c);
    },
  );
}

/** The step that a completion applies to: for a code, the step that verifies it. */
function takenStep({ steps }: Session, step: Step): Step {
  if (step.type !== 'OTP_CHALLENGE') return step;
  return steps.find(({ type, order }) => type === 'OTP_VERIFY' && order > step.order) ?? step;
}

/**
 * The state of a step that is already started or needs no action to start; undefined if an action is needed.
 * @throws Problem `gone`, `step-out-of-order` for a step that is not due yet
 */
async function standingOf(
  { database, clock }: Core,
  { codes, notices }: StepRoutesParts,
  session: Session,
  step: Step,
  { otpChannel }: StepStart,
): Promise<TakenStep['parts'] | undefined> {
  if (step.status === 'COMPLETED') return {};
  requireActive(session, clock.now());
  const current = currentStepOf(session);
  // Sending and entering a code are two steps; starting the second performs the first.
  if (current?.type === 'OTP_CHALLENGE' && step.type === 'OTP_VERIFY') return undefined;
  if (current !== undefined && current.stepId !== step.stepId) throw outOfOrder(current.type);
  if (step.type === 'PURPOSE_DISCLOSURE') {
    await notices.recordNotice(session);
    return { disclosure: disclosureIn(session.locale) };
  }
  if (step.type === 'OTP_VERIFY' && otpChannel === undefined) {
    const otp = await codes.stateOf(database, session, clock.now());
    // The previous step has sent a code that is still valid; another one would invalidate it.
    const isGood =
      otp !== undefined && otp.attemptsLeft > 0 && Date.parse(otp.expiresAt) > clock.now().getTime();
    if (isGood) return { otp };
  }
  return startAction(step, { otpChannel }) === undefined ? {} : undefined;
}
