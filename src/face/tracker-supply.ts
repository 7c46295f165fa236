/** Face trackers: opened ahead, in a worker where there can be one. */
import { scriptUrl } from '../assets/asset-source.ts';
import { isUnavailable } from '../assets/asset-watch.ts';
import type { LivenessAssets } from '../assets/liveness-files.ts';
import { startModuleWorker } from '../support/module-worker.ts';
import { WorkerChannel } from '../support/worker-channel.ts';
import { type FaceReading, type FaceTracker, TrackerError } from './face-reading.ts';
import type { LandmarkerParts } from './landmarker/face-engine.ts';
import type { LandmarkerResult, LandmarkerTask } from './landmarker/landmarker-messages.ts';
import type { openEngine } from './landmarker/landmarker.ts';
import { loadModelFiles, type LoadOptions, type ModelFiles } from './model-files.ts';

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
   * @param parts may still be loading: the worker starts meanwhile.
   * @param within ms for a frame.
   * @throws TrackerError `load` when the worker can't be started, or the landmarker's problem in it; what `parts` rejects
   *   with.
   */
  static async open(
    url: string,
    parts: LandmarkerParts | Promise<LandmarkerParts>,
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
      await tracker.#ask({ kind: 'open', ...(await parts) });
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

/** What the landmarker's script exports to a page. */
interface Landmarker {
  readonly openEngine: typeof openEngine;
}

/**
 * Loads and starts a tracker: in a worker, or on the page if workers are unavailable or have no WebGL.
 *
 * @throws TrackerError; when `signal` aborts, its reason.
 */
export async function openTracker(assets: LivenessAssets, options: LoadOptions): Promise<FaceTracker> {
  const { signal } = options;
  const files = loadModelFiles(assets.places, options);
  // Until somebody waits for them.
  files.catch(() => undefined);
  const url = await scriptUrl(assets.scripts, 'liveness/landmarker.js').catch((cause: unknown) => {
    throw new TrackerError('load', { cause });
  });
  try {
    return await WorkerTracker.open(url, files, signal);
  } catch (error) {
    signal.throwIfAborted();
    const elsewhere = error instanceof TrackerError && ['load', 'webgl'].includes(error.problem);
    if (!elsewhere) throw error;
    return openOnPage(url, await files);
  }
}

async function openOnPage(url: string, files: ModelFiles): Promise<FaceTracker> {
  const landmarker = await importLandmarker(url);
  return landmarker.openEngine(files);
}

async function importLandmarker(url: string): Promise<Landmarker> {
  try {
    // Not for a bundler: the script is copied, or has a blob's address.
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ url);
  } catch (cause) {
    throw new TrackerError((await isUnavailable(url)) ? 'assets' : 'load', { cause });
  }
}

/** The tracker of an element: preloaded while the signer reads, used by each attempt, closed with the step. */
export class TrackerSupply {
  #life = new AbortController();
  #tracker: Promise<FaceTracker> | undefined;
  #failed = false;
  #part = 0;
  #listener: ((part: number) => void) | undefined;

  /** Starts to load, unless it has begun. After a failure it is loaded again when it is asked for, and not before. */
  warm(assets: LivenessAssets): void {
    if (this.#tracker !== undefined || this.#failed) return;
    this.#open(assets).catch(() => undefined);
  }

  /**
   * Returns the tracker, loading it if needed.
   *
   * @param progress called with the loaded fraction, 0 to 1.
   * @throws TrackerError
   */
  get(assets: LivenessAssets, progress: (part: number) => void): Promise<FaceTracker> {
    this.#listener = progress;
    progress(this.#part);
    return this.#tracker ?? this.#open(assets);
  }

  /** Closes the tracker and aborts loading; the next `get` starts again. */
  close(): void {
    this.#life.abort();
    this.#life = new AbortController();
    const tracker = this.#tracker;
    this.#tracker = undefined;
    this.#failed = false;
    this.#listener = undefined;
    this.#part = 0;
    tracker?.then(
      made => made.close(),
      () => undefined,
    );
  }

  async #open(assets: LivenessAssets): Promise<FaceTracker> {
    const { signal } = this.#life;
    const progress = (part: number) => {
      this.#part = part;
      this.#listener?.(part);
    };
    const opening = openTracker(assets, { signal, progress });
    this.#tracker = opening;
    try {
      return await opening;
    } catch (error) {
      // Another try may succeed.
      if (this.#tracker === opening) [this.#tracker, this.#failed] = [undefined, true];
      throw error;
    }
  }
}

/** Chromium's Network Information API; other engines lack it. */
interface ConnectedNavigator extends Navigator {
  readonly connection?: {
    readonly saveData?: boolean;
    readonly type?: string;
    readonly effectiveType?: string;
  };
}

/** Does the signer want few bytes? Then nothing large is loaded until they ask for it. */
export function savesData(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** May the connection be metered? Then nothing large is loaded for a step that may never come. */
export function isMetered(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return savesData() || connection?.type === 'cellular' || (connection?.effectiveType ?? '4g') !== '4g';
}
