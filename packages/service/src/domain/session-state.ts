/** What the rules of a session refuse, as problems of the interface. */
import {
  actionRefusal,
  closedBecause,
  currentStep,
  type ActionRefusal,
  type SessionSetup,
  type StepType,
} from '@sign-session/session-rules';
import { Problem } from './problem.ts';
import { fitsPortal, isBeingSealed, isFinalizedByCall, type Session } from './session.ts';

/** How the session is set up, for the rules. */
export function setupOf(session: Session): SessionSetup {
  return {
    isByIntegrator: isFinalizedByCall(session),
    choosesChannel: session.request.signer.otpChannelSelectable === true,
    certificateSources: session.tenant.certificateSources.filter(
      source => source !== 'GOV_BR' || fitsPortal(session),
    ),
  };
}

function openState(session: Session, at: Date) {
  const { status, expiresAt } = session;
  return { status, isExpired: at >= expiresAt, isBeingSealed: isBeingSealed(session) };
}

/**
 * Checks the clock too: the stored status may not have been updated since expiry.
 * @throws Problem `gone` for a session that has ended; `conflict` while the documents of a batch are being sealed
 */
export function requireActive(session: Session, at: Date): void {
  const closed = closedBecause(openState(session, at));
  if (closed !== undefined) throw problemOf(closed, session);
}

/**
 * Refuses an action that the session does not take as it is.
 * @throws Problem `gone`, `conflict`, `not-your-turn`, `step-out-of-order`, `attempts-exhausted`
 */
export function requireAction(session: Session, action: string, at: Date): void {
  const { steps, envelope } = session;
  const standing = { ...setupOf(session), ...openState(session, at), steps };
  const refusal = actionRefusal({ ...standing, waitingForIndex: envelope?.waitingForIndex }, action);
  if (refusal !== undefined) throw problemOf(refusal, session);
}

function problemOf(refusal: ActionRefusal, { status, steps, envelope }: Session): Problem {
  switch (refusal) {
    case 'sealing':
      return new Problem('conflict', 'The documents are signed and being sealed.');
    case 'ended': {
      const ended = status === 'ACTIVE' ? 'EXPIRED' : status;
      return new Problem('gone', `The session is ${ended} and takes no more actions.`);
    }
    case 'not-your-turn':
      return new Problem(
        'not-your-turn',
        `Signer ${envelope?.waitingForIndex} of this envelope must sign first.`,
      );
    case 'nothing-left':
      return new Problem('step-out-of-order', 'All steps are completed. Finalize the transaction.');
    case 'out-of-order':
      return outOfOrder(currentStep(steps)?.type ?? 'none');
    case 'attempts-exhausted':
      return new Problem('attempts-exhausted', 'No attempts are left for this step.');
  }
}

/** The action is not for the current step. */
export function outOfOrder(type: StepType | 'none'): Problem {
  return new Problem('step-out-of-order', `This action does not belong to the current step, ${type}.`);
}

/**
 * Refuses the signer's actions for transactions. Their steps have routes of their own, which also check that the
 * document has been uploaded.
 * @throws Problem `conflict` for a session whose steps the integrator performs
 */
export function requireOwnSteps(session: Session): void {
  if (!isFinalizedByCall(session)) return;
  throw new Problem('conflict', 'The integrator performs the steps of this session by its transaction.');
}

/** A concurrent request changed the session first. */
export function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The session was changed concurrently. Read it again.');
}
