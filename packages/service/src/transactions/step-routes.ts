import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Clock } from '../domain/clock.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, optionalJsonBody } from '../http/declare-route.ts';
import type { Authentication } from '../oauth/authentication.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import type { StoredResponse } from '../http/stored-response.ts';
import { validationProblem } from '../http/validation.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { MAX_PHOTO_TEXT } from '../steps/advance-request.ts';
import { advanceAnswer, bootstrapAnswer } from '../sessions/answers.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import type { FirstViews } from '../sessions/first-views.ts';
import { outOfOrder, requireActive } from '../domain/session-state.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import type { Database } from '../storage/database.ts';
import { act, once, stepOf, takeStep, type DirectStepsOptions, type TakenStep } from './direct-steps.ts';
import {
  completeSchema,
  completionAction,
  completionProblem,
  startAction,
  startSchema,
  type StepStart,
} from './step-actions.ts';
import { openDirectTransaction, openTransaction, transactionParams } from './transaction-access.ts';
import { describeStep, stepAnswer } from './transaction.ts';

/** Room for the rest of the body, which may also hold a photo in base64. */
const MAX_BODY = MAX_PHOTO_TEXT + 64 * 1024;

export interface StepRoutesOptions extends DirectStepsOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly clock: Clock;
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
export function mountStepRoutes(app: ServiceApp, options: StepRoutesOptions): void {
  mountList(app, options);
  mountStart(app, options);
  mountComplete(app, options);
}

function mountList(app: ServiceApp, { authentication, sessions }: StepRoutesOptions): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/transactions/{transactionId}/steps',
    summary: 'The steps of a transaction, in order',
    access: authentication.client('transactions:read', 'steps:write'),
    request: { params: transactionParams },
    answers: { 200: json('The steps', stepsAnswer) },
  });
  app.openapi(route, async c => {
    const session = await openTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const { transactionId } = session;
    c.header('Cache-Control', 'no-store');
    return c.json(
      stepsAnswer.parse({ transactionId, steps: session.steps.map(step => describeStep(session, step)) }),
      200,
    );
  });
}

function mountStart(app: ServiceApp, options: StepRoutesOptions): void {
  const { authentication, sessions } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/steps/{stepId}/start',
    summary:
      'Start a step: send a code, start a liveness attempt, give a notice. A started step is returned unchanged',
    access: authentication.client('steps:write'),
    request: { params: stepParams, body: optionalJsonBody(startSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('The step', takenAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const session = await openDirectTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const step = stepOf(session, c.req.valid('param').stepId);
    const begun = await once(c, options, session, step, async saveResponse => {
      // Inside `once`, so that a repeated request gets the first response, with its code, not just the started
      // step.
      const standing = await standingOf(options, session, step, c.req.valid('json'));
      if (standing !== undefined) {
        const answer: StoredResponse = { status: 200, body: standing };
        await saveResponse(options.database, answer);
        return answer;
      }
      const action = startAction(step, c.req.valid('json'));
      if (action === undefined) throw outOfOrder(step.type);
      return act(c, options, session, action, saveResponse);
    });
    c.header('Cache-Control', 'no-store');
    return c.json(answerOf(begun), 200);
  });
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
  { database, codes, clock, notices }: StepRoutesOptions,
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

function mountComplete(app: ServiceApp, options: StepRoutesOptions): void {
  const { authentication, sessions } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/steps/{stepId}/complete',
    summary: 'Complete a step. A failed attempt is answered by 200 with its error',
    access: authentication.client('steps:write'),
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
    route,
    async c => {
      const { session, step } = await open(c, c.req.valid('param'));
      const action = completionAction(session, step, c.req.valid('json'));
      c.header('Cache-Control', 'no-store');
      return c.json(answerOf(await takeStep(c, options, session, takenStep(session, step), action)), 200);
    },
    (result, c) => {
      if (result.success) return undefined;
      if (result.target === 'param') throw notFound();
      if (result.target !== 'json') throw validationProblem(result.error);
      return refuse(c);
    },
  );
}
