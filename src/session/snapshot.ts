import { problemAfter } from './failure.ts';
import type { ActionProblem, SessionSnapshot } from './state.ts';
import { standOf, type SessionView } from './view.ts';

/** Before there is a session. */
export const EMPTY: SessionSnapshot = {
  state: { phase: 'idle' },
  document: undefined,
  pending: undefined,
  problem: undefined,
  handover: undefined,
  sandboxCode: undefined,
};

/** What the service's view changes, with what it makes of what the signer was told before. */
export function takeOver(view: SessionView, snapshot: SessionSnapshot) {
  const { state } = snapshot;
  const before = state.phase === 'open' ? state.view : undefined;
  const moved = before === undefined || standOf(before) !== standOf(view);
  const sameCode = before?.code?.expiresAt === view.code?.expiresAt;
  return {
    state: { phase: 'open', view },
    problem: problemAfter(snapshot.problem, moved),
    // Whoever went on elsewhere has got on: the link has served.
    handover: moved ? undefined : snapshot.handover,
    // Of another code than the one that it told of, a sandbox has told nothing.
    sandboxCode: sameCode ? snapshot.sandboxCode : undefined,
  } satisfies Partial<SessionSnapshot>;
}

/** What to tell after an action in vain; of a question in vain, that what it was about is still open. */
export function problemToTell(
  problem: ActionProblem,
  told: ActionProblem | undefined,
): ActionProblem | undefined {
  return problem.action === 'check' ? told && { ...problem, action: told.action } : problem;
}
