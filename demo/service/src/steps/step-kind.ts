import type { LivenessAttempt } from '../domain/liveness-challenge.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import type { PreparedRequest } from '../signing/prepare-signature.ts';
import type { OtpState } from '../one-time-codes/one-time-codes.ts';
import type { Queries } from '../storage/database.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import type { ActionName, AdvanceRequest } from './advance-request.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import type { Session } from '../domain/session.ts';
import type { Step, StepType } from '../domain/step.ts';

/** A look at the session's current step while nobody holds the session. */
export interface StepLook {
  readonly tenant: Tenant;
  readonly session: Session;
  readonly step: Step;
  readonly at: Date;
}

/** A look at the session's current step, inside a transaction that holds the session by the time it asks or writes. */
export interface StepVisit extends StepLook {
  /** For reading. What is to be written goes into the outcome. */
  readonly queries: Queries;
  /** What the evidence will say of the signer's device. */
  readonly context: SigningContext;
}

/** A liveness attempt that begins, as it is answered (signer API, section 5). */
export interface StartedLiveness {
  readonly livenessSessionId: string;
  readonly liveness: Pick<LivenessAttempt, 'mode' | 'nonce' | 'actions'> & {
    readonly maxFrames: number;
    readonly maxFrameBytes: number;
    readonly maxSeconds: number;
    readonly uploadUrlTemplate: string;
  };
  readonly hostedUrl?: string;
}

/** What an action brings into its answer. */
export interface AnswerParts {
  /** Of a code that is being sent. */
  readonly otp?: OtpState;
  /** The code itself, for the answer in the sandbox. It is kept in no table but sealed. */
  readonly code?: string;
  /** What is to be signed. */
  readonly signing?: PreparedRequest;
  /** What is to be done before the camera. */
  readonly liveness?: StartedLiveness;
}

/** What becomes of a step: nothing is true before the transaction that writes it is committed. */
export interface StepOutcome {
  /** The step from now on. With COMPLETED the session goes on to the next. */
  readonly step: Step;
  /** The id of the step in whose place `step` stands from now on. */
  readonly replaces?: string;
  /** Other steps that change with it. */
  readonly others?: readonly Step[];
  /** What the integrator is told of it. */
  readonly events?: readonly ServiceEvent[];
  readonly quotas?: readonly QuotaDimension[];
  readonly answer?: AnswerParts;
  /** The document with the signature that the signer made: what is handed out, in place of a sealed one. */
  readonly signedPdf?: Uint8Array;
  /** What is to be written beside the step itself. */
  readonly settle?: (queries: Queries) => Promise<void>;
}

/** What an action does to a step, with the session held from its first question on. */
export type TakeStep = (visit: StepVisit) => Promise<StepOutcome>;

/** One kind of step: all that the service knows about it. */
export interface StepKind {
  readonly type: StepType;
  /** Tries that the signer has. */
  readonly maxAttempts: number;
  /** The actions that are for this step; every other is out of order. */
  readonly actions: readonly ActionName[];
  /** What the service does by itself when the session comes here from the step before. */
  begin?(visit: StepVisit): Promise<StepOutcome>;
  /** Does what takes long before the session is held, and gives back the rest, which then stands for `take`. */
  before?(look: StepLook, request: AdvanceRequest): Promise<TakeStep>;
  /** Takes one of `actions`. */
  take(visit: StepVisit, request: AdvanceRequest): Promise<StepOutcome>;
}

/** A step that is passed. */
export function passed(step: Step, at: Date, result: Step['result']): Step {
  return { ...step, status: 'COMPLETED', error: undefined, errorDetail: undefined, completedAt: at, result };
}
