import { isIP } from 'node:net';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import type { IdentityChecks } from '../identity-checks/identity-checks.ts';
import type { PresignedUrls } from '../documents/presigned-urls.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { runOnce } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { notFound } from '../domain/problem.ts';
import { text } from '../http/validation.ts';
import { openedAnswer } from '../sessions/advance-answer.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import type { Session } from '../domain/session.ts';
import { geolocationSchema, type Step } from '../domain/step.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { requireDocument } from './transaction.ts';

/** The state after the integrator performed a step. */
export interface TakenStep {
  readonly session: Session;
  readonly step: Step;
  /** What else the action returns: the code in the sandbox, the data to sign, the liveness attempt. */
  readonly parts: Readonly<Record<string, unknown>>;
}

/** What the integrator may tell about the signer's device, which the service cannot see itself. */
export const signerContextSchema = z.object({
  ipAddress: z
    .string()
    .refine(address => isIP(address) !== 0, 'Must be an IP address.')
    .optional()
    .describe('IPv4 or IPv6.'),
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

/** Performs steps for the signer, by the same actions that the signer's page sends: both flows share one implementation. */
export class DirectSteps {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      sessions: Sessions;
      advance: SessionAdvance;
      identityChecks: IdentityChecks;
      presigned: PresignedUrls;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Performs an action once per idempotency key.
   * @throws Problem as `act` does
   */
  take(c: Context<ServiceEnv>, session: Session, step: Step, action: AdvanceRequest): Promise<TakenStep> {
    return this.once(c, session, step, saveResponse => this.act(c, session, action, saveResponse));
  }

  /** @throws Problem as `SessionAdvance.advance` does, and `conflict` without a document */
  async act(
    c: Context<ServiceEnv>,
    session: Session,
    action: AdvanceRequest,
    saveResponse: SaveResponse,
  ): Promise<StoredResponse> {
    requireDocument(session);
    const context = { ...contextOf(c), by: 'integrator' } as const;
    const { answer, quota } = await this.#parts.advance.advance(session, action, context, saveResponse);
    if (quota !== undefined) setQuotaHeaders(c, quota);
    return answer;
  }

  /** Runs an action on a step once per idempotency key. */
  async once(
    c: Context<ServiceEnv>,
    session: Session,
    { stepId }: Step,
    work: (saveResponse: SaveResponse) => Promise<StoredResponse>,
  ): Promise<TakenStep> {
    const { fieldCipher } = this.#core;
    const { sessions, identityChecks, presigned } = this.#parts;
    const kept = await runOnce(c, work);
    const reread = async () => (await sessions.find(session.sessionId)) ?? session;
    let after = await reread();
    if (await identityChecks.after(after)) after = await reread();
    const parts = await openedAnswer(kept, { fieldCipher, presigned });
    return { session: after, step: stepOf(after, stepId), parts };
  }
}
