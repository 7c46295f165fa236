import type { LivenessAssets } from '../assets/liveness-files.ts';
import type { FaceTracker } from './face-tracker.ts';
import { openTracker } from './open-tracker.ts';

/** The one tracker of an element: warmed up while the signer reads, used by each attempt, given up with the step. */
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
   * The tracker; loads it when need be.
   *
   * @param progress hears how much of it is loaded, 0 to 1.
   * @throws TrackerError
   */
  get(assets: LivenessAssets, progress: (part: number) => void): Promise<FaceTracker> {
    this.#listener = progress;
    progress(this.#part);
    return this.#tracker ?? this.#open(assets);
  }

  /** Gives up the tracker and whatever is still loading; the next one is made anew. */
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

/** What Chromium tells of the connection; the other engines tell nothing. */
interface ConnectedNavigator extends Navigator {
  readonly connection?: {
    readonly saveData?: boolean;
    readonly type?: string;
    readonly effectiveType?: string;
  };
}

/** May somebody be paying for each byte? Then nothing large is loaded ahead of time. */
export function isMetered(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return (
    connection?.saveData === true ||
    connection?.type === 'cellular' ||
    (connection?.effectiveType ?? '4g') !== '4g' ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  );
}
