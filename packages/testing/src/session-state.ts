import type { Bootstrap } from '../../../src/api/schemas.ts';
import {
  actionRefusal,
  afterEntry,
  beginningOf,
  currentStep,
  documentPhotoInPlaceOf,
  entriesLeft,
  entryProblem,
  failStep,
  failTry,
  mostAttempts,
  passStep,
  refuseCheck,
  STEP_ERRORS,
  stepAfterEntry,
  withError,
  withoutError,
  type ActionRefusal,
  type CodeStanding,
  type EntryVerdict,
  type SessionSetup,
  type SessionStatus,
  type SessionStep,
  type StepError,
  type StepType,
} from '../../session-rules/src/index.ts';
import { LivenessAttempts, PreparedSignatures } from './begun.ts';
import { CloudAuthorization } from './cloud.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';

export type OtpChannel = 'email' | 'sms';
const CHANNELS = ['email', 'sms'] as const;

type Present<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** A step as the service answers it. */
export type FakeStep = Omit<Bootstrap['steps'][number], keyof SessionStep> &
  Omit<SessionStep, 'errorDetail'> & { readonly stepId: string; readonly order: number };

/** The newest one-time code as the service answers it. */
type SentCode = Present<NonNullable<Bootstrap['otp']>>;

/** What a fake session ended with. */
type SessionEnding = Pick<Bootstrap, 'completedAt' | 'evidenceId' | 'cancelledBy'> & {
  failure?: { reason: string };
};

const MINUTE = 60_000;
const DESTINATIONS = { email: 'm****@example.com', sms: '+55*******5678' } as const;

const NEW_CODE = { wrongEntries: 0, isSpent: false } as const;

/** A moment `ms` from now, as it is in an answer. */
export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** What a session begins with. */
interface SessionStart {
  readonly types: readonly StepType[];
  readonly choosesChannel: boolean;
  readonly certificateSources: SessionSetup['certificateSources'];
  readonly outcome: Outcome;
  /** How many documents it has; undefined: it is no batch. */
  readonly batchSize: number | undefined;
}

/** What moves in a fake session by the rules of sessions: status, steps, the one-time code. */
export class SessionState {
  status: SessionStatus = 'ACTIVE';
  ending: SessionEnding = {};
  outcome: Outcome;
  /** The positions of the documents of a batch that the signer's certificate has signed, while others are left. */
  readonly signed = new Set<number>();
  readonly cloud = new CloudAuthorization();
  readonly liveness = new LivenessAttempts();
  readonly prepared = new PreparedSignatures();
  readonly #setup: SessionSetup;
  readonly #batchSize: number | undefined;
  #steps: readonly FakeStep[];
  #sent: Omit<SentCode, 'attemptsLeft'> | undefined;
  #code: Pick<CodeStanding, 'wrongEntries' | 'isSpent'> = NEW_CODE;
  #sealed = 0;

  constructor({ types, choosesChannel, certificateSources, outcome, batchSize }: SessionStart) {
    this.outcome = outcome;
    this.#setup = { choosesChannel, certificateSources, isByIntegrator: false };
    this.#batchSize = batchSize;
    this.#steps = types.map((type, index) => ({
      stepId: `stp_${index + 1}`,
      type,
      status: 'PENDING',
      order: index + 1,
      attempts: 0,
      maxAttempts: mostAttempts(type),
    }));
    // A first code is sent when the signer asks for it: a link may lie unopened for a day.
    this.goOn();
  }

  get steps(): readonly FakeStep[] {
    return this.#steps;
  }

  /** The first step that is not completed, of a session that is open. */
  get current(): FakeStep | undefined {
    return this.status === 'ACTIVE' ? currentStep(this.#steps) : undefined;
  }

  /** Where codes may be sent. */
  get channels(): readonly OtpChannel[] {
    return this.#setup.choosesChannel ? CHANNELS : CHANNELS.slice(0, 1);
  }

  /** The newest one-time code. */
  get otp(): SentCode | undefined {
    const step = this.current;
    if (this.#sent === undefined || step === undefined) return undefined;
    return { ...this.#sent, attemptsLeft: entriesLeft(this.#code, step) };
  }

  /** Why an action is not taken; undefined if it is. */
  refusalOf(action: string): ActionRefusal | undefined {
    const { status, steps } = this;
    const standing = { status, steps, isExpired: false, isBeingSealed: this.sealed !== undefined };
    return actionRefusal({ ...this.#setup, ...standing }, action);
  }

  /** Would the next try of such a step be refused? */
  refuses(step: StepType): boolean {
    const { effect } = OUTCOMES[this.outcome];
    return effect.kind === 'refusal' && effect.steps.includes(step);
  }

  /** The provider answers an authorisation that waits for it, as the outcome says. @returns whether it did */
  answerFromProvider(): boolean {
    const { effect } = OUTCOMES[this.outcome];
    if (!this.cloud.isPending || effect.kind === 'wait') return false;
    if (effect.kind === 'cloud') {
      this.cloud.fail(effect.error);
      // One failure: the next authorisation is given.
      this.outcome = 'completed';
    } else this.cloud.grant();
    return true;
  }

  /** How many documents of a batch are sealed, after its last step; undefined before and after. */
  get sealed(): number | undefined {
    const isSealing = this.status === 'ACTIVE' && this.current === undefined;
    return isSealing && this.#batchSize !== undefined ? this.#sealed : undefined;
  }

  /** Signs a document of a batch with the signer's certificate. The last one passes the step. */
  sign(position: number): void {
    this.signed.add(position);
    this.change(withoutError);
    if (this.signed.size === this.#batchSize) this.pass();
  }

  /** Completes the current step, and begins the next one or ends the session; or seals another document of a batch. */
  pass(): void {
    const step = this.current;
    if (step === undefined) {
      this.#sealed += 1;
      if (this.#sealed >= (this.#batchSize ?? 0)) this.#complete();
      return;
    }
    if (step.type === 'OTP_VERIFY') this.#sent = undefined;
    this.change(passStep);
    this.#begin();
  }

  /** Takes the outcome of a try of the current step. @param isFree it costs no attempt. @returns whether the step passed */
  try(outcome: Outcome, isFree = false): boolean {
    const step = this.current;
    if (step === undefined || !isStepError(outcome) || !this.#isRefusalOf(outcome, step)) {
      this.pass();
      return true;
    }
    // One refusal: the next try passes.
    this.outcome = 'completed';
    if (outcome === 'attempts-exhausted')
      this.change(each => failStep({ ...each, attempts: each.maxAttempts }));
    else if (this.#isCheck(step)) this.#refuseCheck(step, outcome);
    else this.change(each => (isFree ? withError(each, outcome) : failTry(each, outcome)));
    return false;
  }

  /** Takes the entry of a code. */
  enter(outcome: Outcome): void {
    const isExpired = outcome === 'code-expired';
    const isKnown = isExpired || outcome === 'wrong-code' || outcome === 'code-exhausted';
    const problem = entryProblem({ ...this.#code, isExpired });
    if (problem === undefined && !isKnown) {
      this.try(outcome);
      return;
    }
    if (isKnown) this.outcome = 'completed';
    const verdict = problem ?? this.#wrongEntry(outcome);
    this.change(step => stepAfterEntry(step, verdict));
  }

  /** The service goes on with what it does by itself, after the outcome `waiting`. */
  goOn(): void {
    if (this.current === undefined || this.#isCheck(this.current)) this.#begin();
  }

  /** Puts another step in the place of the current one. */
  change(changed: (step: FakeStep) => FakeStep): void {
    const { current } = this;
    this.#steps = this.#steps.map(step => (step === current ? changed(step) : step));
  }

  /** Sends another code. */
  send(channel: OtpChannel = this.#sent?.channel === 'sms' ? 'sms' : 'email'): void {
    this.change(withoutError);
    this.#code = NEW_CODE;
    this.#sent = {
      channel,
      maskedDestination: DESTINATIONS[channel],
      expiresAt: fromNow(5 * MINUTE),
      // A test need not wait before it asks for another one.
      resendAvailableAt: fromNow(-1000),
      delivery: 'sent',
    };
  }

  end(status: Exclude<SessionStatus, 'ACTIVE'>, ending: SessionEnding = {}): void {
    if (this.status !== 'ACTIVE') return;
    this.status = status;
    this.ending = ending;
    this.#sent = undefined;
  }

  #isRefusalOf(outcome: Outcome, { type }: FakeStep): boolean {
    const { effect } = OUTCOMES[outcome];
    return effect.kind === 'refusal' && effect.steps.includes(type);
  }

  #isCheck({ type }: FakeStep): boolean {
    return beginningOf(type, this.#setup) === 'check';
  }

  /** @param outcome `code-exhausted` ends the code at once, as three wrong entries do */
  #wrongEntry(outcome: Outcome): EntryVerdict {
    const after = afterEntry(this.#code, false);
    this.#code = outcome === 'code-exhausted' ? { ...after, isSpent: true } : after;
    return this.#code.isSpent ? 'used-up' : 'wrong';
  }

  /** Another comparison needs another picture; where the base can't answer, a photo of a document takes its place. */
  #refuseCheck(step: FakeStep, error: StepError): void {
    const profile = error === 'identity-unavailable' ? 'BIOMETRIC_SERPRO_AUTO_FALLBACK' : 'CUSTOM';
    const refused = refuseCheck(this.#steps, step, error, profile);
    if (refused.kind === 'document-photo') {
      const stepId = `${step.stepId}_photo`;
      this.change(each => ({ ...documentPhotoInPlaceOf(each), stepId }));
      return;
    }
    this.#steps = this.#steps.map(each => {
      if (each === step) return refused.step;
      return refused.kind === 'retry' && each.order === refused.camera.order ? refused.camera : each;
    });
  }

  /** What the service does by itself when a step becomes the current one. */
  #begin(): void {
    const step = this.current;
    const isWaiting = OUTCOMES[this.outcome].effect.kind === 'wait';
    if (step === undefined) {
      if (!isWaiting) this.#complete();
    } else if (this.#isCheck(step)) {
      this.change(each => ({ ...each, status: 'STARTED' }));
      if (!isWaiting) this.try(this.outcome);
    } else if (beginningOf(step.type, this.#setup) === 'code') this.#sendFirst();
  }

  #sendFirst(): void {
    const { outcome } = this;
    if (outcome === 'not-sent' || outcome === 'rate-limit') {
      this.change(step => withError(step, outcome));
      this.outcome = 'completed';
      return;
    }
    this.send();
    this.pass();
  }

  #complete(): void {
    if (OUTCOMES[this.outcome].effect.kind === 'breaks') {
      this.end('FAILED', { failure: { reason: 'FINALIZATION_FAILED' } });
    } else this.end('COMPLETED', { completedAt: fromNow(0), evidenceId: 'ev_fake' });
  }
}

/** Is it a reason of the interface? Others are what the fake alone knows. */
function isStepError(outcome: Outcome): outcome is Outcome & StepError {
  return STEP_ERRORS.some(error => error === outcome);
}
