import { isInApp } from './browser-family.ts';
import type { CameraProblem } from './camera-problem.ts';

/** Chromium's Permissions-Policy API. In other browsers only opening the camera shows whether it is allowed. */
interface PolicyDocument extends Document {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * Checks for known obstacles without opening anything or prompting the signer.
 *
 * @returns undefined when the camera can be tried.
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

/** TypeScript's DOM types assume that every browser has it. */
export function hasCameras(): boolean {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  return typeof mediaDevices?.getUserMedia === 'function';
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // The number of contexts per page is limited.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** Browsers list the kinds of devices, without names, to every page. If one lists nothing, the camera is tried. */
async function hasCamera(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.length === 0 || devices.some(({ kind }) => kind === 'videoinput');
  } catch {
    return true;
  }
}
