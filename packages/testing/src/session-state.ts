import type { Bootstrap } from '../../../src/api/schemas.ts';
import { CloudAuthorization } from './cloud.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';
import type { StepType } from './steps.ts';

export type SessionStatus = 'ACTIVE' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'FAILED';
export type OtpChannel = 'email' | 'sms';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Present<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** A step as the service answers it. */
export type FakeStep = Mutable<
  Omit<Bootstrap['steps'][number], 'type'> & {
    type: StepType;
    status: 'PENDING' | 'STARTED' | 'COMPLETED' | 'FAILED';
    order: number;
    attempts: number;
    maxAttempts: number;
  }
>;

/** The newest one-time code as the service answers it. */
type SentCode = Present<NonNullable<Bootstrap['otp']>>;

/** What a fake session ended with. */
type Ending = Pick<Bootstrap, 'completedAt' | 'evidenceId' | 'cancelledBy'> & {
  failure?: { reason: string };
};

const MINUTE = 60_000;
const ATTEMPTS = 3;
/** Entries of one-time codes that a step takes, and those that one code takes. */
const ENTRIES = { perStep: 9, perCode: 3 } as const;
const DESTINATIONS = { email: 'm****@example.com', sms: '+55*******5678' } as const;

const CHECKS: readonly StepType[] = ['BIOMETRIC_MATCH', 'SERPRO_IDENTITY_CHECK'];

/** A moment `ms` from now, as it is in an answer. */
export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** What a session begins with. */
interface SessionStart {
  readonly types: readonly StepType[];
  readonly choosesChannel: boolean;
  readonly outcome: Outcome;
  /** How many documents it has; undefined: it is no batch. */
  readonly batchSize: number | undefined;
}

/** What moves in a fake session: status, steps, the one-time code; and the service's rules for it. */
export class SessionState {
  status: SessionStatus = 'ACTIVE';
  ending: Ending = {};
  otp: SentCode | undefined;
  outcome: Outcome;
  readonly steps: FakeStep[];
  /** The positions of the documents of a batch that the signer's certificate has signed, while others are left. */
  readonly signed = new Set<number>();
  readonly cloud = new CloudAuthorization();
  readonly #choosesChannel: boolean;
  readonly #batchSize: number | undefined;
  #sealed = 0;

  constructor({ types, choosesChannel, outcome, batchSize }: SessionStart) {
    this.outcome = outcome;
    this.#choosesChannel = choosesChannel;
    this.#batchSize = batchSize;
    this.steps = types.map((type, index) => ({
      stepId: `stp_${index + 1}`,
      type,
      status: 'PENDING',
      order: index + 1,
      attempts: 0,
      maxAttempts: type === 'OTP_VERIFY' ? ENTRIES.perStep : ATTEMPTS,
    }));
    this.#begin();
  }

  /** The first step that is not completed, of a session that is open. */
  get current(): FakeStep | undefined {
    return this.status === 'ACTIVE' ? this.steps.find(({ status }) => status !== 'COMPLETED') : undefined;
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
    if (this.current !== undefined) delete this.current.error;
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
    step.status = 'COMPLETED';
    step.attempts += CHECKS.includes(step.type) || step.type === 'OTP_CHALLENGE' ? 0 : 1;
    delete step.error;
    if (step.type === 'OTP_VERIFY') this.otp = undefined;
    this.#begin();
  }

  /** Takes the outcome of a try of the current step. @returns whether the step passed */
  try(outcome: Outcome): boolean {
    const step = this.current;
    const { effect } = OUTCOMES[outcome];
    if (step !== undefined && effect.kind === 'refusal' && effect.steps.includes(step.type)) {
      this.#refuse(step, outcome);
      return false;
    }
    this.pass();
    return true;
  }

  /** Takes the entry of a code. One that opens nothing any more costs no attempt. */
  enter(outcome: Outcome): void {
    const step = this.current;
    const left = this.otp?.attemptsLeft ?? 0;
    if (step !== undefined && left === 0) step.error = 'code-exhausted';
    else this.try(outcome === 'wrong-code' && left === 1 ? 'code-exhausted' : outcome);
  }

  /** The service goes on with what it does by itself, after the outcome `waiting`. */
  goOn(): void {
    if (this.current === undefined || CHECKS.includes(this.current.type)) this.#begin();
  }

  /** Sends another code. */
  send(channel: OtpChannel = this.otp === undefined || this.otp.channel === 'email' ? 'email' : 'sms'): void {
    const step = this.current;
    if (step !== undefined) delete step.error;
    this.otp = {
      channel,
      maskedDestination: DESTINATIONS[channel],
      expiresAt: fromNow(5 * MINUTE),
      // A test need not wait before it asks for another one.
      resendAvailableAt: fromNow(-1000),
      attemptsLeft: ENTRIES.perCode,
      delivery: 'sent',
    };
  }

  end(status: Exclude<SessionStatus, 'ACTIVE'>, ending: Ending = {}): void {
    if (this.status !== 'ACTIVE') return;
    this.status = status;
    this.ending = ending;
    this.otp = undefined;
  }

  #refuse(step: FakeStep, outcome: Outcome): void {
    // One refusal: the next try passes.
    this.outcome = 'completed';
    if (outcome === 'attempts-exhausted') {
      Object.assign(step, { status: 'FAILED', attempts: step.maxAttempts, error: outcome });
      return;
    }
    if (CHECKS.includes(step.type)) this.#refuseCheck(step, outcome);
    else this.#count(step, outcome);
    if (this.otp !== undefined) this.otp.attemptsLeft = attemptsLeft(this.otp.attemptsLeft, outcome);
  }

  /** Counts a failed try, unless the signer is not at fault. The last one fails the step for good. */
  #count(step: FakeStep, error: Outcome): void {
    const isFault = !['code-expired', 'revocation-unavailable', 'signature-used'].includes(error);
    step.attempts += isFault ? 1 : 0;
    const isLast = step.attempts >= step.maxAttempts;
    Object.assign(
      step,
      isLast ? { status: 'FAILED', error: 'attempts-exhausted' } : { status: 'PENDING', error },
    );
  }

  /** Another comparison needs another picture; where the base can't answer, a photo of a document takes its place. */
  #refuseCheck(step: FakeStep, error: Outcome): void {
    if (error === 'identity-unavailable') {
      const stepId = `${step.stepId}_photo`;
      Object.assign(step, { stepId, type: 'DOCUMENT_PHOTO_MATCH', status: 'PENDING', attempts: 0 });
      return;
    }
    this.#count(step, error);
    const camera = this.steps.find(({ type }) => type === 'BIOMETRIC_LIVENESS');
    if (camera !== undefined && step.status !== 'FAILED') {
      Object.assign(camera, { status: 'PENDING', attempts: step.attempts, error });
    }
  }

  /** What the service does by itself when a step becomes the current one. */
  #begin(): void {
    const step = this.current;
    if (step === undefined) {
      if (OUTCOMES[this.outcome].effect.kind !== 'wait') this.#complete();
    } else if (CHECKS.includes(step.type)) {
      step.status = 'STARTED';
      if (OUTCOMES[this.outcome].effect.kind !== 'wait') this.try(this.outcome);
    } else if (step.type === 'OTP_CHALLENGE') this.#sendFirst(step);
  }

  #sendFirst(step: FakeStep): void {
    if (this.#choosesChannel) return;
    if (this.outcome === 'not-sent' || this.outcome === 'rate-limit') {
      step.error = this.outcome;
      this.outcome = 'completed';
      return;
    }
    this.send();
    this.pass();
  }

  #complete(): void {
    if (OUTCOMES[this.outcome].effect.kind === 'breaks') {
      this.end('FAILED', { failure: { reason: 'finalization_failed' } });
    } else this.end('COMPLETED', { completedAt: fromNow(0), evidenceId: 'ev_fake' });
  }
}

function attemptsLeft(before: number, outcome: Outcome): number {
  if (outcome === 'code-exhausted') return 0;
  return outcome === 'wrong-code' ? Math.max(0, before - 1) : before;
}
