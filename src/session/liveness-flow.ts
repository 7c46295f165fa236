import * as z from 'zod/mini';
import { sha256Hex } from '../support/hex.ts';
import { safeUrl } from './read-view.ts';
import type { StepTask } from './intents.ts';
import type { CompletedLiveness, FrameReference } from '../api/advance.ts';
import { StatusError } from '../api/errors.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import type { StepReference } from '../api/signer-client.ts';

const text = z.string();

// oxlint-disable-next-line promise/valid-params -- zod’s catch, not a promise’s
const count = (otherwise: number) => z.catch(z.number().check(z.positive()), otherwise);

/** What the service asks of the signer's face. Without an address for frames there is the standing one. */
const livenessTask = z.object({
  mode: text,
  nonce: text,
  actions: z.optional(z.array(text)),
  maxFrames: count(8),
  maxFrameBytes: count(512 * 1024),
  maxSeconds: count(60),
  uploadUrlTemplate: z.optional(text),
});
export type Liveness = z.infer<typeof livenessTask>;

/** The answer to `start_liveness` (signer API, section 5). */
const livenessStart = z.object({
  livenessSessionId: text,
  hostedUrl: z.optional(text),
  liveness: z.optional(livenessTask),
});

/** One picture for the service. `capturedAt` is the device's clock, ms since the epoch. */
export interface CapturedFrame {
  readonly action: string;
  readonly capturedAt: number;
  readonly picture: Blob;
}

/** What the signer did before the camera. Times are the device's clock, ms since the epoch. */
export interface Presence {
  readonly frames: readonly CapturedFrame[];
  readonly durationMs: number;
  readonly brightness: number;
  readonly sharpness: number;
  readonly faceAreaRatio: number;
  readonly actions: readonly {
    readonly action: string;
    readonly startedAt: number;
    readonly passedAt: number;
  }[];
}

/** Whoever has the camera. The session knows neither faces nor pictures. */
export interface LivenessCapture {
  /** Would the signer be glad of more time? */
  readonly needsTime: boolean;
  /** Gets camera and signer ready before an attempt begins. @returns false: it can't, and the signer knows why. */
  ready(signal: AbortSignal): Promise<boolean>;
  /** Has the signer do what is asked. @returns undefined: they did not, and know why. */
  prove(task: Liveness, signal: AbortSignal): Promise<Presence | undefined>;
  /** The pictures are on their way: so many of them have arrived. */
  sending(sent: number, all: number): void;
  /** Another page has to do it; undefined: nobody can. */
  elsewhere(url: string | undefined): void;
  /** Nothing is under way any more, whatever came of it. */
  ended(): void;
}

/** The document is no concern of this step. */
type LivenessTask = Omit<StepTask, 'shown'>;

/**
 * ms after the attempt's own time in which pictures can still be sent. Services give a while for it, this one two
 * minutes, and count an attempt that comes later as failed.
 */
const SENT_WITHIN = 80_000;

/** Pictures that the service does not have yet. */
interface Unsent {
  readonly step: StepReference;
  /** By the device's clock, which goes on while the device sleeps. */
  readonly startedAt: number;
  readonly livenessSessionId: string;
  readonly task: Liveness;
  readonly presence: Presence;
  readonly references: FrameReference[];
}

/**
 * Has the signer's presence checked: attempt, pictures, completion. What was captured is sent again after a lost
 * connection, and not captured again.
 */
export class LivenessFlow {
  readonly #prover: LivenessCapture;
  /** What to add to the device's clock to get the service's, ms. */
  readonly #clockOffset: number;
  #unsent: Unsent | undefined;

  constructor(prover: LivenessCapture, clockOffset: number) {
    this.#prover = prover;
    this.#clockOffset = clockOffset;
  }

  /** Is there something left to send for this step as it stands? What has been judged, or is too old, is forgotten. */
  hasUnsent(step: StepReference): boolean {
    if (this.#unsent !== undefined && !isOpen(this.#unsent, step)) this.forget();
    return this.#unsent !== undefined;
  }

  /** Forgets what was captured. */
  forget(): void {
    this.#unsent = undefined;
  }

  /** @returns the answer to completing; undefined when there was no attempt, and the signer knows why. */
  readonly perform = async (task: LivenessTask, signal: AbortSignal): Promise<AdvanceAnswer | undefined> => {
    try {
      if (!this.hasUnsent(task.step)) this.#unsent = await this.#capture(task, signal);
      if (this.#unsent === undefined) return undefined;
      const answer = await this.#send(this.#unsent, task, signal);
      this.forget();
      return answer;
    } catch (error) {
      // What the service refuses it would refuse again.
      if (error instanceof StatusError && !error.retryable) this.forget();
      throw error;
    } finally {
      this.#prover.ended();
    }
  };

  async #capture({ client, step }: LivenessTask, signal: AbortSignal): Promise<Unsent | undefined> {
    const prover = this.#prover;
    if (!(await prover.ready(signal))) return undefined;
    const capabilities = { camera: true, ...(prover.needsTime ? { extendedTime: true } : {}) };
    const content = { action: 'start_liveness', capabilities } as const;
    const startedAt = Date.now();
    const start = await client.prepare(step, content, livenessStart, signal);
    const { livenessSessionId, liveness, hostedUrl } = start;
    if (liveness === undefined) {
      prover.elsewhere(safeUrl(hostedUrl));
      return undefined;
    }
    const presence = await prover.prove(liveness, signal);
    return presence && { step, startedAt, livenessSessionId, task: liveness, presence, references: [] };
  }

  async #send(unsent: Unsent, { client, step }: LivenessTask, signal: AbortSignal): Promise<AdvanceAnswer> {
    const { livenessSessionId, task, presence, references } = unsent;
    const { frames } = presence;
    for (const [index, frame] of frames.entries()) {
      this.#prover.sending(index, frames.length);
      if (index < references.length) continue;
      const address =
        task.uploadUrlTemplate ?? `liveness/${encodeURIComponent(livenessSessionId)}/frames/{index}`;
      await client.upload(address.replace('{index}', String(index)), frame.picture, signal);
      references.push(await this.#reference(frame, index));
    }
    this.#prover.sending(frames.length, frames.length);
    const liveness = this.#completed(task.nonce, presence, references);
    return client.advance(step, { action: 'complete_liveness', livenessSessionId, liveness }, signal);
  }

  async #reference({ action, capturedAt, picture }: CapturedFrame, index: number): Promise<FrameReference> {
    const sha256 = await sha256Hex(await picture.arrayBuffer());
    return { index, action, capturedAt: this.#time(capturedAt), sha256 };
  }

  #completed(nonce: string, presence: Presence, frames: readonly FrameReference[]): CompletedLiveness {
    const { frames: _, actions, ...metrics } = presence;
    const timed = actions.map(({ action, startedAt, passedAt }) => ({
      action,
      startedAt: this.#time(startedAt),
      passedAt: this.#time(passedAt),
    }));
    return { nonce, frames, metrics: { ...metrics, actions: timed } };
  }

  /** By the service's clock. */
  #time(at: number): string {
    return new Date(at + this.#clockOffset).toISOString();
  }
}

/** Does the service still wait for these pictures? */
function isOpen({ step, startedAt, task }: Unsent, { stepId, attempts }: StepReference): boolean {
  const judged = step.stepId !== stepId || step.attempts !== attempts;
  return !judged && Date.now() < startedAt + task.maxSeconds * 1000 + SENT_WITHIN;
}
