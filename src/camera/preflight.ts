import { isInApp } from '../support/in-app.ts';

/** Browsers, grouped by where their camera settings are. */
type BrowserFamily = 'iosSafari' | 'iosOther' | 'android' | 'firefox' | 'safari' | 'chromium' | 'inApp';

const IOS = /iPhone|iPad|iPod/;

/** Whose instructions apply. Used for texts only; features are detected, not inferred from the name. */
export function browserFamily(userAgent: string): BrowserFamily {
  if (isInApp(userAgent)) return 'inApp';
  if (IOS.test(userAgent)) return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? 'iosOther' : 'iosSafari';
  if (userAgent.includes('Firefox/')) return 'firefox';
  if (userAgent.includes('Android')) return 'android';
  return /Chrome\/|Chromium\//.test(userAgent) ? 'chromium' : 'safari';
}

/** Why there is no camera picture. */
export type CameraProblem =
  /** The page was not loaded over https. */
  | 'insecure'
  /** The browser has no camera API. */
  | 'unsupported'
  /** A browser inside another app, which blocks the camera for pages. */
  | 'inAppBrowser'
  /** The page, or the one around it, does not allow cameras (Permissions-Policy, `allow` of an iframe). */
  | 'policy'
  | 'noCamera'
  /** Another program uses it, or the device refuses. */
  | 'inUse'
  /** The signer or the device's administrator refused. */
  | 'denied'
  /** The prompt was closed without an answer. */
  | 'dismissed'
  /** The browser does not answer. */
  | 'unanswered'
  /** The camera stopped by itself. */
  | 'lost'
  | 'webgl'
  | 'wasm';

export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`No camera: ${problem}`, options);
    this.problem = problem;
  }
}

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
