import type { Context } from 'hono';
import * as z from 'zod';
import type { IdentityChecks } from '../identity-checks/identity-checks.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { runOnce } from '../http/declare-route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { notFound } from '../domain/problem.ts';
import { text } from '../http/validation.ts';
import type { FieldCipher } from '../keys/key-ring.ts';
import { openedAnswer } from '../sessions/advance-answer.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import type { Session } from '../domain/session.ts';
import { geolocationSchema, type Step } from '../domain/step.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { requireDocument } from './transaction.ts';

export interface DirectStepsOptions {
  readonly sessions: Sessions;
  readonly advance: SessionAdvance;
  readonly identityChecks: IdentityChecks;
  readonly fieldCipher: FieldCipher;
  readonly presigned: PresignedUrls;
}

/** The state after the integrator performed a step. */
export interface TakenStep {
  readonly session: Session;
  readonly step: Step;
  /** What else the action returns: the code in the sandbox, the data to sign, the liveness attempt. */
  readonly parts: Readonly<Record<string, unknown>>;
}

/** What the integrator may tell about the signer's device, which the service cannot see itself. */
export const signerContextSchema = z.object({
  ipAddress: z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IP address.' }).optional(),
  userAgent: text(512).optional(),
  geolocation: geolocationSchema.optional(),
});

/**
 * The device behind a step. The request itself comes from the integrator's server; what the integrator tells about
 * the signer's device replaces it and is marked as told.
 */
export function contextOf(
  c: Context<ServiceEnv>,
  told?: z.output<typeof signerContextSchema>,
): SigningContext {
  if (told !== undefined) {
    const { ipAddress, userAgent, geolocation } = told;
    return { ipAddress, userAgent, geolocation, toldBy: 'integrator' };
  }
  return {
    ipAddress: c.env.connection?.remoteAddress,
    userAgent: c.req.header('User-Agent')?.slice(0, 512),
  };
}

/** @throws Problem `not-found` for a step that is not the transaction's */
export function stepOf({ steps }: Session, stepId: string): Step {
  const step = steps.find(candidate => candidate.stepId === stepId);
  if (step === undefined) throw notFound();
  return step;
}

/** The transaction's step of a type. @throws Problem `not-found` when it has none */
export function stepOfType({ steps }: Session, type: Step['type']): Step {
  const step = steps.find(candidate => candidate.type === type);
  if (step === undefined) throw notFound();
  return step;
}

/**
 * Performs an action on behalf of the signer.
 * @throws Problem as `act` does
 */
export function takeStep(
  c: Context<ServiceEnv>,
  options: DirectStepsOptions,
  session: Session,
  step: Step,
  action: AdvanceRequest,
): Promise<TakenStep> {
  return once(c, options, session, step, saveResponse => act(c, options, session, action, saveResponse));
}

/**
 * Runs the same action that the signer's page sends, so that both flows share one implementation.
 * @throws Problem as `SessionAdvance.advance` does, and `conflict` without a document
 */
export async function act(
  c: Context<ServiceEnv>,
  { advance }: DirectStepsOptions,
  session: Session,
  action: AdvanceRequest,
  saveResponse: SaveResponse,
): Promise<StoredResponse> {
  requireDocument(session);
  const context = { ...contextOf(c), by: 'integrator' } as const;
  const { answer, quota } = await advance.advance(session, action, context, saveResponse);
  if (quota !== undefined) setQuotaHeaders(c, quota);
  return answer;
}

/** Runs an action on a step once per idempotency key. */
export async function once(
  c: Context<ServiceEnv>,
  options: DirectStepsOptions,
  session: Session,
  { stepId }: Step,
  work: (saveResponse: SaveResponse) => Promise<StoredResponse>,
): Promise<TakenStep> {
  const { sessions, identityChecks } = options;
  const kept = await runOnce(c, work);
  const reread = async () => (await sessions.find(session.sessionId)) ?? session;
  let after = await reread();
  if (await identityChecks.after(after)) after = await reread();
  return { session: after, step: stepOf(after, stepId), parts: await openedAnswer(kept, options) };
}
