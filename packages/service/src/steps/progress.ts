/** All effects of an action, with the steps that the service performs after it. */
import type { StepType } from '@sign-session/session-rules';
import type { DocumentPhotoMatcher } from '../biometrics/providers.ts';
import type { Core } from '../core/core.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import type { Performer, Step } from '../domain/step.ts';
import type { QuotaDimension } from '../domain/tenant.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import type { Queries } from '../storage/database.ts';
import { clickAccept, purposeDisclosure } from './acceptance.ts';
import { biometricLiveness, documentPhotoMatch } from './camera-steps.ts';
import { digitalSign, type DigitalSignParts } from './digital-sign.ts';
import { otpChallenge, otpVerify } from './one-time-code-steps.ts';
import { biometricMatch, serviceCheck } from './service-checks.ts';
import type { AnswerParts, StepContext, StepKind, StepOutcome } from './step-kind.ts';

/** The step kinds that this service supports, by type. */
export type StepKinds = ReadonlyMap<StepType, StepKind>;

/** To add a kind, add a file beside these and a line here. */
export function createStepKinds(
  core: Core,
  parts: DigitalSignParts & { codes: OneTimeCodes; matcher: DocumentPhotoMatcher },
): StepKinds {
  const { codes, matcher } = parts;
  const kinds = [
    clickAccept,
    otpChallenge(codes),
    otpVerify(codes),
    digitalSign(core, parts),
    purposeDisclosure,
    biometricLiveness(core),
    biometricMatch(core),
    serviceCheck(core, 'SERPRO_IDENTITY_CHECK', ['monthlySerproIdentity']),
    documentPhotoMatch(core, matcher),
  ];
  return new Map(kinds.map(kind => [kind.type, kind]));
}

/** @throws Error for a step type that this service does not support */
export function kindOf(kinds: StepKinds, type: StepType): StepKind {
  const kind = kinds.get(type);
  if (kind === undefined) throw new Error(`No step of the type ${type} can be run here.`);
  return kind;
}

/** All effects of one action, in order, to be written in one transaction. */
export interface Progress {
  /** When the action was decided on. */
  readonly at: Date;
  /** The session with its new steps. */
  readonly session: Session;
  /** The step that the action was for. */
  readonly acted: Step;
  readonly changed: readonly Step[];
  readonly quotas: readonly QuotaDimension[];
  readonly events: readonly ServiceEvent[];
  readonly answer: AnswerParts;
  readonly signedPdf: Uint8Array | undefined;
  readonly settle: (queries: Queries) => Promise<void>;
}

function withOutcome(
  session: Session,
  { step: acted, replaces = acted.stepId, others = [] }: StepOutcome,
): Session {
  const steps = session.steps.map(step =>
    step.stepId === replaces ? acted : (others.find(other => other.stepId === step.stepId) ?? step),
  );
  return { ...session, steps };
}

/** The outcome with who performed the steps that it completes. */
function performed(outcome: StepOutcome, session: Session, by: Performer): StepOutcome {
  const { others } = outcome;
  const before = new Map(session.steps.map(step => [step.stepId, step.status]));
  const named = (step: Step): Step => {
    if (step.status !== 'COMPLETED') return { ...step, performedBy: undefined };
    return before.get(step.stepId) === 'COMPLETED' ? step : { ...step, performedBy: by };
  };
  return { ...outcome, step: named(outcome.step), ...(others && { others: others.map(named) }) };
}

/** The effects of one outcome, without the automatic steps that follow. */
export function progressOf(
  { session, at, context }: Pick<StepContext, 'session' | 'at' | 'context'>,
  given: StepOutcome,
): Progress {
  const outcome = performed(given, session, context.by ?? 'service');
  return {
    at,
    session: withOutcome(session, outcome),
    acted: outcome.step,
    changed: [outcome.step, ...(outcome.others ?? [])],
    quotas: outcome.quotas ?? [],
    events: outcome.events ?? [],
    answer: outcome.answer ?? {},
    signedPdf: outcome.signedPdf,
    settle: outcome.settle ?? (async () => undefined),
  };
}

/** With the outcome of a step that the service performed by itself. */
function extend(progress: Progress, given: StepOutcome): Progress {
  const outcome = performed(given, progress.session, 'service');
  return {
    at: progress.at,
    session: withOutcome(progress.session, outcome),
    acted: progress.acted,
    changed: [...progress.changed, outcome.step, ...(outcome.others ?? [])],
    quotas: [...progress.quotas, ...(outcome.quotas ?? [])],
    events: [...progress.events, ...(outcome.events ?? [])],
    answer: { ...progress.answer, ...outcome.answer },
    signedPdf: outcome.signedPdf ?? progress.signedPdf,
    async settle(queries) {
      await progress.settle(queries);
      await outcome.settle?.(queries);
    },
  };
}

/** The effects of an outcome and of the automatic steps that follow. */
export async function progressFrom(
  kinds: StepKinds,
  stepContext: StepContext,
  outcome: StepOutcome,
): Promise<Progress> {
  let progress = progressOf(stepContext, outcome);
  let passed = outcome.step.status === 'COMPLETED';
  while (passed) {
    const next = currentStepOf(progress.session);
    if (next === undefined) return progress;
    const kind = kindOf(kinds, next.type);
    const step: Step = { ...next, startedAt: stepContext.at };
    const begun = await kind.begin?.({ ...stepContext, session: progress.session, step });
    progress = extend(progress, begun ?? { step });
    passed = begun?.step.status === 'COMPLETED';
  }
  return progress;
}
