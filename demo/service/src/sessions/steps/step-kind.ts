import type { OtpState } from '../../one-time-codes/one-time-codes.ts';
import type { Queries } from '../../storage/database.ts';
import type { QuotaDimension, Tenant } from '../../tenants/tenant.ts';
import type { ActionName, AdvanceRequest } from '../advance-request.ts';
import type { ServiceEvent } from '../../outbox/outbox.ts';
import type { Session, Step, StepType } from '../session.ts';

/** A look at the session's current step, inside a transaction that holds the session. */
export interface StepVisit {
  /** For reading. What is to be written goes into the outcome. */
  readonly queries: Queries;
  readonly tenant: Tenant;
  readonly session: Session;
  readonly step: Step;
  readonly at: Date;
}

/** What an action brings into its answer. */
export interface AnswerParts {
  /** Of a code that is being sent. */
  readonly otp?: OtpState;
  /** The code itself, for the answer in the sandbox. It is kept in no table but sealed. */
  readonly code?: string;
}

/** What becomes of a step: nothing is true before the transaction that writes it is committed. */
export interface StepOutcome {
  /** The step from now on. With COMPLETED the session goes on to the next. */
  readonly step: Step;
  readonly quotas?: readonly QuotaDimension[];
  readonly answer?: AnswerParts;
  /** What is to be written beside the step itself. */
  readonly settle?: (queries: Queries) => Promise<void>;
}

/** One kind of step: all that the service knows about it. */
export interface StepKind {
  readonly type: StepType;
  /** Tries that the signer has. */
  readonly maxAttempts: number;
  /** The actions that are for this step; every other is out of order. */
  readonly actions: readonly ActionName[];
  /** What the integrator is told when the session comes here. */
  announce?(session: Session, step: Step, at: Date): readonly ServiceEvent[];
  /** What the service does by itself when the session comes here from the step before. */
  begin?(visit: StepVisit): Promise<StepOutcome>;
  /** Takes one of `actions`. */
  take(visit: StepVisit, request: AdvanceRequest): Promise<StepOutcome>;
}

/** A step that is passed. */
export function passed(step: Step, at: Date, result: Step['result']): Step {
  return { ...step, status: 'COMPLETED', error: undefined, completedAt: at, result };
}
