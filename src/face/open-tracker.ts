import { TrackerError, type FaceTracker } from './face-tracker.ts';
import type { openEngine } from './landmarker/landmarker.ts';
import { loadModelFiles, type LoadOptions, type ModelFiles } from './model-files.ts';
import { WorkerTracker } from './worker-tracker.ts';

/** What the landmarker's script exports to a page. */
interface Landmarker {
  readonly openEngine: typeof openEngine;
}

/** The landmarker's script, relative to the assets' address. */
export const LANDMARKER_SCRIPT = 'liveness/landmarker.js';

/**
 * Loads and starts a tracker: in a worker, or on the page if workers are unavailable or have no WebGL.
 *
 * @param assetsUrl the address of the widget's assets: absolute, with a slash at the end.
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
    // A variable and the comment keep bundlers away: the assets are copied, not bundled.
    return await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new TrackerError('load', { cause });
  }
}
