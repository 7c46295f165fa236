import type { FacePose, FaceReading } from './face-reading.ts';
import { faceGate, type GateHint, isStraight, Settling } from './gates.ts';
import { type FaceAction, isNeutral, MovementWatch } from './movements.ts';

/** The hint for the signer: what is wrong, or what to do now. */
export type ChallengeHint = GateHint | FaceAction | 'return';

export type ChallengeFailure = 'timeout' | 'otherMovement';

/** Times in ms by the readings' clock. */
export interface PassedAction {
  readonly action: FaceAction;
  readonly startedAt: number;
  readonly passedAt: number;
}

export interface ChallengeState {
  readonly outcome: 'open' | 'passed' | 'failed';
  readonly failure?: ChallengeFailure | undefined;
  readonly hint?: ChallengeHint | undefined;
  /** The actions done so far, in order; fewer than before when the signer has to start again. */
  readonly passed: readonly PassedAction[];
  /** This frame shows the current action better than the frames before, so it is the one to send. */
  readonly best: boolean;
}

interface ChallengeRules {
  /** In order; the first is CENTER. */
  readonly actions: readonly FaceAction[];
  /** When the attempt begins, ms by the readings' clock; its time limit follows. */
  readonly startedAt: number;
  readonly longest: number;
  /** ms that one action may take. */
  readonly longestAction: number;
}

/** ms within which a face that is found again does not count as lost. */
const LOST_AFTER = 300;
/** ms without any movement before the next one is asked for. */
const RETURNED_AFTER = 200;

type Phase =
  | { readonly kind: 'centre'; readonly startedAt: number }
  | {
      readonly kind: 'movement';
      readonly action: FaceAction;
      readonly startedAt: number;
      readonly watch: MovementWatch;
    }
  | { readonly kind: 'return'; readonly since: number | undefined };

/**
 * Checks that somebody makes the requested movements in order: a pure state machine over readings, without clock,
 * camera or page. It guides the signer and slows an attacker down; whether the frames show a live person is for the
 * service to judge (no claim of ISO/IEC 30107-3).
 */
export class Challenge {
  readonly #rules: ChallengeRules;
  readonly #settling = new Settling();
  #phase: Phase;
  #passed: PassedAction[] = [];
  #inside = false;
  #seenAt: number;
  #end: ChallengeState | undefined;

  constructor(rules: ChallengeRules) {
    this.#rules = rules;
    this.#phase = { kind: 'centre', startedAt: rules.startedAt };
    this.#seenAt = rules.startedAt;
  }

  /** Processes a frame. Once the challenge has ended, its state no longer changes. */
  observe(reading: FaceReading): ChallengeState {
    if (this.#end !== undefined) return this.#end;
    if (reading.at - this.#rules.startedAt > this.#rules.longest) return this.#fail('timeout');
    const gate = faceGate(reading, this.#inside);
    this.#inside = gate === undefined;
    if (gate !== undefined || reading.face === undefined) return this.#interrupt(gate ?? 'noFace', reading);
    this.#seenAt = reading.at;
    return this.#go(reading, reading.face);
  }

  #go(reading: FaceReading, face: FacePose): ChallengeState {
    switch (this.#phase.kind) {
      case 'centre':
        return this.#centre(reading, this.#phase.startedAt);
      case 'movement':
        return this.#move(face, reading.at, this.#phase);
      case 'return':
        return this.#return(face, reading.at, this.#phase.since);
    }
  }

  #centre(reading: FaceReading, startedAt: number): ChallengeState {
    const hint = this.#settling.observe(reading);
    if (this.#settling.settled) return this.#pass('CENTER', startedAt, reading.at, true);
    if (reading.at - startedAt > this.#rules.longestAction) return this.#fail('timeout');
    return this.#open(hint ?? 'CENTER');
  }

  #move(
    face: FacePose,
    at: number,
    { action, startedAt, watch }: Extract<Phase, { kind: 'movement' }>,
  ): ChallengeState {
    const progress = watch.observe(face, at);
    if (progress === 'done') return this.#pass(action, startedAt, at, false);
    if (progress === 'other') return this.#fail('otherMovement');
    if (at - startedAt > this.#rules.longestAction) return this.#fail('timeout');
    return this.#open(action, progress === 'peak');
  }

  /** Asks for the next movement only when the previous one is over. */
  #return(face: FacePose, at: number, since: number | undefined): ChallengeState {
    const back = isNeutral(face) && isStraight(face);
    if (!back || since === undefined) {
      this.#phase = { kind: 'return', since: back ? at : undefined };
      return this.#open('return');
    }
    if (at - since < RETURNED_AFTER) return this.#open('return');
    return this.#ask(at);
  }

  #ask(at: number): ChallengeState {
    const action = this.#rules.actions[this.#passed.length] ?? 'CENTER';
    if (action === 'CENTER') {
      this.#settling.reset();
      this.#phase = { kind: 'centre', startedAt: at };
    } else {
      this.#phase = { kind: 'movement', action, startedAt: at, watch: new MovementWatch(action, at) };
    }
    return this.#open(action);
  }

  #pass(action: FaceAction, startedAt: number, passedAt: number, best: boolean): ChallengeState {
    this.#passed = [...this.#passed, { action, startedAt, passedAt }];
    if (this.#passed.length >= this.#rules.actions.length) {
      this.#end = { outcome: 'passed', passed: this.#passed, best };
      return this.#end;
    }
    // After CENTER the next request follows at once.
    if (action === 'CENTER') return { ...this.#ask(passedAt), best };
    this.#phase = { kind: 'return', since: undefined };
    return this.#open('return', best);
  }

  /** Handles a frame that does not count. If the signer left or a second person appeared, the challenge starts again. */
  #interrupt(hint: GateHint, reading: FaceReading): ChallengeState {
    this.#settling.reset();
    if (this.#phase.kind === 'movement') this.#phase.watch.interrupt();
    const lost = reading.faces === 0 && reading.at - this.#seenAt > LOST_AFTER;
    if ((lost || reading.faces > 1) && this.#passed.length > 0) {
      this.#passed = [];
      this.#phase = { kind: 'centre', startedAt: reading.at };
    }
    return this.#open(hint);
  }

  #open(hint: ChallengeHint, best = false): ChallengeState {
    return { outcome: 'open', hint, passed: this.#passed, best };
  }

  #fail(failure: ChallengeFailure): ChallengeState {
    this.#end = { outcome: 'failed', failure, passed: this.#passed, best: false };
    return this.#end;
  }
}
