import type { LivenessAssets } from '../assets/liveness-files.ts';
import { scriptUrl } from '../assets/asset-source.ts';
import { isUnavailable } from '../assets/asset-watch.ts';
import { TrackerError, type FaceTracker } from './face-tracker.ts';
import type { openEngine } from './landmarker/landmarker.ts';
import { loadModelFiles, type LoadOptions, type ModelFiles } from './model-files.ts';
import { WorkerTracker } from './worker-tracker.ts';

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
  const [files, url] = await Promise.all([
    loadModelFiles(assets.places, options),
    scriptUrl(assets.scripts, 'liveness/landmarker.js').catch((cause: unknown) => {
      throw new TrackerError('load', { cause });
    }),
  ]);
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
    // Not for a bundler: the script is copied, or has a blob's address.
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ url);
  } catch (cause) {
    throw new TrackerError((await isUnavailable(url)) ? 'assets' : 'load', { cause });
  }
}
