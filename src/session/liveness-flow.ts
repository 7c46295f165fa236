/** The requests of the camera step. */
import type { CompletedLiveness, FrameReference } from '../api/advance.ts';
import { AnswerError, StatusError } from '../api/errors.ts';
import { withRetry } from '../api/retry.ts';
import type { AdvanceAnswer } from '../api/schemas.ts';
import {
  address,
  array,
  lenient,
  number,
  object,
  optional,
  otherwise,
  type Shape,
  type Shaped,
  ShapeError,
  text,
} from '../api/shape.ts';
import type { SignerClient, StepReference } from '../api/signer-client.ts';
import { sha256Hex } from '../support/hex.ts';
import type { StepTask } from './intents.ts';

/**
 * Uploads a picture to an address that the service gave. The service itself answers without content: an answer with some
 * is another's (a captive portal's, for example), so the request did not arrive.
 *
 * @throws as the client's methods do.
 */
export async function uploadPicture(
  client: SignerClient,
  uploadUrl: string,
  picture: Blob,
  signal: AbortSignal,
): Promise<void> {
  const request = { method: 'PUT', headers: { 'Content-Type': picture.type }, body: picture } as const;
  const send = () =>
    client.request(uploadUrl, request, signal, async (response, _, isOwn) => {
      const { byteLength } = await response.arrayBuffer();
      if (isOwn && byteLength > 0)
        throw new AnswerError("The service's answer has content where none is expected");
    });
  await withRetry(send, { signal });
}

const positive: Shape<number> = (value, at) => {
  const read = number(value, at);
  if (read <= 0) throw new ShapeError(at ?? '');
  return read;
};

/** An address once its `{index}` is a number. */
const addressTemplate: Shape<string> = (value, at) => {
  const template = text(value, at);
  address(template.replace('{index}', '0'), at);
  return template;
};

/** The movements that the service asks for. Without an address for frames, the one of the signer API is used. */
const livenessTask = object({
  mode: text,
  nonce: text,
  actions: optional(array(text)),
  maxFrames: otherwise(positive, 8),
  maxFrameBytes: otherwise(positive, 512 * 1024),
  maxSeconds: otherwise(positive, 60),
  uploadUrlTemplate: lenient(addressTemplate),
});
export type Liveness = Shaped<typeof livenessTask>;

/** The answer to `start_liveness` (signer API, section 5). */
const livenessStart = object({
  livenessSessionId: text,
  hostedUrl: lenient(address),
  liveness: optional(livenessTask),
});

/** One picture for the service. `capturedAt` is the device's clock, ms since the epoch. */
interface CapturedFrame {
  readonly action: string;
  readonly capturedAt: number;
  readonly picture: Blob;
}

/** What the signer did in front of the camera. Times are the device's clock, ms since the epoch. */
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

/** The camera screen, as the session uses it: nothing in `src/session` handles faces or pictures. */
export interface LivenessCapture {
  /** Does the signer need more time than usual? */
  readonly needsTime: boolean;
  /** Prepares camera and signer before an attempt begins. @returns false if it can't; the signer was told why. */
  ready(signal: AbortSignal): Promise<boolean>;
  /** Captures the movements that the service asks for. @returns undefined if there are none; the signer was told why. */
  prove(task: Liveness, signal: AbortSignal): Promise<Presence | undefined>;
  /** Reports how many of the pictures were uploaded. */
  sending(sent: number, all: number): void;
  /** A provider's page has to do the check; undefined: there is none. */
  elsewhere(url: string | undefined): void;
  /** The attempt is over, with any result. */
  ended(): void;
}

/** This step does not involve the document. */
type LivenessTask = Omit<StepTask, 'shown'>;

/**
 * ms after the attempt's time limit in which pictures can still be uploaded. The local service allows two minutes;
 * services count a later attempt as failed.
 */
const SENT_WITHIN = 80_000;

/** Pictures that were not uploaded yet. */
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
 * The requests of the liveness step: attempt, pictures, completion. After a lost connection the captured pictures are
 * uploaded again, not captured again.
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

  /** Are there pictures left to upload for this step? Those of a judged or expired attempt are dropped. */
  hasUnsent(step: StepReference): boolean {
    if (this.#unsent !== undefined && !isOpen(this.#unsent, step)) this.forget();
    return this.#unsent !== undefined;
  }

  /** Drops the captured pictures. */
  forget(): void {
    this.#unsent = undefined;
  }

  /** @returns the answer to completing; undefined when there was no attempt, and the signer was told why. */
  readonly perform = async (task: LivenessTask, signal: AbortSignal): Promise<AdvanceAnswer | undefined> => {
    try {
      if (!this.hasUnsent(task.step)) this.#unsent = await this.#capture(task, signal);
      if (this.#unsent === undefined) return undefined;
      const answer = await this.#send(this.#unsent, task, signal);
      this.forget();
      return answer;
    } catch (error) {
      // The service would refuse the same pictures again.
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
      prover.elsewhere(hostedUrl);
      return undefined;
    }
    const presence = await prover.prove(liveness, signal);
    return presence && { step, startedAt, livenessSessionId, task: liveness, presence, references: [] };
  }

  async #send(unsent: Unsent, { client, step }: LivenessTask, signal: AbortSignal): Promise<AdvanceAnswer> {
    const { livenessSessionId, task, presence, references } = unsent;
    const { frames } = presence;
    let index = -1;
    for (const frame of frames) {
      index += 1;
      this.#prover.sending(index, frames.length);
      if (index < references.length) continue;
      const template =
        task.uploadUrlTemplate ?? `liveness/${encodeURIComponent(livenessSessionId)}/frames/{index}`;
      await uploadPicture(client, template.replace('{index}', String(index)), frame.picture, signal);
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

/** Does the service still accept these pictures? */
function isOpen({ step, startedAt, task }: Unsent, { stepId, attempts }: StepReference): boolean {
  const judged = step.stepId !== stepId || step.attempts !== attempts;
  return !judged && Date.now() < startedAt + task.maxSeconds * 1000 + SENT_WITHIN;
}
