import type { CameraProblem } from '../camera/camera-problem.ts';
import { isInApp } from '../camera/browser-family.ts';
import { preflight } from '../camera/preflight.ts';
import type { Found } from './findings.ts';

/** What is in the way of the camera, without asking the signer for it. */
export async function checkCamera(): Promise<Found[]> {
  const problem = await preflight();
  const found = problem === undefined ? await permission() : cameraFinding(problem);
  const isApp = isInApp(navigator.userAgent) && found?.code !== 'in-app-browser';
  return [...(found === undefined ? [] : [found]), ...(isApp ? [{ code: 'in-app-browser' as const }] : [])];
}

function cameraFinding(problem: CameraProblem): Found | undefined {
  switch (problem) {
    case 'insecure':
      // The page itself is.
      return undefined;
    case 'policy':
      return { code: 'camera-policy' };
    case 'noCamera':
      return { code: 'camera-missing' };
    case 'inAppBrowser':
      return { code: 'in-app-browser' };
    case 'unsupported':
    case 'inUse':
    case 'denied':
    case 'dismissed':
    case 'unanswered':
    case 'lost':
    case 'webgl':
    case 'wasm':
      return { code: 'camera-unsupported', detail: problem };
  }
}

/** Not every browser tells before it is asked for the camera. */
async function permission(): Promise<Found | undefined> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'denied' ? { code: 'camera-denied' } : undefined;
  } catch {
    return undefined;
  }
}
