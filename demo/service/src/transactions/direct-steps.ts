import type { Context } from 'hono';
import * as z from 'zod';
import type { IdentityChecks } from '../identity-checks/identity-checks.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { notFound } from '../domain/problem.ts';
import type { KeptAnswer, Remember } from '../http/remember.ts';
import { text } from '../http/request-values.ts';
import type { Vault } from '../keys/vault.ts';
import { openedAnswer } from '../sessions/advance-answer.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import type { Session } from '../domain/session.ts';
import { geolocationSchema, type Step } from '../domain/step.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { requireDocument } from './transaction-access.ts';

export interface DirectStepsOptions {
  readonly idempotency: Idempotency;
  readonly sessions: Sessions;
  readonly advance: SessionAdvance;
  readonly identityChecks: IdentityChecks;
  readonly vault: Vault;
  readonly presigned: PresignedUrls;
}

/** What became of a step that the integrator took. */
export interface TakenStep {
  readonly session: Session;
  readonly step: Step;
  /** What the action brought besides: a code in the sandbox, what is to be signed, what is to be done. */
  readonly parts: Readonly<Record<string, unknown>>;
}

/** What an integrator may say of the signer's device, of which the service sees nothing. */
export const signerContextSchema = z.object({
  ipAddress: z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IP address.' }).optional(),
  userAgent: text(512).optional(),
  geolocation: geolocationSchema.optional(),
});

/**
 * The device that the request came from: here the integrator's server, which the signer's stands behind. What the
 * integrator says instead is marked as told by them.
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

/** The step of a type that a transaction is taken through. @throws Problem `not-found` where it has none */
export function stepOfType({ steps }: Session, type: Step['type']): Step {
  const step = steps.find(candidate => candidate.type === type);
  if (step === undefined) throw notFound();
  return step;
}

/**
 * Takes an action for the signer.
 * @throws Problem as `act` does
 */
export function takeStep(
  c: Context<ServiceEnv>,
  options: DirectStepsOptions,
  session: Session,
  step: Step,
  action: AdvanceRequest,
): Promise<TakenStep> {
  return once(c, options, session, step, remember => act(c, options, session, action, remember));
}

/**
 * The same action that a signer's page takes, so that there is one way to do a thing.
 * @throws Problem as `SessionAdvance.advance` does, and `conflict` without a document
 */
export async function act(
  c: Context<ServiceEnv>,
  { advance }: DirectStepsOptions,
  session: Session,
  action: AdvanceRequest,
  remember: Remember,
): Promise<KeptAnswer> {
  requireDocument(session);
  const { answer, quota } = await advance.advance(session.tenant, session, action, contextOf(c), remember);
  if (quota !== undefined) setQuotaHeaders(c, quota);
  return answer;
}

/** Does with a step what is asked, once, however often that is sent. */
export async function once(
  c: Context<ServiceEnv>,
  options: DirectStepsOptions,
  session: Session,
  { stepId }: Step,
  work: (remember: Remember) => Promise<KeptAnswer>,
): Promise<TakenStep> {
  const { idempotency, sessions, identityChecks } = options;
  const kept = await idempotency.run(c, work);
  const reread = async () => (await sessions.find(session.sessionId)) ?? session;
  let after = await reread();
  if (await identityChecks.after(after)) after = await reread();
  return { session: after, step: stepOf(after, stepId), parts: await openedAnswer(kept, options) };
}
