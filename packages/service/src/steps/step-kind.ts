import { passStep, type StepType } from '@sign-session/session-rules';
import type { LivenessAttempt } from '../domain/liveness-challenge.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import type { PreparedRequest } from '../signing/prepare-signature.ts';
import type { OtpState } from '../one-time-codes/one-time-codes.ts';
import type { Queries } from '../storage/database.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import type { AdvanceRequest } from './advance-request.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import type { Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';

/** The session's current step, read without a lock. */
export interface StepSnapshot {
  readonly session: Session;
  readonly step: Step;
  readonly at: Date;
}

/** The session's current step, inside a transaction that locks the session before its first query or write. */
export interface StepContext extends StepSnapshot {
  /** For reads only. Writes go into the outcome. */
  readonly queries: Queries;
  /** The signer's device, as the evidence describes it. */
  readonly context: SigningContext;
}

/** A started liveness attempt, as returned to the signer (signer API, section 5). */
interface StartedLiveness {
  readonly livenessSessionId: string;
  readonly liveness: Pick<LivenessAttempt, 'mode' | 'nonce' | 'actions'> & {
    readonly maxFrames: number;
    readonly maxFrameBytes: number;
    readonly maxSeconds: number;
    readonly uploadUrlTemplate: string;
  };
  readonly hostedUrl?: string;
}

/** The parts of a response that an action adds. */
export interface AnswerParts {
  /** State of a one-time code that is being sent. */
  readonly otp?: OtpState;
  /** The code itself, for the response in the sandbox. It is only stored encrypted. */
  readonly code?: string;
  /** The data to sign. */
  readonly signing?: PreparedRequest;
  /** What comes behind the document in the file that is signed at the gov.br portal. */
  readonly appended?: Uint8Array;
  /** DER, the signer's certificate first, where the signer's page does not know it. */
  readonly chain?: readonly Uint8Array[];
  /** Opens the provider's page once. It is only stored encrypted. */
  readonly authorizationUrl?: string;
  /** The liveness attempt to perform. */
  readonly liveness?: StartedLiveness;
}

/** The outcome of an action on a step. Nothing takes effect before the transaction commits. */
export interface StepOutcome {
  /** The new step. With COMPLETED the session moves to the next one. */
  readonly step: Step;
  /** The id of the step that `step` replaces. */
  readonly replaces?: string;
  /** Other steps that change as well. */
  readonly others?: readonly Step[];
  /** Events for the integrator. */
  readonly events?: readonly ServiceEvent[];
  readonly quotas?: readonly QuotaDimension[];
  readonly answer?: AnswerParts;
  /** The document with the signer's signature. It is delivered in place of a sealed one. */
  readonly signedPdf?: Uint8Array;
  /**
   * Further writes of this step, by these queries alone: what ends a session is written in another transaction than that of
   * the step's context.
   */
  readonly settle?: ((queries: Queries) => Promise<void>) | undefined;
}

/** Executes an action on a step. The session is locked from the first query on. */
export type ApplyStep = (stepContext: StepContext) => Promise<StepOutcome>;

/** One kind of step and all its rules. */
export interface StepKind {
  readonly type: StepType;
  /** Runs when the session moves to this step. */
  begin?(stepContext: StepContext): Promise<StepOutcome>;
  /**
   * Runs the slow work before the session is locked; returns the function to run under the lock, instead of `apply`.
   */
  prepare?(look: StepSnapshot, request: AdvanceRequest): Promise<ApplyStep>;
  /** Executes an action that the rules let the step take. */
  apply(stepContext: StepContext, request: AdvanceRequest): Promise<StepOutcome>;
}

/** The step as completed. */
export function passed(step: Step, at: Date, result: Step['result']): Step {
  return { ...passStep(step), completedAt: at, result };
}
