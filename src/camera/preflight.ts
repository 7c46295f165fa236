import { isInApp } from './browser-family.ts';
import type { CameraProblem } from './camera-problem.ts';

/** Chromium's list of what the page may use; elsewhere only asking for the camera tells. */
interface PolicyDocument extends Document {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * What stands in the way before anybody is asked for anything: nothing is opened, nobody is prompted.
 *
 * @returns undefined when the camera may be tried.
 */
export async function preflight(): Promise<CameraProblem | undefined> {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!hasCameras()) return isInApp(navigator.userAgent) ? 'inAppBrowser' : 'unsupported';
  const { featurePolicy }: PolicyDocument = document;
  if (featurePolicy?.allowsFeature('camera') === false) return 'policy';
  if (typeof WebAssembly !== 'object') return 'wasm';
  if (!hasWebGl()) return 'webgl';
  return (await hasCamera()) ? undefined : 'noCamera';
}

/** DOM's types know no browser without it. */
export function hasCameras(): boolean {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  return typeof mediaDevices?.getUserMedia === 'function';
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Pages may hold only so many.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** Browsers tell the kinds of devices, without names, to anybody; one that tells nothing is to be tried. */
async function hasCamera(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.length === 0 || devices.some(({ kind }) => kind === 'videoinput');
  } catch {
    return true;
  }
}
