import { TrackerError, type FaceTracker } from './face-tracker.ts';
import type { openEngine } from './landmarker/landmarker.ts';
import { loadModelFiles, type LoadOptions, type ModelFiles } from './model-files.ts';
import { WorkerTracker } from './worker-tracker.ts';

/** What the landmarker's script offers to a page. */
interface Landmarker {
  readonly openEngine: typeof openEngine;
}

/** Where the landmarker's script lies among the assets. */
export const LANDMARKER_SCRIPT = 'liveness/landmarker.js';

/**
 * Loads and starts a tracker: in a worker, or on the page where a worker can't be had or has no WebGL.
 *
 * @param assetsUrl where the widget's assets lie: absolute, with a slash at the end.
 * @throws TrackerError; when `signal` aborts, its reason.
 */
export async function openTracker(assetsUrl: string, options: LoadOptions): Promise<FaceTracker> {
  const { signal } = options;
  const files = await loadModelFiles(assetsUrl, options);
  const url = assetsUrl + LANDMARKER_SCRIPT;
  try {
    return await WorkerTracker.open(url, files, signal);
  } catch (error) {
    signal.throwIfAborted();
    const elsewhere = error instanceof TrackerError && ['load', 'webgl'].includes(error.problem);
    if (!elsewhere) throw error;
    return openOnPage(url, files);
  }
}

async function openOnPage(url: string, files: ModelFiles): Promise<FaceTracker> {
  const landmarker = await importLandmarker(url);
  return landmarker.openEngine(files);
}

async function importLandmarker(url: string): Promise<Landmarker> {
  try {
    // In a variable, and told so: the assets are copied, not bundled.
    return await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new TrackerError('load', { cause });
  }
}
