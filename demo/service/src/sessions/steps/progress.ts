import { currentStepOf, type Session, type Step } from '../session.ts';
import { kindOf, type StepKinds } from './step-kinds.ts';
import type { AnswerParts, StepOutcome, StepVisit } from './step-kind.ts';
import type { QuotaDimension } from '../../tenants/tenant.ts';
import type { ServiceEvent } from '../../outbox/outbox.ts';
import type { Queries } from '../../storage/database.ts';

/** All that one action leads to, in order, to be written at once. */
export interface Progress {
  /** With its steps as they are from now on. */
  readonly session: Session;
  /** The step that the action was for. */
  readonly acted: Step;
  readonly changed: readonly Step[];
  readonly quotas: readonly QuotaDimension[];
  readonly events: readonly ServiceEvent[];
  readonly answer: AnswerParts;
  readonly settle: (queries: Queries) => Promise<void>;
}

function withStep(session: Session, changed: Step): Session {
  const steps = session.steps.map(step => (step.stepId === changed.stepId ? changed : step));
  return { ...session, steps };
}

function startOf(session: Session, outcome: StepOutcome): Progress {
  return {
    session: withStep(session, outcome.step),
    acted: outcome.step,
    changed: [outcome.step],
    quotas: outcome.quotas ?? [],
    events: [],
    answer: outcome.answer ?? {},
    settle: outcome.settle ?? (async () => undefined),
  };
}

function extend(progress: Progress, outcome: StepOutcome, events: readonly ServiceEvent[]): Progress {
  return {
    session: withStep(progress.session, outcome.step),
    acted: progress.acted,
    changed: [...progress.changed, outcome.step],
    quotas: [...progress.quotas, ...(outcome.quotas ?? [])],
    events: [...progress.events, ...events],
    answer: { ...progress.answer, ...outcome.answer },
    async settle(queries) {
      await progress.settle(queries);
      await outcome.settle?.(queries);
    },
  };
}

/** Goes on from what an action did to its step, through the steps that the service takes by itself. */
export async function progressFrom(
  kinds: StepKinds,
  visit: StepVisit,
  outcome: StepOutcome,
): Promise<Progress> {
  let progress = startOf(visit.session, outcome);
  let passed = outcome.step.status === 'COMPLETED';
  while (passed) {
    const next = currentStepOf(progress.session);
    if (next === undefined) return progress;
    const kind = kindOf(kinds, next.type);
    const step: Step = { ...next, startedAt: visit.at };
    const events = kind.announce?.(progress.session, step, visit.at) ?? [];
    const begun = await kind.begin?.({ ...visit, session: progress.session, step });
    progress = extend(progress, begun ?? { step }, events);
    passed = begun?.step.status === 'COMPLETED';
  }
  return progress;
}
