import type { LivenessAssets } from '../assets/liveness-files.ts';
import type { FaceTracker } from './face-tracker.ts';
import { openTracker } from './open-tracker.ts';

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

/** May the connection be metered? Then nothing large is preloaded. */
export function isMetered(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return (
    connection?.saveData === true ||
    connection?.type === 'cellular' ||
    (connection?.effectiveType ?? '4g') !== '4g' ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  );
}
