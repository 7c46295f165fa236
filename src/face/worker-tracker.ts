import { startModuleWorker } from '../support/module-worker.ts';
import type { FaceReading } from './face-reading.ts';
import { TrackerError, type FaceTracker } from './face-tracker.ts';
import { WorkerChannel } from '../support/worker-channel.ts';
import type { LandmarkerResult, LandmarkerTask } from './landmarker/landmarker-messages.ts';
import type { LandmarkerParts } from './landmarker/media-pipe.ts';

/**
 * ms within which the worker has to answer. It takes some 15 ms, or seconds when the landmarker has to be created
 * again. A worker that the system killed to free memory reports nothing.
 */
const ANSWERS_WITHIN = 15_000;

/** A tracker in a worker, which keeps the page's thread free. */
export class WorkerTracker implements FaceTracker {
  readonly #channel: WorkerChannel<LandmarkerTask, LandmarkerResult>;
  readonly #within: number;

  private constructor(worker: Worker, within: number) {
    this.#channel = new WorkerChannel(worker, () => new TrackerError('broken'));
    this.#within = within;
  }

  /**
   * Starts the worker and the landmarker in it.
   *
   * @param url of the landmarker's script, absolute.
   * @param within ms for a frame.
   * @throws TrackerError `load` when the worker can't be started, or the landmarker's problem in it.
   */
  static async open(
    url: string,
    parts: LandmarkerParts,
    signal: AbortSignal,
    within: number = ANSWERS_WITHIN,
  ): Promise<WorkerTracker> {
    const worker = await startModuleWorker(url, 'sign-session-face', signal).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new TrackerError('load', { cause });
    });
    const tracker = new WorkerTracker(worker, within);
    const abort = () => tracker.close();
    signal.addEventListener('abort', abort, { once: true });
    try {
      await tracker.#ask({ kind: 'open', ...parts });
      return tracker;
    } catch (error) {
      tracker.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async track(frame: ImageBitmap, at: number): Promise<FaceReading> {
    const result = await this.#hurry(this.#ask({ kind: 'track', frame, at }, [frame]));
    if (result.kind !== 'reading') throw new TrackerError('broken');
    return result.reading;
  }

  keep(): void {
    // A dead worker is noticed at the next frame.
    void this.#ask({ kind: 'keep' }).catch(() => undefined);
  }

  async picture(mostBytes: number): Promise<Blob> {
    const result = await this.#hurry(this.#ask({ kind: 'picture', mostBytes }));
    if (result.kind !== 'picture') throw new TrackerError('broken');
    return result.picture;
  }

  close(): void {
    this.#channel.end(new TrackerError('broken'));
  }

  /** Ends the worker when it does not answer in time, which rejects all pending requests. */
  async #hurry(answer: Promise<LandmarkerResult>): Promise<LandmarkerResult> {
    const timer = setTimeout(() => this.close(), this.#within);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(task: LandmarkerTask, transfer: Transferable[] = []): Promise<LandmarkerResult> {
    const result = await this.#channel.ask(task, transfer);
    if (result.kind === 'problem') throw new TrackerError(result.problem);
    return result;
  }
}
