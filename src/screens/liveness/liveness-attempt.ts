import type { ReactiveControllerHost } from 'lit';
import type { LivenessAssets } from '../../assets/liveness-files.ts';
import { nextFrame, showStream } from '../../camera/frame-source.ts';
import { LiveCamera } from '../../camera/open-camera.ts';
import { CameraError, preflight } from '../../camera/preflight.ts';
import {
  Challenge,
  type ChallengeHint,
  type ChallengeState,
  type PassedAction,
} from '../../face/challenge.ts';
import type { FaceReading, FaceTracker } from '../../face/face-reading.ts';
import { Settling, StandingHint } from '../../face/gates.ts';
import { type FaceAction, isFaceAction } from '../../face/movements.ts';
import type { TrackerSupply } from '../../face/tracker-supply.ts';
import type { Liveness, LivenessCapture, Presence } from '../../session/liveness-flow.ts';
import { toJson } from '../../support/json.ts';
import { unlessAborted } from '../../support/unless-aborted.ts';
import { type LivenessProblem, problemOf } from './liveness-notices.ts';

/**
 * The camera's frames, one at a time, with their readings. The next frame is fetched while the current one is read, so
 * that reading never waits for the camera.
 */
export async function* seenFrames(
  video: HTMLVideoElement,
  tracker: FaceTracker,
  signal: AbortSignal,
): AsyncGenerator<FaceReading> {
  let next = nextFrame(video, signal);
  try {
    while (!signal.aborted) {
      const { bitmap, at } = await next;
      const reading = tracker.track(bitmap, at);
      next = nextFrame(video, signal);
      // Avoids an unhandled rejection before it is awaited.
      next.catch(() => undefined);
      yield await unlessAborted(reading, signal);
    }
  } finally {
    // The last frame is not read any more.
    next.then(
      ({ bitmap }) => bitmap.close(),
      () => undefined,
    );
  }
}

/** A picture of an action, taken at `at` by `performance.now()`. */
interface TimedFrame {
  readonly action: FaceAction;
  readonly at: number;
  readonly picture: Blob;
}

/** Collects what is sent to the service. */
export class CapturedPresence {
  readonly #asked: readonly FaceAction[];
  readonly #startedAt: number;
  /** In the order of the actions; cleared when the signer has to start again. */
  #frames: TimedFrame[] = [];
  readonly #seen: FaceReading[] = [];

  /** @param asked the service's own actions. @param startedAt by `performance.now()`. */
  constructor(asked: readonly FaceAction[], startedAt: number) {
    this.#asked = asked;
    this.#startedAt = startedAt;
  }

  /** Number of actions with a picture. */
  get pictures(): number {
    return this.#frames.length;
  }

  see(reading: FaceReading): void {
    if (reading.face !== undefined) this.#seen.push(reading);
  }

  /** The picture of an action, taken at `at` by `performance.now()`. */
  add(action: FaceAction, at: number, picture: Blob): void {
    this.#frames.push({ action, at, picture });
  }

  /** The signer starts again. */
  restart(): void {
    this.#frames = [];
  }

  /**
   * Everything, by the device's clock (ms since the epoch), except the initial CENTER if the service did not ask for it.
   *
   * @param mostFrames the service's limit of pictures.
   */
  finish(passed: readonly PassedAction[], mostFrames: number): Presence {
    const extra = passed.length > this.#asked.length ? 1 : 0;
    // Both clocks are read once: between two readings one goes on, and an action would begin before the last one ended.
    const offset = Date.now() - performance.now();
    const frames = this.#frames.slice(extra, extra + mostFrames);
    return {
      frames: frames.map(({ action, at, picture }) => ({ action, capturedAt: at + offset, picture })),
      durationMs: Math.round(performance.now() - this.#startedAt),
      brightness: this.#mean(({ luma }) => luma),
      sharpness: this.#mean(({ sharpness }) => sharpness),
      faceAreaRatio: this.#mean(({ face }) => (face === undefined ? 0 : face.width * face.height)),
      actions: passed.slice(extra).map(({ action, startedAt, passedAt }) => ({
        action,
        startedAt: startedAt + offset,
        passedAt: passedAt + offset,
      })),
    };
  }

  /** Rounded to four digits. */
  #mean(value: (reading: FaceReading) => number): number {
    const sum = this.#seen.reduce((total, reading) => total + value(reading), 0);
    return this.#seen.length === 0 ? 0 : Number((sum / this.#seen.length).toPrecision(4));
  }
}

/** The phase of an attempt, as the signer sees it. */
export type AttemptPhase =
  | { readonly kind: 'idle' }
  /** The browser asks for the camera while the rest is loading; `part` is the loaded fraction. */
  | { readonly kind: 'opening'; readonly part: number; readonly cameraOn: boolean }
  | { readonly kind: 'place'; readonly hint: ChallengeHint }
  | { readonly kind: 'act'; readonly hint: ChallengeHint; readonly done: number; readonly all: number }
  | { readonly kind: 'send'; readonly sent: number; readonly all: number };

/** What an attempt needs from its screen. */
interface AttemptHost {
  readonly assets: LivenessAssets;
  readonly supply: TrackerSupply;
  /** The camera that the signer chose. */
  readonly deviceId: string | undefined;
  readonly needsTime: boolean;
  /** Does the service need no camera? */
  readonly simulated: boolean;
  /** The camera goes off when it is hidden. */
  readonly screen?: Element;
  /** Where the camera's picture is shown, once the phase says that there is one. */
  readonly video: () => Promise<HTMLVideoElement>;
  /** The camera is on, under this id. */
  readonly opened: (deviceId: string | undefined) => void;
  readonly elsewhere: (url: string | undefined) => void;
}

/** Time limits in ms: for finding the right position in front of the camera, and for one movement. */
const LONGEST_PLACE = 60_000;
const LONGEST_ACTION = 10_000;
/** Factor for signers who need more time. WCAG 2.2.1 suggests ten, but the service limits the attempt. */
const MORE_TIME = 3;

/** One attempt in front of the camera, which is on only while the attempt runs. */
export class LivenessAttempt implements LivenessCapture {
  readonly #host: ReactiveControllerHost;
  readonly #place: AttemptHost;
  readonly #life = new AbortController();
  readonly #hints = new StandingHint<ChallengeHint>();
  #camera: LiveCamera | undefined;
  #tracker: FaceTracker | undefined;
  #video: HTMLVideoElement | undefined;
  #phase: AttemptPhase = { kind: 'idle' };
  #problem: LivenessProblem | undefined;

  constructor(host: ReactiveControllerHost, place: AttemptHost) {
    this.#host = host;
    this.#place = place;
  }

  get needsTime(): boolean {
    return this.#place.needsTime;
  }

  get phase(): AttemptPhase {
    return this.#phase;
  }

  /** Why there is nothing to send. `unanswered` while the browser may still answer. */
  get problem(): LivenessProblem | undefined {
    return this.#problem;
  }

  /** Turns the camera off and ends what is under way, except for what is being sent. */
  stop(problem?: LivenessProblem): void {
    // Also for a simulated attempt: the service may still ask for the camera.
    this.#life.abort();
    this.#camera?.stop();
    if (this.#phase.kind === 'send') return;
    // The browser's answer is no longer waited for.
    if (this.#problem === 'unanswered') this.#problem = undefined;
    this.#problem ??= problem;
    this.#show({ kind: 'idle' });
  }

  async ready(signal: AbortSignal): Promise<boolean> {
    if (this.#place.simulated) {
      this.sending(0, 0);
      return true;
    }
    return (await this.#run(signal, stop => this.#getReady(stop))) ?? false;
  }

  async prove(task: Liveness, signal: AbortSignal): Promise<Presence | undefined> {
    if (task.mode === 'SIMULATED') return this.#simulated();
    return this.#run(signal, async stop => {
      // The camera is off if the session was taken for a simulated one.
      if (this.#camera === undefined && !(await this.#getReady(stop))) return undefined;
      return this.#challenge(task, stop);
    });
  }

  sending(sent: number, all: number): void {
    this.#show({ kind: 'send', sent, all });
  }

  elsewhere(url: string | undefined): void {
    this.stop();
    this.#place.elsewhere(url);
  }

  ended(): void {
    this.#camera?.stop();
    this.#show({ kind: 'idle' });
  }

  /** Runs a part of the attempt, and turns the camera off if it fails. */
  async #run<T>(signal: AbortSignal, part: (stop: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const stop = () => this.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.#life.signal.throwIfAborted();
      return await part(this.#life.signal);
    } catch (error) {
      signal.throwIfAborted();
      // An aborted attempt has its reason already.
      if (!this.#life.signal.aborted) this.#fail(error);
      return undefined;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #fail(error: unknown): void {
    const problem = problemOf(error);
    const shown = problem ?? 'broken';
    this.stop(shown);
    // Another attempt gets a new tracker.
    if (shown === 'broken') this.#place.supply.close();
    if (problem === undefined) throw error;
  }

  async #getReady(stop: AbortSignal): Promise<boolean> {
    this.#show({ kind: 'opening', part: 0, cameraOn: false });
    const problem = await preflight();
    if (problem !== undefined) throw new CameraError(problem);
    const opening = Promise.all([this.#showCamera(stop), this.#openTracker()]);
    const [video, tracker] = await unlessAborted(opening, stop);
    stop.throwIfAborted();
    [this.#video, this.#tracker] = [video, tracker];
    this.#show({ kind: 'place', hint: 'CENTER' });
    return this.#settle(stop);
  }

  /** Shows the picture as soon as there is one: signers find their place while what judges it is loading. */
  async #showCamera(stop: AbortSignal): Promise<HTMLVideoElement> {
    const { stream } = await this.#openCamera(stop);
    stop.throwIfAborted();
    const video = await this.#place.video();
    await showStream(video, stream, stop);
    return video;
  }

  async #openCamera(signal: AbortSignal): Promise<LiveCamera> {
    const { deviceId } = this.#place;
    const unanswered = () => {
      this.#problem = 'unanswered';
      this.#host.requestUpdate();
    };
    const camera = await LiveCamera.open(
      { deviceId, facing: 'user', signal, unanswered },
      { screen: this.#place.screen, hidden: () => this.stop('hidden'), lost: () => this.stop('lost') },
    );
    this.#camera = camera;
    if (this.#problem === 'unanswered') this.#problem = undefined;
    this.#place.opened(camera.deviceId);
    if (this.#phase.kind === 'opening') this.#show({ ...this.#phase, cameraOn: true });
    return camera;
  }

  #openTracker(): Promise<FaceTracker> {
    return this.#place.supply.get(this.#place.assets, part => {
      if (this.#phase.kind === 'opening') this.#show({ ...this.#phase, part });
    });
  }

  /** Waits until the signer is well positioned: the service's attempts are limited, so one begins only then. */
  async #settle(stop: AbortSignal): Promise<boolean> {
    const settling = new Settling();
    const end = performance.now() + LONGEST_PLACE * this.#timeFactor;
    for await (const reading of this.#frames(stop)) {
      const hint = settling.observe(reading) ?? 'CENTER';
      if (settling.settled) return true;
      if (reading.at > end) break;
      this.#show({ kind: 'place', hint: this.#hints.show(hint, reading.at) });
    }
    this.stop('unseen');
    return false;
  }

  async #challenge(task: Liveness, stop: AbortSignal): Promise<Presence | undefined> {
    const asked = (task.actions ?? []).filter(isFaceAction);
    if (asked.length === 0 || asked.length !== task.actions?.length) {
      this.stop('unknownAction');
      return undefined;
    }
    const actions: FaceAction[] = asked[0] === 'CENTER' ? asked : ['CENTER', ...asked];
    const startedAt = performance.now();
    const longest = task.maxSeconds * 1000;
    const longestAction = LONGEST_ACTION * this.#timeFactor;
    const challenge = new Challenge({ actions, startedAt, longest, longestAction });
    const captured = new CapturedPresence(asked, startedAt);
    for await (const reading of this.#frames(stop)) {
      const state = challenge.observe(reading);
      captured.see(reading);
      await unlessAborted(this.#capture(state, captured, reading.at, task.maxFrameBytes), stop);
      if (state.outcome === 'failed') this.stop(state.failure);
      if (state.outcome !== 'open') return this.#finish(state, captured, task.maxFrames);
      const hint = this.#hints.show(state.hint ?? 'CENTER', reading.at);
      this.#show({ kind: 'act', hint, done: state.passed.length, all: actions.length });
    }
    return undefined;
  }

  /** Keeps the best frame of each action, and encodes it once the action is done. */
  async #capture(
    { best, passed }: ChallengeState,
    captured: CapturedPresence,
    at: number,
    mostBytes: number,
  ): Promise<void> {
    if (passed.length < captured.pictures) captured.restart();
    if (best) this.#tracker?.keep();
    const done = passed[captured.pictures];
    if (done === undefined || this.#tracker === undefined) return;
    captured.add(done.action, at, await this.#tracker.picture(mostBytes));
  }

  #finish(state: ChallengeState, captured: CapturedPresence, mostFrames: number): Presence | undefined {
    if (state.outcome !== 'passed') return undefined;
    // The camera's light must not stay on while pictures are uploaded.
    this.#camera?.stop();
    return captured.finish(state.passed, mostFrames);
  }

  #simulated(): Presence {
    this.#camera?.stop();
    return new CapturedPresence([], performance.now()).finish([], 0);
  }

  #frames(stop: AbortSignal): ReturnType<typeof seenFrames> {
    if (this.#video === undefined || this.#tracker === undefined) throw new CameraError('lost');
    return seenFrames(this.#video, this.#tracker, stop);
  }

  get #timeFactor(): number {
    return this.#place.needsTime ? MORE_TIME : 1;
  }

  #show(phase: AttemptPhase): void {
    if (toJson(phase) === toJson(this.#phase)) return;
    this.#phase = phase;
    this.#host.requestUpdate();
  }
}
